# torch refuses "cuda:01", so that is no use of CUDA.
# RUN: %check_aoti_tidy %s aoti-debug-flag %t --torch=none

#---
import os, torch
x = torch.zeros(3, device="cuda:01")
os.environ["CUDA_LAUNCH_BLOCKING"] = "1"
#---
import os, torch
x = torch.zeros(3, device="cuda:1")
os.environ["CUDA_LAUNCH_BLOCKING"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'CUDA_LAUNCH_BLOCKING' is set after
