# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and runs a model by a call that torch deprecates, and prints what it
gives. Linted, fixed and run again by runs.test."""
import os
import sys

import torch


class Net(torch.nn.Module):
    def forward(self, x):
        return torch.sin(x) * 2


x = torch.arange(12.0).reshape(3, 4)


def with_inputs(folder):
    program = torch.export.export(Net(), (x,))
    path = torch._inductor.aoti_compile_and_package(
        program,
        (x,),
        package_path=os.path.join(folder, "again.pt2"),
        inductor_configs={"aot_inductor.debug_compile": True},
    )
    return torch._inductor.aoti_load_package(path)(x)


def numbers(result):
    return [t.tolist() for t in (result if isinstance(result, (list, tuple)) else [result])]


print(numbers(with_inputs(sys.argv[1])))
