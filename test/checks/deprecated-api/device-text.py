# Devices that 'aot_load' does not take, and config keys of other calls.
# RUN: %check_aoti_tidy %s aoti-deprecated-api %t --torch-version=2.13
import torch

#---
# There is no 'options': aoti-loader-arguments renames it.
torch._inductor.aoti_compile_and_package(ep, options={'aot_inductor.compile_standalone': True})
# CHECK-MESSAGES: :[[@LINE-1]]:55: warning: 'aot_inductor.compile_standalone' is gone since torch 2.10
#---
torch.compile(m, options={'aot_inductor.compile_standalone': True})
# CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'aot_inductor.compile_standalone' is gone since torch 2.10, and setting it raises RuntimeError; set 'aot_inductor_mode.compile_standalone' [aoti-deprecated-api]
