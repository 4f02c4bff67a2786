# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles exported programs to libraries, loads those by torch's deprecated
function and prints what they give. Linted, fixed and run again by
deprecated-program-run.test."""
import os
import sys

import torch
import torch._inductor
from torch._export import aot_load


class Tree(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        torch.nn.init.ones_(self.linear.weight)
        torch.nn.init.zeros_(self.linear.bias)
        self.register_buffer("runs", torch.zeros(3))

    def forward(self, pair, times, *, bias=None, scale=None):
        self.runs.add_(1)
        y = self.linear(pair["a"]) * times + pair["b"][0]
        return {"sum": y + bias, "rest": [(y * scale,), None, self.runs + 0]}


class Rows(torch.nn.Module):
    def forward(self, x):
        x.add_(1)
        return (torch.cat([x, x * 2]),)


x = torch.arange(6.0).reshape(2, 3)
y = torch.full((2, 3), 0.5)


def of_trees():
    args = ({"a": x, "b": [y]}, 3)
    program = torch.export.export(Tree().eval(), args, {"bias": y, "scale": x})
    path = torch._inductor.aot_compile(
        program.module(), args, {"bias": y, "scale": x}
    )
    run = torch._export.aot_load(path, "cpu")
    first = run({"b": [y], "a": x}, 3, scale=x, bias=y)
    return first, run({"a": y, "b": [x]}, 3, bias=y, scale=y)


def of_rows(folder):
    rows = torch.export.Dim("rows", min=2, max=64)
    program = torch.export.export(Rows(), (x,), dynamic_shapes=({0: rows},))
    graph = program.run_decompositions().module()
    so = os.path.join(folder, "rows.so")
    torch._inductor.aot_compile(
        gm=graph,
        args=(x,),
        options={
            "aot_inductor.output_path": so,
            "aot_inductor.compile_wrapper_opt_level": "O0",
        },
    )
    return [aot_load(so, device="cpu")(torch.ones(n, 3)) for n in (2, 5)]


print(of_trees())
print(of_rows(sys.argv[1]))
