# RUN: %check_aoti_tidy %s aoti-deprecated-api %t --torch-version=2.13
import os

import torch
from torch._inductor import config


class Net(torch.nn.Module):
    def forward(self, x):
        return torch.sin(x)


def together(x, folder):
    path = torch._export.aot_compile(
        # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'torch._export.aot_compile' is deprecated since torch 2.6
        Net().eval(),
        (x,),
        options={"aot_inductor.output_path": os.path.join(folder, "sine.so"), "max_autotune": True},
    )
    return torch._export.aot_load(path, "cuda:1")
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'torch._export.aot_load' is deprecated since torch 2.6


def compiled_elsewhere():
    return torch._export.aot_load("net.so", "cpu")
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'torch._export.aot_load' is deprecated


def inputs_of_a_package(program, x):
    torch._inductor.aoti_compile_and_package(program, (x,), package_path="net.pt2")
    # CHECK-MESSAGES: :[[@LINE-1]]:55: warning: 'torch._inductor.aoti_compile_and_package' ignores example inputs
    # CHECK-FIXES: torch._inductor.aoti_compile_and_package(program, package_path="net.pt2")


config.aot_inductor.compile_standalone = True
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'aot_inductor.compile_standalone' is gone since torch 2.10


# Nothing to find in these.
def aot_compile(model):
    """torch._export.aot_load("net.so", "cpu")"""
    return torch.compile(model).aot_compile(((), {}))


def by_version(path):
    if hasattr(torch._inductor, "aoti_load_package"):
        return torch._inductor.aoti_load_package(path)
    return torch._export.aot_load(path, "cpu")


torch._inductor.aot_compile(aot_compile(Net()), ())
