# What holds in C++ holds in Python: the same cases are in loader-arguments.cpp
# and unsafe.cpp.
# RUN: %check_aoti_tidy %s aoti-loader-arguments %t --torch=none
from torch._inductor import aoti_load_package
from torch._inductor.package import load_package

#---
# The constructor in C++ throws on any index below -1.
aoti_load_package("m.pt2", device_index=-2)
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: device_index is -2, on which the call raises RuntimeError; pass -1 for the current device [aoti-loader-arguments]
#---
# It throws on 0 runners whatever run_single_threaded is, and 1 is true.
load_package("m.pt2", num_runners=0, run_single_threaded=single)
# CHECK-MESSAGES: :[[@LINE-1]]:23: warning: num_runners is 0, on which the call raises RuntimeError; pass 1 or more
load_package("m.pt2", num_runners=0, run_single_threaded=True)
# CHECK-MESSAGES: :[[@LINE-1]]:23: warning: num_runners is 0, on which the call raises RuntimeError; pass 1 or more
load_package("m.pt2", num_runners=2, run_single_threaded=1)
# CHECK-MESSAGES: :[[@LINE-1]]:23: warning: num_runners is 2 and run_single_threaded is True, on which the call raises RuntimeError "num_runners must be 1 when run_single_threaded is true"; drop one
load_package("m.pt2", num_runners=2, run_single_threaded=0)
#---
# No device_index could hold it: no fix.
aoti_load_package("m.pt2", "cuda:300")
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: "cuda:300" is taken for run_single_threaded
aoti_load_package("m.pt2", device_index="cuda:300")
# CHECK-MESSAGES: :[[@LINE-1]]:28: warning: device_index takes an int, and the call raises TypeError on "cuda:300"
#---
# A name, not an extension.
aoti_load_package("/.so")
