# Torch 2.8 compiles vectors of up to 8 elements in, written or not: run there.
# RUN: %check_aoti_tidy %s aoti-frozen-state %t --torch-version=2.8
import torch


class Counts(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("few", torch.zeros(8))
        self.register_buffer("many", torch.zeros(9))
        self.register_buffer("table", torch.zeros(2, 2))

    def forward(self, x):
        self.few.add_(1)
        # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: the buffer 'self.few' has 8 elements, which the compiler takes for a constant: each run starts from its first value; torch 2.8 compiles in up to 8 elements; give it more [aoti-frozen-state]
        self.many.add_(1)
        self.table.add_(1)
        return x + self.few.sum() + self.many.sum() + self.table.sum()


# CHECK-MESSAGES: :[[@LINE+1]]:11: note: the model is exported here
program = torch.export.export(Counts(), (torch.ones(4),))
torch._inductor.aoti_compile_and_package(program, package_path="counts.pt2")
