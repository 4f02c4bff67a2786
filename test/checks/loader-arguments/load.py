# Arguments of what loads.
# RUN: %check_aoti_tidy %s aoti-loader-arguments %t --torch=none
import torch
from torch._inductor import aot_compile
from torch._inductor import aoti_compile_and_package
from torch._inductor import aoti_load_package
from torch._inductor.package import load_package
from torch._inductor.package import package_aoti
from torch._export import aot_load
ep = torch.export.export(m, (x,))

#---
# A device that is taken for something else.
aoti_load_package("m.pt2", "cuda")
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: "cuda" is taken for run_single_threaded, not a device, and the call raises TypeError; drop it, the device comes from the package [aoti-loader-arguments]
# CHECK-FIXES: aoti_load_package("m.pt2")
aoti_load_package("m.pt2", "cuda:2")
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: "cuda:2" is taken for run_single_threaded, not a device, and the call raises TypeError; the device comes from the package; pass 'device_index=2'
# CHECK-FIXES: aoti_load_package("m.pt2", device_index=2)
aoti_load_package("m.pt2", torch.device("cpu"))
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'torch.device("cpu")' is taken for run_single_threaded
# CHECK-FIXES: aoti_load_package("m.pt2")
aoti_load_package("m.pt2", 2)
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 2 becomes 'run_single_threaded=True'; pass True or False, or the index of the device as 'device_index'
load_package("m.pt2", "cuda")
# CHECK-MESSAGES: :[[@LINE-1]]:23: warning: "cuda" is the model_name, not a device: since torch 2.6 the call raises RuntimeError "Failed to find a generated cpp file or so file for model 'cuda'", unless the package has a model of that name; drop it, the device comes from the package
# CHECK-FIXES: load_package("m.pt2")
load_package("m.pt2", "cpu")
# CHECK-MESSAGES: :[[@LINE-1]]:23: warning: "cpu" is the model_name, not a device: since torch 2.6 the call raises RuntimeError "Failed to find a generated cpp file or so file for model 'cpu'", unless the package has a model of that name; drop it, the device comes from the package
# CHECK-FIXES: load_package("m.pt2")
load_package("m.pt2", "cuda:1")
# CHECK-MESSAGES: :[[@LINE-1]]:23: warning: "cuda:1" is the model_name, not a device: since torch 2.6 the call raises RuntimeError "Failed to find a generated cpp file or so file for model 'cuda:1'", unless the package has a model of that name; the device comes from the package; pass 'device_index=1'
# CHECK-FIXES: load_package("m.pt2", device_index=1)
#---
package_aoti("m.pt2", {"cuda": files})
load_package("m.pt2", "cuda")
#--- --torch-version=2.7
aoti_load_package("m.pt2", "cuda:2")
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: "cuda:2" is taken for run_single_threaded, not a device, and the call raises TypeError; drop it, the device comes from the package, and its index can be chosen since torch 2.8
#--- --torch-version=2.5
load_package("m.pt2", "cuda")

#---
# Device index.
aoti_load_package("m.pt2", device_index="cuda:1")
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: device_index takes an int, and the call raises TypeError on "cuda:1"; pass 1
# CHECK-FIXES: aoti_load_package("m.pt2", device_index=1)
aoti_load_package("m.pt2", device_index="cpu")
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: device_index takes an int, and the call raises TypeError on "cpu"; drop it, the device comes from the package
# CHECK-FIXES: aoti_load_package("m.pt2")
aoti_load_package("m.pt2", device_index=None)
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: device_index takes an int, and the call raises TypeError on None; drop it, or pass -1
# CHECK-FIXES: aoti_load_package("m.pt2", device_index=-1)
aoti_load_package("m.pt2", device_index=200)
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: device_index is 200, which no int8_t holds, and the call raises TypeError; pass at most 127
aoti_load_package("m.pt2", False, 127)

