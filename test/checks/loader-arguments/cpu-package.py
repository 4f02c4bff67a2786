# The index of a device for a package that is for the CPU.
# RUN: rm -rf %t && mkdir -p %t/out
# RUN: %python %test_root/Inputs/make_package.py %t/out/m.pt2 model=cpu
# RUN: %check_aoti_tidy %s aoti-loader-arguments %t/script --torch=none
import torch
from torch._inductor import aot_compile
from torch._inductor import aoti_compile_and_package
from torch._inductor import aoti_load_package
from torch._inductor.package import load_package
from torch._inductor.package import package_aoti
from torch._export import aot_load
ep = torch.export.export(m, (x,))

#---
# Device index of a package for the cpu.
aoti_load_package("out/m.pt2", device_index=0)
# CHECK-MESSAGES: :[[@LINE-1]]:32: warning: device_index is 0, and the package is compiled for the CPU, on which the call raises RuntimeError "Incorrect device passed to aoti_runner_cpu"; drop it [aoti-loader-arguments]
# CHECK-MESSAGES: :[[@LINE-2]]:19: note: '{{.*}}out/m.pt2' records AOTI_DEVICE_KEY "cpu"
# CHECK-FIXES: aoti_load_package("out/m.pt2")
aoti_load_package("out/m.pt2", device_index=-1)
aoti_load_package("out/other.pt2", device_index=0)
aoti_load_package(path, device_index=0)
load_package("out/m.pt2", "b", device_index=0)
