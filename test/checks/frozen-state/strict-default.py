# Export is strict by default up to torch 2.7, where it raises on random numbers.
# RUN: %check_aoti_tidy %s aoti-frozen-state %t --torch-version=2.8
# RUN: %aoti_tidy --checks=-*,aoti-frozen-state --torch-version=2.7 %s | count 0
import random
import torch


class Noisy(torch.nn.Module):
    def forward(self, x):
        return x + random.random()
        # CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'random.random' is called once, by the export


torch._inductor.aoti_compile_and_package(torch.export.export(Noisy(), (torch.ones(2),)), package_path="n.pt2")
