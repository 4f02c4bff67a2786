# device_index held against the package that lies beside the script.
# RUN: rm -rf %t && mkdir -p %t
# RUN: %python %test_root/Inputs/make_package.py %t/cpu.pt2 model=cpu
# RUN: %python %test_root/Inputs/make_package.py %t/cuda.pt2 model=cuda
# RUN: %check_aoti_tidy %s aoti-loader-arguments %t/script --torch-version=2.13
import torch

torch._inductor.aoti_load_package("cpu.pt2", device_index=0)
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: device_index is 0, and the package is compiled for the CPU, on which the call raises RuntimeError "Incorrect device passed to aoti_runner_cpu"; drop it [aoti-loader-arguments]
# CHECK-FIXES: torch._inductor.aoti_load_package("cpu.pt2")
torch._inductor.aoti_load_package("cpu.pt2", device_index=-1)
torch._inductor.aoti_load_package("cuda.pt2", device_index=0)
torch._inductor.aoti_load_package("absent.pt2", device_index=0)
