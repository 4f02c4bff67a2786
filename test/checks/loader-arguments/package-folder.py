# An unpacked package is loaded since torch 2.13.
# RUN: rm -rf %t && mkdir -p %t
# RUN: %python %test_root/Inputs/make_package.py --folder %t/unpacked model=cpu
# RUN: %check_aoti_tidy %s aoti-loader-arguments %t/script --torch-version=2.13
# RUN: %check_aoti_tidy %s aoti-loader-arguments %t/script --torch-version=2.12 --check-suffix=212
import torch

torch._inductor.aoti_load_package("unpacked", device_index=0)
# CHECK-MESSAGES: :[[@LINE-1]]:47: warning: device_index is 0, and the package is compiled for the CPU
# CHECK-MESSAGES: :[[@LINE-2]]:35: note: '{{.*}}unpacked' records AOTI_DEVICE_KEY "cpu"
# CHECK-FIXES: torch._inductor.aoti_load_package("unpacked")
