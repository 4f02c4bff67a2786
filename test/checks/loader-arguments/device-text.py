# What is a device for 'aot_load', and what is a key for 'config'.
# RUN: %check_aoti_tidy %s aoti-loader-arguments %t --torch=none
import torch
from torch._export import aot_load

#---
# What is after the colon, the runner reads; "cuda:01" is right for it.
aot_load("m.so", "cuda:x")
# CHECK-MESSAGES: :[[@LINE-1]]:18: warning: "cuda:x" is no device of 'aot_load', which raises RuntimeError "Invalid device"; pass "cuda" [aoti-loader-arguments]
aot_load("m.so", "cuda:01")
#---
torch._inductor.config.debug_compile = True
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: torch._inductor.config has no 'debug_compile', and this raises AttributeError; did you mean 'aot_inductor.debug_compile'?
#---
# Another group's, and AssertionError: without a value it must be a dict.
torch._inductor.config.triton.debug_compile = True
torch._inductor.config.patch("aot_inductor.debug_compil")
