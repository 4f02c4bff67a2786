# RUN: %check_aoti_tidy %s aoti-frozen-state %t --torch-version=2.13
# Nothing to find in these.
import logging
import math
import os
import random
import time

import torch
from torch.export import Dim

log = logging.getLogger(__name__)


class Quiet(torch.nn.Module):
    def __init__(self, start):
        super().__init__()
        self.calls = 0
        self.shown = 0
        self.cache = None
        self.size = 0
        self.start = start
        self.trained = 0
        self.register_buffer("two", torch.zeros(2))
        self.register_buffer("fixed", torch.zeros(1))
        self.draw = random.random()

    def forward(self, x):
        began = time.time()
        self.calls += 1
        self.shown += 1
        print(self.shown)
        log.info("%d", self.shown)
        if self.cache is None:
            self.cache = torch.arange(4)
        self.size = x.shape[0]
        self.start = self.start + 1
        if self.training:
            self.trained += 1
        self.two += 1
        if os.environ.get("DEBUG"):
            print(x)
        if not torch.compiler.is_exporting():
            x = x + random.random()
        y = x + self.cache + self.size + self.start + self.trained + self.two[0] + self.fixed + self.draw
        print(time.time() - began)
        return y


program = torch.export.export(Quiet(0), (torch.zeros(4),))
torch._inductor.aoti_compile_and_package(program, package_path="a.pt2")


class Sizes(torch.nn.Module):
    def forward(self, x, y):
        n = int(len(self.names) * 0.5)
        return x[: x.shape[0] // 2], x[: round(x.shape[0] * 0.5)], y[: int(y.shape[0] * 0.5)], x[: math.floor(x.shape[0] / 2)], int(x.sum())


program = torch.export.export(Sizes(), (torch.zeros(28), torch.zeros(8)), dynamic_shapes=({0: Dim.AUTO}, None))
torch._inductor.aoti_compile_and_package(program, package_path="b.pt2")


class Strict(torch.nn.Module):
    def forward(self, x):
        return x + random.random()


# It raises.
program = torch.export.export(Strict(), (torch.zeros(4),), strict=True)
torch._inductor.aoti_compile_and_package(program, package_path="c.pt2")


# It begins anew in each call.
class Layers(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.depth = 0
        self.register_buffer("sum", torch.zeros(1))

    def forward(self, x):
        self.depth = 0
        self.depth += 1
        self.sum.zero_()
        self.sum += x.sum()
        return x / self.depth + self.sum


program = torch.export.export(Layers(), (torch.zeros(4),))
torch._inductor.aoti_compile_and_package(program, package_path="d.pt2")


class NotCompiled(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.step = 0

    def forward(self, x):
        self.step += 1
        return x + self.step


NotCompiled()(torch.zeros(4))


#---
# The same devices and types, weights that are loaded in place (these reach the
# package), and a model that is moved when the package is written.
import torch
from diffusers import FluxPipeline

x = torch.randn(2, 8)
net = torch.nn.Linear(8, 8).eval()
net.double().float()
program = torch.export.export(net, (x,))
net.load_state_dict(torch.load("a.pt"))
net.to("cpu")
net.to(torch.float32)
program.module().cpu()
torch._inductor.aoti_compile_and_package(program, package_path="e.pt2")
net.cuda()
net.half()
other = torch.nn.Linear(8, 8)
other.cuda()


def flux(inputs, where):
    pipe = FluxPipeline.from_pretrained("black-forest-labs/FLUX.1-dev")
    pipe.load_lora_weights("someone/style")
    program = torch.export.export(pipe.transformer, args=(), kwargs=inputs)
    program.module().to(where)
    torch._inductor.aoti_compile_and_package(program, package_path="f.pt2")
    pipe.load_lora_weights("someone/else")
    program = torch.export.export(pipe.transformer, args=(), kwargs=inputs)
    torch._inductor.aoti_compile_and_package(program, package_path="g.pt2")


#---
import torch
from torch.export.passes import move_to_device_pass

program = torch.export.export(torch.nn.Linear(8, 8), (torch.randn(2, 8),))
program.module().cuda()
torch._inductor.aoti_compile_and_package(move_to_device_pass(program, "cuda"))
