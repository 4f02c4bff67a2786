# A fix leaves out an argument only if nothing but its value goes with it.
# RUN: %check_aoti_tidy %s aoti-loader-arguments %t --torch-version=2.13
import os

import torch
from torch._inductor import aoti_load_package as load

#---
load("m.pt2", (device := "cuda"))
# CHECK-MESSAGES: :[[@LINE-1]]:15: warning: "cuda" is taken for run_single_threaded
#---
load("m.pt2", device=torch.device((name := "cuda:1")))
# CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'aoti_load_package' has no parameter 'device'
#---
torch._inductor.aoti_compile_and_package(ep, os.path.join(make_folder(), "m.pt2"), package_path="m.pt2")
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'aoti_compile_and_package' ignores its second positional argument
#---
load("m.pt2", ("cuda"))
# CHECK-MESSAGES: :[[@LINE-1]]:15: warning: "cuda" is taken for run_single_threaded
# CHECK-FIXES: load("m.pt2")
#---
load("m.pt2", device=torch.device("cuda:1"))
# CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'aoti_load_package' has no parameter 'device'
# CHECK-FIXES: load("m.pt2", device_index=1)
#---
torch._inductor.aoti_compile_and_package(ep, os.path.join(str(folder), "m.pt2"), package_path="m.pt2")
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'aoti_compile_and_package' ignores its second positional argument
# CHECK-FIXES: torch._inductor.aoti_compile_and_package(ep, package_path="m.pt2")
