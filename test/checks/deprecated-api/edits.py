# What a rewrite does to the text around it, and to what else the file
# compiles and loads.
# RUN: %check_aoti_tidy %s aoti-deprecated-api %t --torch=none

#---
# Line ends are those of the file.
import torch
from torch._export import aot_compile, aot_load
p = aot_compile(
    torch.nn.ReLU(),  # the model
    (x,),
    options={
        'aot_inductor.output_path': 'm.so',
        # slow
        'max_autotune': True,
    },
)
m = aot_load(
    p,
    'cpu',
)
# CHECK-MESSAGES: :[[@LINE-13]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so, which does not record the device it was compiled for; call 'torch._inductor.aoti_compile_and_package(torch.export.export(...))', which writes a .pt2 [aoti-deprecated-api]
# CHECK-MESSAGES: :[[@LINE-5]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so, which does not record the device it was compiled for; compile to a .pt2 with 'torch._inductor.aoti_compile_and_package' and call 'torch._inductor.aoti_load_package'
# CHECK-MESSAGES: :[[@LINE-15]]:5: note: it is rewritten together with this call
# CHECK-FIXES: p = torch._inductor.aoti_compile_and_package(torch.export.export(
# CHECK-FIXES:     strict=True),
# CHECK-FIXES-NEXT:     package_path='m.pt2',
# CHECK-FIXES-NEXT:     inductor_configs={
# CHECK-FIXES: m = torch._inductor.aoti_load_package(
# CHECK-FIXES:     p,
# CHECK-FIXES-NEXT: )

#---
# An import that shares its line goes with its semicolon.
import torch; from torch._export import aot_load
m = aot_load('m.pt2', 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-FIXES: import torch
# CHECK-FIXES-NEXT: m = torch._inductor.aoti_load_package('m.pt2')

#---
# Commas and comments are kept.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(  # compile
    model,
    (x,),
    # that is all
)
m = torch._export.aot_load(p, 'cpu',)
# CHECK-MESSAGES: :[[@LINE-6]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-8]]:5: note: it is rewritten together with this call
# CHECK-FIXES: p = torch._inductor.aoti_compile_and_package(torch.export.export(  # compile
# CHECK-FIXES:     strict=True),
# CHECK-FIXES: m = torch._inductor.aoti_load_package(p,)
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(model, (x,))
m = torch._export.aot_load(p,  # it
                           'cpu')
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-5]]:5: note: it is rewritten together with this call
# CHECK-FIXES: p = torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True))
# CHECK-FIXES-NEXT: m = torch._inductor.aoti_load_package(p,  # it
# CHECK-FIXES-NEXT:                            )

#---
# No load is left behind that cannot load it.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
class S:
    def build(self):
        self.so = torch._export.aot_compile(model, (x,))
    def load(self):
        return torch._export.aot_load(self.so, 'cpu')
        # CHECK-MESSAGES: :[[@LINE-3]]:19: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
        # CHECK-MESSAGES: :[[@LINE-2]]:16: note: what is loaded here may be what it compiles; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True))'
        # CHECK-MESSAGES: :[[@LINE-3]]:16: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
        # CHECK-MESSAGES: :[[@LINE-4]]:16: note: what it loads must be compiled to a package first; it becomes 'torch._inductor.aoti_load_package(self.so)'
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
if x.numel() > 3:
    so = torch._export.aot_compile(model, (x,))
