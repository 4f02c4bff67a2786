# RUN: %check_aoti_tidy %s aoti-raw-runner %t --torch-version=2.13
import torch
from torch._C._aoti import AOTIModelContainerRunnerCuda


def serve(path):
    return torch._C._aoti.AOTIModelContainerRunnerCpu(path, 1)
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'AOTIModelContainerRunnerCpu' runs a raw .so, which records no device and promises no compatibility; compile to a .pt2 with 'torch._inductor.aoti_compile_and_package' and load it with 'torch._inductor.aoti_load_package' [aoti-raw-runner]


def serve_on(path, device):
    return AOTIModelContainerRunnerCuda(path, 1, device)
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'AOTIModelContainerRunnerCuda' runs a raw .so


# Nothing to find in these.
def package(path):
    return torch._C._aoti.AOTIModelPackageLoader(path, "model", False, 1, -1)


class AOTIModelContainerRunnerCpu:
    pass


AOTIModelContainerRunnerCpu()
