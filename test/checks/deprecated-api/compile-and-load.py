# Compiles to a .so, and their loads: what becomes of them.
# RUN: %check_aoti_tidy %s aoti-deprecated-api %t --torch=none

#---
# A compile and its load are rewritten together.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(model, (x,))
m = torch._export.aot_load(p, "cpu")
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so, which does not record the device it was compiled for; call 'torch._inductor.aoti_compile_and_package(torch.export.export(...))', which writes a .pt2 [aoti-deprecated-api]
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so, which does not record the device it was compiled for; compile to a .pt2 with 'torch._inductor.aoti_compile_and_package' and call 'torch._inductor.aoti_load_package'
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: it is rewritten together with this call
# CHECK-FIXES: p = torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True))
# CHECK-FIXES-NEXT: m = torch._inductor.aoti_load_package(p)
#---
# As long as it fits, a line stays one.
import torch as t
p = t._export.aot_compile(t.nn.ReLU(), x)
m = t._export.aot_load(p, "cpu")
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: it is rewritten together with this call
# CHECK-FIXES: p = t._inductor.aoti_compile_and_package(t.export.export(t.nn.ReLU(), x, strict=True))
# CHECK-FIXES-NEXT: m = t._inductor.aoti_load_package(p)

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
# CHECK-MESSAGES: :[[@LINE-13]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-15]]:5: note: it is rewritten together with this call
# CHECK-FIXES: p = torch._inductor.aoti_compile_and_package(torch.export.export(
# CHECK-FIXES:     dynamic_shapes={"input": {0: batch}},
# CHECK-FIXES-NEXT:     strict=True),  # is dynamic
# CHECK-FIXES:     package_path=os.path.join(d, "m.pt2"),
# CHECK-FIXES-NEXT:     inductor_configs={
# CHECK-FIXES: m = torch._inductor.aoti_load_package(p, device_index=1)

#---
# A path is followed to where it is loaded.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
torch._export.aot_compile(model, (x,), options={'aot_inductor.output_path': 'out/m.so', 'freezing': True})
m = torch._export.aot_load('out/m.so', 'cuda')
# CHECK-MESSAGES: :[[@LINE-2]]:1: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:1: note: it is rewritten together with this call
# CHECK-FIXES: torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True), package_path='out/m.pt2', inductor_configs={'freezing': True})
# CHECK-FIXES-NEXT: m = torch._inductor.aoti_load_package('out/m.pt2')
#---
# A variable, in one place.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
so = f'{d}/m.so'
torch._export.aot_compile(model, (x,), options={'aot_inductor.output_path': so})
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:1: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:1: note: it is rewritten together with this call
# CHECK-FIXES: so = f'{d}/m.pt2'
# CHECK-FIXES-NEXT: torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True), package_path=so)
# CHECK-FIXES-NEXT: m = torch._inductor.aoti_load_package(so)
#---
# The same expression.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
import os
torch._export.aot_compile(model, (x,), options={'aot_inductor.output_path': os.path.join(d, f'm{i}.so')})
m = torch._export.aot_load(os.path.join(d, f'm{i}.so'), device='cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:1: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:1: note: it is rewritten together with this call
# CHECK-FIXES: torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True), package_path=os.path.join(d, f'm{i}.pt2'))
# CHECK-FIXES-NEXT: m = torch._inductor.aoti_load_package(os.path.join(d, f'm{i}.pt2'))

#---
# Arguments go where they belong.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
m = torch._export.aot_load(torch._export.aot_compile(
	f=model,
	options=None,
	kwargs={'a': x},
	remove_runtime_assertions=True,
	same_signature=True,
	disable_constraint_solver=False,
	args=(
		x,
	),
), device="xpu")
# CHECK-MESSAGES: :[[@LINE-11]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-12]]:5: note: together with what it is compiled with, it becomes 'torch._inductor.aoti_load_package(...)'
# CHECK-MESSAGES: :[[@LINE-13]]:28: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-10]]:2: note: 'remove_runtime_assertions' has no equivalent in 'torch.export.export'; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(mod=model, args=(x,), kwargs={'a': x}, strict=True), package_path=..., inductor_configs=...)'
#---
# What is inside of a string is not indented.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(
    model,
    (x,), {'a': '''
    b
    '''},
)
m = torch._export.aot_load(so_path=p, device='mps')
# CHECK-MESSAGES: :[[@LINE-7]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-9]]:5: note: it is rewritten together with this call
# CHECK-FIXES: p = torch._inductor.aoti_compile_and_package(torch.export.export(
# CHECK-FIXES:     '''}, strict=True),
# CHECK-FIXES: m = torch._inductor.aoti_load_package(path=p)