#---
# Runners.
load_package("m.pt2", num_runners=0)
# CHECK-MESSAGES: :[[@LINE-1]]:23: warning: num_runners is 0, on which the call raises RuntimeError "num_runners must be >=1 when run_single_threaded is false"; pass 1 or more
load_package("m.pt2", num_runners=-1)
# CHECK-MESSAGES: :[[@LINE-1]]:23: warning: num_runners is -1, and the call raises TypeError; pass 1 or more
load_package("m.pt2", num_runners=2, run_single_threaded=True)
# CHECK-MESSAGES: :[[@LINE-1]]:23: warning: num_runners is 2 and run_single_threaded is True, on which the call raises RuntimeError "num_runners must be 1 when run_single_threaded is true"; drop one
load_package("m.pt2", num_runners=1, run_single_threaded=True)

#---
# Files of other kinds.
aoti_load_package("m.so")
# CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'aoti_load_package' loads .pt2 packages, and a .so is a shared library, on which it raises RuntimeError "Failed to initialize zip archive"; pass the .pt2 that 'aoti_compile_and_package' wrote
# CHECK-MESSAGES: :[[@LINE-2]]:21: note: this is right if the package is written there
# CHECK-FIXES-UNSAFE: aoti_load_package("m.pt2")
load_package(f"{d}/m.pt")
# CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'load_package' loads .pt2 packages, and a .pt is a checkpoint or a TorchScript module, on which it raises RuntimeError; pass the .pt2 that 'aoti_compile_and_package' wrote
so = torch._export.aot_compile(m, (x,))
aoti_load_package(so)
# CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'aoti_load_package' loads .pt2 packages, and 'torch._export.aot_compile' writes a .so, on which it raises RuntimeError "Failed to initialize zip archive"; compile with 'torch._inductor.aoti_compile_and_package'
# CHECK-MESSAGES: :[[@LINE-3]]:6: note: the .so is compiled here
#---
so = aot_compile(gm, (x,), options={"max_autotune": 1})
aoti_load_package(so)
# CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'aoti_load_package' loads .pt2 packages, and 'torch._inductor.aot_compile' writes a .so, on which it raises RuntimeError "Failed to initialize zip archive"; compile with 'torch._inductor.aoti_compile_and_package'
files = aot_compile(gm, (x,), options={"aot_inductor.package": True})
aoti_load_package(files)
aot_load("m.pt2", "cpu")
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'aot_load' opens a raw .so, and a .pt2 is a package, on which it raises RuntimeError "Error in dlopen"; load it with 'torch._inductor.aoti_load_package'
p = aoti_compile_and_package(ep)
aot_load(p, "cpu")
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'aot_load' opens a raw .so, and a .pt2 is a package
# CHECK-MESSAGES: :[[@LINE-3]]:5: note: the package is compiled here

#---
# Devices of a library.
# From 2.6 on aoti-deprecated-api rewrites the call.
aot_load("m.so", "cpu:0")
# CHECK-MESSAGES: :[[@LINE-1]]:18: warning: "cpu:0" is no device of 'aot_load', which raises RuntimeError "Unsupported device"; pass "cpu"
aot_load("m.so", "CUDA:1")
# CHECK-MESSAGES: :[[@LINE-1]]:18: warning: "CUDA:1" is no device of 'aot_load', which raises RuntimeError "Unsupported device"; pass "cuda:1"
aot_load("m.so", torch.device("cuda"))
# CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'aot_load' takes the device as a string, and raises AttributeError on a 'torch.device'; pass "cuda"
aot_load("m.so", "xpu")
#--- --torch-version=2.5
aot_load("m.so", "xpu")
# CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'aot_load' of torch 2.5 does not know "xpu", and raises RuntimeError; it takes "cpu" and "cuda"
aot_load("m.so", "cpu:0")
# CHECK-MESSAGES: :[[@LINE-1]]:18: warning: "cpu:0" is no device of 'aot_load', which raises RuntimeError "Unsupported device"
# CHECK-FIXES: aot_load("m.so", "cpu")
#--- --torch-version=2.7
aot_load("m.so", "mps")
# CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'aot_load' of torch 2.7 does not know "mps"
#--- --torch-version=2.13
# The runner of a raw .so, which pybind11 makes: nothing has a default there.
import torch._C._aoti
torch._C._aoti.AOTIModelContainerRunnerCpu("m.so", 1)
torch._C._aoti.AOTIModelContainerRunnerCpu("m.so", 1, "cpu")
# CHECK-MESSAGES: :[[@LINE-1]]:55: warning: 'AOTIModelContainerRunnerCpu' takes at most 2 positional arguments, and the call raises TypeError
