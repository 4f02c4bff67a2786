# What there is not in an old torch is no cure.
# RUN: %check_aoti_tidy %s aoti-loader-arguments %t --torch-version=2.5
from torch._export import aot_load

#---
# There is no package loader: versions.cpp has the same for C++.
aot_load("m.pt2", "cpu")
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'aot_load' opens a raw .so, and a .pt2 is a package, on which it raises RuntimeError "Error in dlopen"; pass the .so that 'aot_compile' wrote [aoti-loader-arguments]
#---
# The fix of runners.cpp: no other device can be meant.
aot_load("m.so", "CUDA:1")
# CHECK-MESSAGES: :[[@LINE-1]]:18: warning: "CUDA:1" is no device of 'aot_load', which raises RuntimeError "Unsupported device"; pass "cuda:1"
# CHECK-FIXES: aot_load("m.so", "cuda:1")
