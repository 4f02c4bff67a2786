# RUN: %check_aoti_tidy %s aoti-frozen-state %t --torch-version=2.13
# The forms of pytorch/pytorch#165444, #120424, #114967, #109412.
import os
import random
import time

import torch
from torch.export import Dim


class Steps(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.step = 0
        self.scale = 0.5
        self.sum = torch.zeros(4)

    def forward(self, x):
        self.step += 1
        # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'self.step' is a Python number: each run of the package starts from its value at the export; use register_buffer() [aoti-frozen-state]
        # CHECK-MESSAGES: :[[@LINE-7]]:21: note: its first value
        self.scale = self.scale * 0.9
        # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'self.scale' is a Python number
        self.sum = self.sum + x
        # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'self.sum' is a tensor, but no buffer: each run
        return self.sum * self.scale / self.step


program = torch.export.export(Steps(), (torch.zeros(4),))
torch._inductor.aoti_compile_and_package(program, package_path="steps.pt2")


class Counter(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("calls", torch.zeros(1))
        self.register_buffer("rows", torch.tensor(0.0))

    def forward(self, x):
        self.calls = self.calls + 1
        # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: the buffer 'self.calls' has one element, which the compiler takes for a constant: each run starts from its first value; give it two elements
        self.rows.add_(x.shape[0])
        # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: the buffer 'self.rows' has one element
        return x + self.calls + self.rows


program = torch.export.export(Counter().eval(), (torch.zeros(4),))
torch._inductor.aoti_compile_and_package(program, package_path="counter.pt2")


class Inner(torch.nn.Module):
    def forward(self, x):
        return x * float(os.environ.get("SCALE", "2"))
        # CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'os.environ.get' is read once, by the export, and not where the package runs; pass the value as a tensor


class Noise(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def forward(self, x):
        return self.noisy(self.inner(x)) + torch.tensor(time.time())
        # CHECK-MESSAGES: :[[@LINE-1]]:57: warning: 'time.time' is read once, by the export, and each run of the package uses that time; pass it as a tensor

    def noisy(self, x):
        torch.manual_seed(0)
        # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'torch.manual_seed' is not part of the exported program, and the package draws other numbers in each run; seed where it runs
        x = x + torch.rand_like(x)
        return x + random.random()
        # CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'random.random' is called once, by the export, and each run of the package uses that number; use torch.rand


torch._inductor.aoti_compile_and_package(torch.export.export(Noise(), (torch.zeros(4),)))


class Half(torch.nn.Module):
    def forward(self, x, y):
        rows = y.size(1)
        return x[: int(x.shape[0] * 0.5)], y[:, : int(rows / 2)]
        # CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'int()' makes this dynamic size the constant of the example, and the package does not check it: other sizes get a wrong result; use '//' or torch.sym_int
        # CHECK-MESSAGES: :[[@LINE-2]]:51: warning: 'int()' makes


program = torch.export.export(
    Half(), (torch.zeros(28), torch.zeros(4, 28)), dynamic_shapes={"x": {0: Dim.AUTO}, "y": (None, Dim.DYNAMIC)}
)
torch._inductor.aoti_compile_and_package(program, package_path="half.pt2")

# What comes after the export: pytorch/pytorch#121761, #126674, #162301,
# sayakpaul/diffusers-torchao#42.
#---
import torch
from diffusers import FluxPipeline

x = torch.randn(2, 8)
program = torch.export.export(torch.nn.Linear(8, 8).eval(), (x,))
module = program.module().to("cuda:0")
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'to()' comes after the export, whose program and package are for cpu, as its example inputs; call it, for these too, before the export
# CHECK-MESSAGES: :[[@LINE-3]]:11: note: the model is exported here
torch._inductor.aoti_compile_and_package(program, package_path="a.pt2")
net = torch.nn.Linear(8, 8).eval()
program = torch.export.export(net, (x,))
net.half()
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'half()' comes after the export, whose program and package are for float32
torch._inductor.aoti_compile_and_package(program, package_path="b.pt2")
net = torch.nn.Linear(8, 8).eval()
program = torch.export.export(net, (x,))
net = net.cuda()
# CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'cuda()' comes after the export
torch._inductor.aoti_compile_and_package(program, package_path="c.pt2")


def flux(inputs):
    pipe = FluxPipeline.from_pretrained("black-forest-labs/FLUX.1-dev").to("cuda")
    program = torch.export.export(pipe.transformer, args=(), kwargs=inputs)
    torch._inductor.aoti_compile_and_package(program, package_path="d.pt2")
    pipe.load_lora_weights("someone/style")
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'load_lora_weights()' comes after the model was compiled, and the package keeps what it had then; call it before the export
    pipe.transformer.set_adapters(["style"])
