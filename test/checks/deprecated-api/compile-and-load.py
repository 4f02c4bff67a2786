# Compiles to a .so, and their loads. A fix would have to change both, and whoever else
# names the file.
# RUN: %check_aoti_tidy %s aoti-deprecated-api %t --torch=none

#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(model, (x,))
m = torch._export.aot_load(p, "cpu")
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so, which records no device; call 'torch._inductor.aoti_compile_and_package(torch.export.export(...))' [aoti-deprecated-api]
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so, which records no device; compile to a .pt2 with 'torch._inductor.aoti_compile_and_package' and call 'torch._inductor.aoti_load_package'
#---
# Torch under another name, a second load, a device with an index.
import torch as t
p = t._export.aot_compile(f=t.nn.ReLU(), args=(x,))
m = t._export.aot_load(so_path=p, device="cuda:1")
n = t._export.aot_load(p, "cuda")
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
#---
# A path and other options, as torch's guide has them.
import os
import torch
p = torch._export.aot_compile(
    net,
    (x,),
    dynamic_shapes={"input": {0: batch}},
    options={"aot_inductor.output_path": os.path.join(d, "m.so"), "max_autotune": True},
)
m = torch._export.aot_load(p, device)
# CHECK-MESSAGES: :[[@LINE-7]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
#---
# What torch._inductor.aot_compile makes is loaded in the old way, too.
import torch
p = torch._inductor.aot_compile(ep.module(), (x,))
n = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
#---
# Functions that are imported by name.
import torch
from torch._export import aot_compile, aot_load
p = aot_compile(torch.nn.ReLU(), (x,))
m = aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
