# RUN: %check_aoti_tidy %s aoti-debug-flag %t --torch-version=2.13
# What uses CUDA in Python as it does in cuda.cpp.
import os, torch

torch.cuda.is_available()
torch.cuda.device_count()
os.environ["CUDA_LAUNCH_BLOCKING"] = "1"

torch.cuda.synchronize()
os.environ["CUDA_LAUNCH_BLOCKING"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'CUDA_LAUNCH_BLOCKING' is set after the CUDA context was created: the driver reads it once, before that, so this changes nothing; set it before the first use of CUDA [aoti-debug-flag]
# CHECK-MESSAGES: :[[@LINE-3]]:1: note: CUDA is in use from here on
# It allocates nothing.
os.environ["PYTORCH_NO_CUDA_MEMORY_CACHING"] = "1"

x = torch.empty_strided((2,), (1,), device="cuda")
os.environ["PYTORCH_NO_CUDA_MEMORY_CACHING"] = "1"
# CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'PYTORCH_NO_CUDA_MEMORY_CACHING' is set after the first allocation on a GPU: torch reads it once, at that allocation, so this changes nothing; set it before the first CUDA tensor [aoti-debug-flag]
# CHECK-MESSAGES: :[[@LINE-3]]:5: note: the first allocation is here