else:
    so = torch._export.aot_compile(model, (x,), options={})
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-4]]:10: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: note: what is loaded here may be what it compiles
# CHECK-MESSAGES: :[[@LINE-4]]:10: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: what is loaded here may be what it compiles
# CHECK-MESSAGES: :[[@LINE-5]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-6]]:5: note: what it loads must be compiled to a package first; it becomes 'torch._inductor.aoti_load_package(so)'
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
m = torch._export.aot_load((so := torch._export.aot_compile(model, (x,))), 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: note: what it loads must be compiled to a package first; it becomes 'torch._inductor.aoti_load_package((so := torch._export.aot_compile(model, (x,))))'
# CHECK-MESSAGES: :[[@LINE-3]]:35: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: what is loaded here may be what it compiles
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
def build():
    return torch._export.aot_compile(model, (x,))
m = torch._export.aot_load(build(), 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:12: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: note: what is loaded here may be what it compiles
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: what it loads must be compiled to a package first; it becomes 'torch._inductor.aoti_load_package(build())'
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
torch._export.aot_compile(model, (x,), options={'aot_inductor.output_path': folder + '/m.so'})
m = torch._export.aot_load('m.so', 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:1: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:28: note: what is loaded here may be what it compiles; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True), package_path=folder + '/m.pt2')'
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: what it loads must be compiled to a package first; it becomes 'torch._inductor.aoti_load_package('m.pt2')'
# Neither is a runner of libraries.
so = torch._export.aot_compile(model, (x,))
print(so)
r = torch._C._aoti.AOTIModelContainerRunnerCpu(so, 1)
# CHECK-MESSAGES: :[[@LINE-3]]:6: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:48: note: what is loaded here may be what it compiles
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
so = f'{folder}/m.so'
torch._export.aot_compile(model, (x,), options={'aot_inductor.output_path': so})
r = torch._C._aoti.AOTIModelContainerRunnerCpu(so, 1)
# CHECK-MESSAGES: :[[@LINE-2]]:1: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:48: note: what is loaded here may be what it compiles; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True), package_path=so)'
#---
# Each of these is loaded by its own.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
so = torch._export.aot_compile(model, (x,))
m = torch._export.aot_load(so, 'cpu')
n = torch._export.aot_load(path, 'cpu')
# CHECK-MESSAGES: :[[@LINE-3]]:6: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-5]]:6: note: it is rewritten together with this call
# CHECK-MESSAGES: :[[@LINE-4]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-5]]:5: note: what it loads must be compiled to a package first; it becomes 'torch._inductor.aoti_load_package(path)'
# CHECK-FIXES: so = torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True))
# CHECK-FIXES-NEXT: m = torch._inductor.aoti_load_package(so)

#---
# Two compiles to one path stay.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
torch._export.aot_compile(model, (x,), options={'aot_inductor.output_path': 'm.so'})
torch._export.aot_compile(model, (x,), options={'aot_inductor.output_path': 'm.so'})
m = torch._export.aot_load('m.so', 'cpu')
# CHECK-MESSAGES: :[[@LINE-3]]:1: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: note: what is loaded here may be what it compiles; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True), package_path='m.pt2')'
# CHECK-MESSAGES: :[[@LINE-4]]:1: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: what is loaded here may be what it compiles; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True), package_path='m.pt2')'
# CHECK-MESSAGES: :[[@LINE-5]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-6]]:5: note: what it loads must be compiled to a package first; it becomes 'torch._inductor.aoti_load_package('m.pt2')'
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
torch._export.aot_compile(model, (x,), options={'aot_inductor.output_path': f'{d}.so'})
torch._export.aot_compile(model, (x,), options={'aot_inductor.output_path': f'{d}.so'})
m = torch._export.aot_load(f'{d}.so', 'cpu')
# CHECK-MESSAGES: :[[@LINE-3]]:1: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: note: what is loaded here may be what it compiles; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True), package_path=f'{d}.pt2')'
# CHECK-MESSAGES: :[[@LINE-4]]:1: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: what is loaded here may be what it compiles; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True), package_path=f'{d}.pt2')'
# CHECK-MESSAGES: :[[@LINE-5]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-6]]:5: note: what it loads must be compiled to a package first; it becomes 'torch._inductor.aoti_load_package(f'{d}.pt2')'
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
torch._export.aot_compile(model, (x,), options={'aot_inductor.output_path': d + '.so'})
torch._export.aot_compile(model, (x,), options={'aot_inductor.output_path': d + '.so'})
m = torch._export.aot_load(d + '.so', 'cpu')
# CHECK-MESSAGES: :[[@LINE-3]]:1: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:5: note: what is loaded here may be what it compiles; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True), package_path=d + '.pt2')'
# CHECK-MESSAGES: :[[@LINE-4]]:1: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: what is loaded here may be what it compiles; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True), package_path=d + '.pt2')'
# CHECK-MESSAGES: :[[@LINE-5]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-6]]:5: note: what it loads must be compiled to a package first; it becomes 'torch._inductor.aoti_load_package(d + '.pt2')'
#---
# By what they return, they are told apart.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(model, (x,))
m = torch._export.aot_load(p, 'cpu')
q = torch._export.aot_compile(model, (x,))
n = torch._export.aot_load(q, 'cpu')
# CHECK-MESSAGES: :[[@LINE-4]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-6]]:5: note: it is rewritten together with this call
# CHECK-MESSAGES: :[[@LINE-5]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-5]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-7]]:5: note: it is rewritten together with this call
# CHECK-FIXES: p = torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True))
# CHECK-FIXES-NEXT: m = torch._inductor.aoti_load_package(p)
# CHECK-FIXES-NEXT: q = torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True))
# CHECK-FIXES-NEXT: n = torch._inductor.aoti_load_package(q)

#---
# Other uses of the path are said.
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
torch._export.aot_compile(model, (x,), options={'aot_inductor.output_path': f'{d}.so'})
m = torch._export.aot_load(f'{d}.so', 'cpu')
os.remove(f'{d}.so')
# CHECK-MESSAGES: :[[@LINE-3]]:1: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:11: note: this path is used here, too: it becomes that of a .pt2; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True), package_path=f'{d}.pt2')'
# CHECK-MESSAGES: :[[@LINE-4]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-5]]:5: note: together with what it is compiled with
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
class S:
    so = torch._export.aot_compile(model, (x,))
    run = torch._export.aot_load(so, 'cpu')
    # CHECK-MESSAGES: :[[@LINE-2]]:10: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
    # CHECK-MESSAGES: :[[@LINE-3]]:5: note: what it returns is used here: it becomes the path of a .pt2; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True))'
    # CHECK-MESSAGES: :[[@LINE-3]]:11: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
    # CHECK-MESSAGES: :[[@LINE-4]]:11: note: together with what it is compiled with, it becomes 'torch._inductor.aoti_load_package(so)'
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
o = {'aot_inductor.output_path': 'm.so'}
p = torch._export.aot_compile(model, (x,), options=o)
m = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:52: note: 'options' is no dict literal, from which 'aot_inductor.output_path' could be taken; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True), package_path=..., inductor_configs=...)'
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: together with what it is compiled with, it becomes 'torch._inductor.aoti_load_package(p)'
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
p = torch._export.aot_compile(model.forward, (x,))
m = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:31: note: 'model.forward' is a function, and 'torch.export.export' takes a torch.nn.Module: make it the 'forward' of one; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model.forward, (x,), strict=True))'
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: together with what it is compiled with
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
a = b = torch._export.aot_compile(model, (x,))
m = torch._export.aot_load(b, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:9: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:5: note: what it returns is used here: it becomes the path of a .pt2
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: together with what it is compiled with, it becomes 'torch._inductor.aoti_load_package(b)'
#---
import torch
model = torch.nn.Linear(4, 2)
x = torch.randn(3, 4)
with torch._inductor.config.patch({'aot_inductor.output_path': 'm.so'}):
    p = torch._export.aot_compile(model, (x,))
m = torch._export.aot_load(p, 'cpu')
# CHECK-MESSAGES: :[[@LINE-2]]:9: warning: 'torch._export.aot_compile' is deprecated since torch 2.6 and writes a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:36: note: the path is configured here; it becomes 'torch._inductor.aoti_compile_and_package(torch.export.export(model, (x,), strict=True))'
# CHECK-MESSAGES: :[[@LINE-3]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: together with what it is compiled with
