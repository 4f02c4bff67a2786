# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds a library of custom ops, exports a model for each with a dynamic
batch, and says which batch the exported model computes with.

    harm.py COMPILER SOURCE LIBRARY
"""
import logging
import pathlib
import subprocess
import sys
import warnings

# What torch says about a missing numpy, or about shapes it specialises, is not
# what is tested.
warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)

import torch
from torch.export import Dim, export

torch_home = pathlib.Path(torch.__file__).parent


def build(compiler, source, library):
    subprocess.run(
        [compiler, "-std=c++20", "-O0", "-shared", "-fPIC", "-w", source, "-o", library,
         f"-I{torch_home}/include", f"-L{torch_home}/lib", "-ltorch", "-ltorch_cpu", "-lc10"],
        check=True)
    torch.ops.load_library(library)


class Doubled(torch.nn.Module):
    def forward(self, x):
        return torch.ops.harm.doubled(x)


class Padded(torch.nn.Module):
    def forward(self, x):
        return torch.ops.harm.padded(x, x.shape[0] + 1)


class Differentiable(torch.nn.Module):
    def forward(self, x):
        return torch.ops.harm.differentiable(x)


def report(model):
    name = model.__name__.lower()
    x = torch.randn(4, 3)
    # AUTO lets torch choose: what the op freezes is frozen without a word.
    try:
        program = export(model(), (x,), dynamic_shapes=({0: Dim.AUTO},))
    except RuntimeError as e:
        print(f"{name}: export throws: {str(e).splitlines()[0]}")
        return
    output = next(n for n in program.graph.nodes if n.op == "output").args[0][0]
    rows = output.meta["val"].shape[0]
    print(f"{name}: rows {'frozen at ' + str(rows) if isinstance(rows, int) else 'dynamic'}")
    try:
        # 'frozen' means that the program refuses another batch, or is wrong.
        larger = torch.randn(9, 3)
        same = program.module()(larger).shape == model()(larger).shape
        print(f"{name}: a batch of 9 {'works' if same else 'has the wrong shape'}")
    except Exception:
        print(f"{name}: a batch of 9 is refused")


build(*sys.argv[1:])
for op, args in [("doubled", ()), ("padded", (5,))]:
    result = torch.library.opcheck(getattr(torch.ops.harm, op).default, (torch.randn(4, 3), *args))
    print(f"{op}: opcheck {'passes' if set(result.values()) == {'SUCCESS'} else result}")
for model in (Doubled, Padded, Differentiable):
    report(model)
