# Compiles to a .so, and their loads: which are rewritten.
# RUN: %check_aoti_tidy %s aoti-deprecated-api %t --torch=none

#---
# A compile and its load are rewritten together.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(model, (x,))
m = torch._export.aot_load(p, "cpu")
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so, which records no device; call 'torch._inductor.aoti_compile_and_package(torch.export.export(...))' [aoti-deprecated-api]
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so, which records no device; compile to a .pt2 with 'torch._inductor.aoti_compile_and_package' and call 'torch._inductor.aoti_load_package'
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: it is rewritten together with this call
# CHECK-FIXES: p = torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True))
# CHECK-FIXES-NEXT: m = torch._inductor.aoti_load_package(p)
#---
# Torch under another name, a second load, a device with an index.
import torch as t
p = t._export.aot_compile(f=t.nn.ReLU(), args=(x,))
m = t._export.aot_load(so_path=p, device="cuda:1")
n = t._export.aot_load(p, "cuda")
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
# CHECK-MESSAGES: :[[@LINE-5]]:5: note: it is rewritten together with this call
# CHECK-MESSAGES: :[[@LINE-4]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
# CHECK-MESSAGES: :[[@LINE-7]]:5: note: it is rewritten together with this call
# CHECK-FIXES: p = t._inductor.aoti_compile_and_package(t.export.export(mod=t.nn.ReLU(), args=(x,), strict=True))
# CHECK-FIXES-NEXT: m = t._inductor.aoti_load_package(path=p, device_index=1)
# CHECK-FIXES-NEXT: n = t._inductor.aoti_load_package(p)

#---
# The path and the other options are kept.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
import os
p = torch._export.aot_compile(
    model,
    (x,),
    # the batch
    dynamic_shapes={"input": {0: batch}},  # is dynamic
    # where it goes
    options={
        "aot_inductor.output_path": os.path.join(d, "m.so"),
        # slow
        "max_autotune": True,
    },
)
m = torch._export.aot_load(p, device="cuda:1")
# CHECK-MESSAGES: :[[@LINE-13]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
# CHECK-MESSAGES: :[[@LINE-15]]:5: note: it is rewritten together with this call
# CHECK-FIXES: p = torch._inductor.aoti_compile_and_package(torch.export.export(
# CHECK-FIXES:     dynamic_shapes={"input": {0: batch}},
# CHECK-FIXES-NEXT:     strict=True),  # is dynamic
# CHECK-FIXES:     package_path=os.path.join(d, "m.pt2"),
# CHECK-FIXES-NEXT:     inductor_configs={
# CHECK-FIXES: m = torch._inductor.aoti_load_package(p, device_index=1)
#---
# Only the path.
import torch
p = torch._export.aot_compile(torch.nn.ReLU(), (x,), options={'aot_inductor.output_path': f'{d}/m.so'})
m = torch._export.aot_load(p, 'cuda')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: it is rewritten together with this call
# CHECK-FIXES: p = torch._inductor.aoti_compile_and_package(torch.export.export(torch.nn.ReLU(), (x,), strict=True), package_path=f'{d}/m.pt2')
# CHECK-FIXES-NEXT: m = torch._inductor.aoti_load_package(p)

#---
# By what they return, they are told apart.
import torch
model = torch.nn.Linear(4, 2)
p = torch._export.aot_compile(model, (x,))
m = torch._export.aot_load(p, 'cpu')
q = torch._export.aot_compile(model, (x,))
n = torch._export.aot_load(q, 'cpu')
# CHECK-MESSAGES: :[[@LINE-4]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
# CHECK-MESSAGES: :[[@LINE-6]]:5: note: it is rewritten together with this call
# CHECK-MESSAGES: :[[@LINE-5]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
# CHECK-MESSAGES: :[[@LINE-5]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
# CHECK-MESSAGES: :[[@LINE-7]]:5: note: it is rewritten together with this call
# CHECK-FIXES: p = torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True))
# CHECK-FIXES-NEXT: m = torch._inductor.aoti_load_package(p)
# CHECK-FIXES-NEXT: q = torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True))
# CHECK-FIXES-NEXT: n = torch._inductor.aoti_load_package(q)
#---
# Commas and comments are kept.
import torch
model = torch.nn.Linear(4, 2)
p = torch._export.aot_compile(  # compile
    model,
    (x,),
    # that is all
)
m = torch._export.aot_load(p,  # it
                           'cpu')
