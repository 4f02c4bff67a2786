# RUN: %check_aoti_tidy %s aoti-loader-arguments %t --torch-version=2.13
import os

import torch
import torch._export as E
from torch._inductor import aoti_load_package as load
from torch._inductor.package import load_package, package_aoti

ep = torch.export.export(model, (x,))
compile_package = torch._inductor.aoti_compile_and_package


def compiling(folder, name):
    compile_package(ep, os.path.join(folder, "net.pt2"))
    # CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'aoti_compile_and_package' ignores its second positional argument, and writes the package to a cache folder; pass it as 'package_path' [aoti-loader-arguments]
    # CHECK-FIXES: compile_package(ep, package_path=os.path.join(folder, "net.pt2"))
    compile_package(
        ep.module(),
        # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'aoti_compile_and_package' takes the ExportedProgram itself, and raises ValueError on its module; drop '.module()'
        # CHECK-FIXES: ep,
        package_path=f"{name}.so",
        # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: package_path must end in '.pt2', not in '.so', and the call raises AssertionError; write a '.pt2'
        # CHECK-FIXES: package_path=f"{name}.so",
        options={"aot_inductor.debug_compil": True},
        # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'aoti_compile_and_package' has no parameter 'options', and the call raises TypeError; pass it as 'inductor_configs'
        # CHECK-MESSAGES: :[[@LINE-2]]:18: warning: torch._inductor.config has no 'aot_inductor.debug_compil', and this raises AttributeError; did you mean 'aot_inductor.debug_compile'?
        # CHECK-FIXES: inductor_configs={"aot_inductor.debug_compil": True},
    )
    torch._inductor.aot_compile(ep, (x,))
    # CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'aot_compile' takes a GraphModule, and raises on an ExportedProgram; pass its '.module()'
    # CHECK-FIXES: torch._inductor.aot_compile(ep.module(), (x,))
    torch._inductor.aot_compile(gm, [x], {"aot_inductor.package": True})
    # CHECK-MESSAGES: :[[@LINE-1]]:42: warning: the third parameter of 'aot_compile' is 'kwargs' since torch 2.4, so these options are taken for inputs of the model; pass them as 'options'


def loading(path):
    load(path, "cuda")
    # CHECK-MESSAGES: :[[@LINE-1]]:16: warning: "cuda" is taken for run_single_threaded, not a device, and the call raises TypeError; drop it, the device comes from the package
    # CHECK-FIXES: load(path)
    load(path, device=torch.device("cuda:1"))
    # CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'aoti_load_package' has no parameter 'device', and the call raises TypeError; the device comes from the package, and its index from 'device_index=1'
    # CHECK-FIXES: load(path, device_index=1)
    load_package(path, "cuda:1")
    # CHECK-MESSAGES: :[[@LINE-1]]:24: warning: "cuda:1" is the model_name, not a device: since torch 2.6 the call raises RuntimeError "Failed to find a generated cpp file or so file for model 'cuda:1'", unless the package has a model of that name; the device comes from the package; pass 'device_index=1'
    # CHECK-FIXES: load_package(path, device_index=1)
    load("net.so")
    # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'aoti_load_package' loads .pt2 packages, and a .so is a shared library, on which it raises RuntimeError "Failed to initialize zip archive"; pass the .pt2 that 'aoti_compile_and_package' wrote
    # CHECK-MESSAGES: note: this is right if the package is written there
    E.aot_load("net.so", "cpu:0")
    # CHECK-MESSAGES: :[[@LINE-1]]:26: warning: "cpu:0" is no device of 'aot_load', which raises RuntimeError "Unsupported device"; pass "cpu"
    getattr(torch._inductor, "aoti_load_package")(path, num_runners=2)
    # CHECK-MESSAGES: :[[@LINE-1]]:57: warning: 'aoti_load_package' has no parameter 'num_runners' before torch 2.15, and the call raises TypeError; call 'torch._inductor.package.load_package', which has it
    torch._inductor.aoti_load(path)
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: no torch has 'torch._inductor.aoti_load'; it is 'torch._inductor.aoti_load_package'


# Nothing to find in these.
class Mine:
    def aoti_load_package(self, path, device):
        return self.aoti_load_package("net.so", device="cuda")


def right(path, device):
    compile_package(ep, package_path="net.pt2", inductor_configs={"max_autotune": True})
    compile_package(ep, package_path=path)
    torch._inductor.aot_compile(ep.module(), (x,), options={"aot_inductor.package": True})
    package_aoti("both.pt2", {"cpu": a, "cuda": b})
    load_package("both.pt2", "cuda")
    load(path, True, 1)
    load(path, device_index=torch.device(device).index)
    E.aot_load("net.so", device)
    """torch._inductor.aoti_load_package("net.so", device="cuda")"""


def for_old_and_new(path):
    if torch.__version__ >= "2.15":
        return load(path, num_runners=2)
    return load(path)
