# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sets configuration keys that torch has renamed, and prints what the model that is
compiled with them gives. Run before and after --fix by deprecated-names-run.test."""
import torch
from torch._inductor import config


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("scale", torch.full((3,), 2.0))

    def forward(self, x):
        return torch.sin(x) * self.scale


x = torch.arange(6.0).reshape(2, 3)
program = torch.export.export(Net(), (x,))


def compiled(configs=None):
    path = torch._inductor.aoti_compile_and_package(program, inductor_configs=configs)
    return torch._inductor.aoti_load_package(path)(x)


def wrapper():
    path = torch._inductor.aoti_compile_and_package(
        program, inductor_configs={"aot_inductor.compile_wrapper_with_O0": True}
    )
    return torch._inductor.aoti_load_package(path)(x)


def constants():
    path = torch._inductor.aoti_compile_and_package(
        program,
        inductor_configs={"aot_inductor.package_constants_on_disk": True},
    )
    return torch._inductor.aoti_load_package(path)(x)


def standalone():
    config.aot_inductor.compile_standalone = False
    with config.patch({"aot_inductor.package_constants_on_disk": False}):
        return compiled()


for run in (wrapper, constants, standalone):
    try:
        print("equal" if torch.allclose(run(), Net()(x)) else "other numbers")
    except AttributeError as error:
        print(type(error).__name__)
