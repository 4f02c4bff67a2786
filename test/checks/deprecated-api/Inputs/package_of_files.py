# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packs what it compiles as torch 2.5 did, and in the two ways that the message
names instead. Linted and run by deprecated-names-run.test."""
import sys

import torch
from torch._inductor.package import package_aoti

x = torch.arange(6.0).reshape(2, 3)
program = torch.export.export(torch.nn.Tanh(), (x,))
folder = sys.argv[1]


def by_folder():
    package_aoti(folder)
    return folder


def by_files():
    files = torch._inductor.aot_compile(
        program.module(), (x,), options={"aot_inductor.package": True}
    )
    return package_aoti(folder + "/files.pt2", files)


def by_program():
    return torch._inductor.aoti_compile_and_package(program, package_path=folder + "/program.pt2")


for pack in (by_folder, by_files, by_program):
    try:
        run = torch._inductor.aoti_load_package(pack())
        print(torch.allclose(run(x), torch.tanh(x)))
    except TypeError as error:
        print(type(error).__name__)
