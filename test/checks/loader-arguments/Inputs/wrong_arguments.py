# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Prints what comes of each call: a number, or the exception.
import sys

import torch
from torch._inductor import aot_compile, aoti_compile_and_package, aoti_load_package
from torch._inductor.package import load_package


class Sine(torch.nn.Module):
    def forward(self, x):
        return torch.sin(x)


def attempt(call):
    try:
        print(f"{call().sum().item():.4f}")
    except Exception as error:
        print(type(error).__name__)


x = torch.arange(3.0)
ep = torch.export.export(Sine(), (x,))
package = sys.argv[1] + "/sine.pt2"

aoti_compile_and_package(ep, package)
attempt(lambda: aoti_load_package(package)(x))
attempt(lambda: aoti_load_package(package, "cpu")(x))
attempt(lambda: aoti_load_package(package, device="cpu")(x))
attempt(lambda: aoti_load_package(package, device_index="cpu")(x))
attempt(lambda: aoti_load_package(package, device_index=None)(x))
attempt(lambda: load_package(package, "cpu")(x))
attempt(lambda: aoti_load_package(aoti_compile_and_package(ep.module(), options={}))(x))


def run_library(path):
    return torch._C._aoti.AOTIModelContainerRunnerCpu(path, 1).run([x])[0]


attempt(lambda: run_library(aot_compile(ep, [x], {"max_autotune": False})))