#---
# A device that is one of plain ones is dropped.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
dev = 'cuda' if torch.cuda.is_available() else 'cpu'
p = torch._export.aot_compile(model.to(dev).eval(), (x,))
m = torch._export.aot_load(p, dev)
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:31: note: 'dev' is only known at run time; a package is loaded to the device it was compiled for; if that is right, it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model.to(dev).eval(), (x,), strict=True))'
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: together with what it is compiled with, it becomes 'torch._inductor.aoti_load_package(p)'
# CHECK-FIXES-UNSAFE: p = torch._inductor.aoti_compile_and_package(torch.export.export(model.to(dev).eval(), (x,), strict=True))
# CHECK-FIXES-UNSAFE-NEXT: m = torch._inductor.aoti_load_package(p)

#---
# Imports come and go.
from torch._export import aot_compile, aot_load
from net import d
class Net(torch.nn.Module):
  pass
#---
import torch.nn as nn
from torch._export import aot_compile as c, aot_load
p = c(nn.ReLU(), (x,))
m = aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:5: note: 'torch' is not imported by name; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(nn.ReLU(), (x,), strict=True))'
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: together with what it is compiled with, it becomes 'torch._inductor.aoti_load_package(p)'
#---
import torch as th
import torch._export as E
p = E.aot_compile(th.nn.ReLU(), (x,))
m = E.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: it is rewritten together with this call
# CHECK-FIXES: p = th._inductor.aoti_compile_and_package(th.export.export(th.nn.ReLU(), (x,), strict=True))
# CHECK-FIXES-NEXT: m = th._inductor.aoti_load_package(p)
#---
import torch._export
p = torch._export.aot_compile(torch.nn.ReLU(), (x,))
m = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: it is rewritten together with this call
# CHECK-FIXES: p = torch._inductor.aoti_compile_and_package(torch.export.export(torch.nn.ReLU(), (x,), strict=True))
# CHECK-FIXES-NEXT: m = torch._inductor.aoti_load_package(p)
#---
# Two compiles that share an import are one fix.
import torch
from torch._export import aot_compile, aot_load, other
p = aot_compile(torch.nn.ReLU(), (x,))
m = aot_load(p, 'cpu')
q = aot_compile(torch.nn.ReLU(), (y,))
n = aot_load(q, 'cpu')
# CHECK-MESSAGES: :[[@LINE-4]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-6]]:5: note: it is rewritten together with this call
# CHECK-MESSAGES: :[[@LINE-5]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-5]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-7]]:5: note: it is rewritten together with this call
# CHECK-FIXES: p = torch._inductor.aoti_compile_and_package(torch.export.export(torch.nn.ReLU(), (x,), strict=True))
# CHECK-FIXES-NEXT: m = torch._inductor.aoti_load_package(p)
# CHECK-FIXES-NEXT: q = torch._inductor.aoti_compile_and_package(torch.export.export(torch.nn.ReLU(), (y,), strict=True))
# CHECK-FIXES-NEXT: n = torch._inductor.aoti_load_package(q)

