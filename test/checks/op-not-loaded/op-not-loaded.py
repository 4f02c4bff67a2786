# Python hosts of packages with custom operators (pytorch/pytorch#134581).
# RUN: rm -rf %t && mkdir -p %t/out
# RUN: %python %test_root/Inputs/make_package.py --op torchvision::nms %t/out/detector.pt2 model=cpu
# RUN: %python %test_root/Inputs/make_package.py --op mylib::shift@python %t/out/shift.pt2 model=cpu
# RUN: %python %test_root/Inputs/make_package.py --op aten::topk %t/out/plain.pt2 model=cpu
# RUN: %check_aoti_tidy %s aoti-op-not-loaded %t/script --package=%t/out/detector.pt2 --package=%t/out/shift.pt2 --package=%t/out/plain.pt2 --torch=none

#---
import json, os.path as p
import numpy as np
import torch
from torch._inductor import aoti_load_package
d = torch._inductor.aoti_load_package('detector.pt2')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'detector.pt2' calls 'torchvision::nms', which nothing here registers: loading fails; import the module that does [aoti-op-not-loaded]
s = aoti_load_package('shift.pt2')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'shift.pt2' calls 'mylib::shift', which nothing here registers
torch._inductor.aoti_load_package('plain.pt2')

#---
import torch
import torchvision
d = torch._inductor.aoti_load_package('detector.pt2')

#---
import torch
from .ops import *
s = torch._inductor.aoti_load_package('shift.pt2')

#---
import torch
torch.ops.load_library("libtorchvision.so")
d = torch._inductor.aoti_load_package('detector.pt2')

#---
import torch
@torch.library.custom_op("mylib::shift", mutates_args=())
def shift(x: torch.Tensor) -> torch.Tensor:
    return x + 1
s = torch._inductor.aoti_load_package('shift.pt2')