# CHECK-MESSAGES: :[[@LINE-7]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
# CHECK-MESSAGES: :[[@LINE-9]]:5: note: it is rewritten together with this call
# CHECK-FIXES: p = torch._inductor.aoti_compile_and_package(torch.export.export(  # compile
# CHECK-FIXES:     strict=True),
# CHECK-FIXES: m = torch._inductor.aoti_load_package(p,  # it
# CHECK-FIXES-NEXT:                            )

#---
# Another use of the path.
import torch
p = torch._export.aot_compile(torch.nn.ReLU(), (x,))
m = torch._export.aot_load(p, 'cpu')
shutil.copy(p, d)
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
#---
# Its name elsewhere.
import torch
p = torch._export.aot_compile(torch.nn.ReLU(), (x,), options={'aot_inductor.output_path': 'm.so'})
m = torch._export.aot_load(p, 'cpu')
subprocess.run(['./serve', 'm.so'])
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
#---
# A path that is configured, or has no ".so" in sight.
import torch
torch._inductor.config.aot_inductor.output_path = 'm.so'
p = torch._export.aot_compile(torch.nn.ReLU(), (x,))
m = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
#---
import torch
p = torch._export.aot_compile(torch.nn.ReLU(), (x,), options={'aot_inductor.output_path': args.path})
m = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
#---
# What may be no module, a device that only the run knows, options out of sight,
# arguments that export does not have.
import torch
p = torch._export.aot_compile(net, (x,))
m = torch._export.aot_load(p, 'cpu')
p2 = torch._export.aot_compile(torch.nn.ReLU(), (x,))
m2 = torch._export.aot_load(p2, device)
p3 = torch._export.aot_compile(torch.nn.ReLU(), (x,), options=options)
m3 = torch._export.aot_load(p3, 'cpu')
p4 = torch._export.aot_compile(torch.nn.ReLU(), (x,), same_signature=False)
m4 = torch._export.aot_load(p4, 'cpu')
p5 = torch._export.aot_compile(torch.nn.ReLU(), (x,), **kw)
m5 = torch._export.aot_load(p5, 'cpu')
# CHECK-MESSAGES: :[[@LINE-10]]:5: warning: 'torch._export.aot_compile' is deprecated
# CHECK-MESSAGES: :[[@LINE-10]]:5: warning: 'torch._export.aot_load' is deprecated
# CHECK-MESSAGES: :[[@LINE-10]]:6: warning: 'torch._export.aot_compile' is deprecated
# CHECK-MESSAGES: :[[@LINE-10]]:6: warning: 'torch._export.aot_load' is deprecated
# CHECK-MESSAGES: :[[@LINE-10]]:6: warning: 'torch._export.aot_compile' is deprecated
# CHECK-MESSAGES: :[[@LINE-10]]:6: warning: 'torch._export.aot_load' is deprecated
# CHECK-MESSAGES: :[[@LINE-10]]:6: warning: 'torch._export.aot_compile' is deprecated
# CHECK-MESSAGES: :[[@LINE-10]]:6: warning: 'torch._export.aot_load' is deprecated
# CHECK-MESSAGES: :[[@LINE-10]]:6: warning: 'torch._export.aot_compile' is deprecated
# CHECK-MESSAGES: :[[@LINE-10]]:6: warning: 'torch._export.aot_load' is deprecated
#---
# Two compiles, one of which is loaded.
import torch
if x.numel() > 3:
    so = torch._export.aot_compile(torch.nn.ReLU(), (x,))
else:
    so = torch._export.aot_compile(torch.nn.ReLU(), (x,), options={})
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-4]]:10: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:10: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
#---
# Never a load alone; nor what torch._inductor.aot_compile makes.
import torch
m = torch._export.aot_load('m.so', 'cpu')
p = torch._inductor.aot_compile(ep.module(), (x,))
n = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
#---
# Functions that are imported by name.
import torch
from torch._export import aot_compile, aot_load
p = aot_compile(torch.nn.ReLU(), (x,))
m = aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
#--- --torch-version=2.7
# There is no 'device_index' before torch 2.8.
import torch
p = torch._export.aot_compile(torch.nn.ReLU(), (x,))
m = torch._export.aot_load(p, 'cuda:1')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6: it writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw .so