#---
# What may be wrong is no safe fix.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(net, (x,))
m = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:31: note: 'net' is not seen to be a torch.nn.Module, which 'torch.export.export' demands; if that is right, it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(net, (x,), strict=True))'
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: together with what it is compiled with, it becomes 'torch._inductor.aoti_load_package(p)'
# CHECK-FIXES-UNSAFE: p = torch._inductor.aoti_compile_and_package(torch.export.export(net, (x,), strict=True))
# CHECK-FIXES-UNSAFE-NEXT: m = torch._inductor.aoti_load_package(p)
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(model, (x,))
m = torch._export.aot_load(p, 'cpu')
shutil.copy(p, d)
def f():
    return torch._export.aot_compile(model, (x,))
    # CHECK-MESSAGES: :[[@LINE-5]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
    # CHECK-MESSAGES: :[[@LINE-4]]:13: note: 'p' is used here, too: it becomes the path of a .pt2; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True))'
    # CHECK-MESSAGES: :[[@LINE-6]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
    # CHECK-MESSAGES: :[[@LINE-7]]:5: note: together with what it is compiled with
    # CHECK-MESSAGES: :[[@LINE-5]]:12: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
    # CHECK-MESSAGES: :[[@LINE-6]]:5: note: what it returns is used here: it becomes the path of a .pt2; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True))'
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
torch._export.aot_compile(model, (x,), options={'aot_inductor.output_path': 'm.so'})
torch._export.aot_load('m.so', 'cpu')
subprocess.run(['./serve', 'm.so'])
# CHECK-MESSAGES: :[[@LINE-3]]:1: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:28: note: 'm.so' is named here, too; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True), package_path='m.pt2')'
# CHECK-MESSAGES: :[[@LINE-4]]:1: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-5]]:1: note: together with what it is compiled with, it becomes 'torch._inductor.aoti_load_package('m.pt2')'
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
so = 'm.so'
torch._export.aot_compile(model, (x,), options={'aot_inductor.output_path': so})
torch._export.aot_load(so, 'cpu')
print(so)
# CHECK-MESSAGES: :[[@LINE-3]]:1: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:7: note: 'so' is used here, too: it becomes the path of a .pt2; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True), package_path=so)'
# CHECK-MESSAGES: :[[@LINE-4]]:1: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-5]]:1: note: together with what it is compiled with, it becomes 'torch._inductor.aoti_load_package(so)'
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(model, (x,))
m = torch._export.aot_load(p, device)
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:31: note: 'device' is only known at run time; a package is loaded to the device it was compiled for
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: together with what it is compiled with
# CHECK-FIXES-UNSAFE: p = torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True))
# CHECK-FIXES-UNSAFE-NEXT: m = torch._inductor.aoti_load_package(p)
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
torch._inductor.config.aot_inductor.output_path = 'm.so'
p = torch._export.aot_compile(model, (x,))
m = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:1: note: the path is configured here; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True))'
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: together with what it is compiled with

#---
# What is not mechanical is said and not rewritten.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(model, (x,), options=options)
m = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:52: note: 'options' is no dict literal, from which 'aot_inductor.output_path' could be taken; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True), package_path=..., inductor_configs=...)'
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: together with what it is compiled with
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(model, (x,), options={**o})
m = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:52: note: not all keys of 'options' are known; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True))'
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: together with what it is compiled with
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(model, (x,), **kw)
m = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:5: note: its arguments are unpacked; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), ..., strict=True))'
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: together with what it is compiled with
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(model, (x,), same_signature=False)
m = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:44: note: 'same_signature' has no equivalent in 'torch.export.export'; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True))'
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: together with what it is compiled with
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(model, (x,), constraints=[])
m = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:44: note: 'constraints' has no equivalent in 'torch.export.export'
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: together with what it is compiled with
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(lambda x: x + 1, (x,))
m = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:31: note: 'lambda x: x + 1' is a function, and 'torch.export.export' takes a torch.nn.Module: make it the 'forward' of one; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(lambda x: x + 1, (x,), strict=True))'
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: together with what it is compiled with
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
def f(x):
    return x
p = torch._export.aot_compile(f, (x,))
m = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:31: note: 'f' is a function, and 'torch.export.export' takes a torch.nn.Module: make it the 'forward' of one; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(f, (x,), strict=True))'
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: together with what it is compiled with
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(model, (x,), options={'aot_inductor.output_path': args.path})
m = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:81: note: 'aot_inductor.output_path' is not seen to end in ".so"; a package's path must end in ".pt2"; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True), package_path=args.path)'
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: together with what it is compiled with
#---
# Never the load alone.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
m = torch._export.aot_load('m.so', 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: note: what it loads must be compiled to a package first; it becomes 'torch._inductor.aoti_load_package('m.pt2')'
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
m = torch._export.aot_load(os.path.join(d, f"{n}.so"), 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: note: what it loads must be compiled to a package first; it becomes 'torch._inductor.aoti_load_package(os.path.join(d, f"{n}.pt2"))'
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._inductor.aot_compile(ep.module(), (x,))
m = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:5: note: what it loads is compiled here, which takes 'torch._inductor.aoti_compile_and_package' with the exported program; it becomes 'torch._inductor.aoti_load_package(p)'
#--- --torch-version=2.7
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(model, (x,))
m = torch._export.aot_load(p, 'cuda:1')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:31: note: 'aoti_load_package' has no 'device_index' before torch 2.8
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: together with what it is compiled with

#---
# A load of a package is right alone.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
m = torch._export.aot_load('m.pt2', 'cuda')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-FIXES: m = torch._inductor.aoti_load_package('m.pt2')
