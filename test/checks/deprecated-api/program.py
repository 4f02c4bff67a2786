# Exported programs that are compiled to a .so.
# RUN: %check_aoti_tidy %s aoti-deprecated-api %t --torch=none
import torch

#---
# The program itself is packaged.
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
so = torch._inductor.aot_compile(ep.module(), (x,))
m = torch._export.aot_load(so, 'cpu')
torch._inductor.aot_compile(
    gm=ep.module(check_guards=False),
    args=(x,),
    kwargs={},
    options={
        'aot_inductor.output_path': 'm.so',  # here
        'max_autotune': True,  # slow
    },
)
a = torch._export.aot_load('m.so', 'cuda:1')
b = torch._export.aot_load('m.so', 'cuda')
# CHECK-MESSAGES: :[[@LINE-12]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so, which does not record the device it was compiled for; compile to a .pt2 with 'torch._inductor.aoti_compile_and_package' and call 'torch._inductor.aoti_load_package' [aoti-deprecated-api]
# CHECK-MESSAGES: :[[@LINE-14]]:6: note: what it loads is compiled here, and rewritten together with it
# CHECK-MESSAGES: :[[@LINE-4]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so, which does not record the device it was compiled for; compile to a .pt2 with 'torch._inductor.aoti_compile_and_package' and call 'torch._inductor.aoti_load_package' [aoti-deprecated-api]
# CHECK-MESSAGES: :[[@LINE-14]]:1: note: what it loads is compiled here, which takes 'torch._inductor.aoti_compile_and_package' with the exported program; it becomes 'torch._inductor.aoti_load_package('m.pt2', device_index=1)'
# CHECK-MESSAGES: :[[@LINE-5]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so, which does not record the device it was compiled for; compile to a .pt2 with 'torch._inductor.aoti_compile_and_package' and call 'torch._inductor.aoti_load_package' [aoti-deprecated-api]
# CHECK-MESSAGES: :[[@LINE-6]]:5: note: together with what it is compiled with, it becomes 'torch._inductor.aoti_load_package('m.pt2')'
# CHECK-FIXES: so = torch._inductor.aoti_compile_and_package(ep)
# CHECK-FIXES-NEXT: m = torch._inductor.aoti_load_package(so)

#---
# The module may have a name.
# It is needed no more.
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
gm = ep.run_decompositions().module()
so = torch._inductor.aot_compile(gm, (x,))
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:6: note: what it loads is compiled here, and rewritten together with it
# CHECK-FIXES: so = torch._inductor.aoti_compile_and_package(ep.run_decompositions())
# CHECK-FIXES-NEXT: m = torch._inductor.aoti_load_package(so)
#---
from torch._export import aot_load
from torch._inductor import aot_compile
def f(model, x):
    args = (x,)
    so = aot_compile(torch.export.export(model, args).module(), args)
    return aot_load(so, 'cpu')
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
    # CHECK-MESSAGES: :[[@LINE-3]]:10: note: what it loads is compiled here, and rewritten together with it
    # CHECK-FIXES: def f(model, x):
    # CHECK-FIXES-NEXT:     args = (x,)
    # CHECK-FIXES-NEXT:     so = torch._inductor.aoti_compile_and_package(torch.export.export(model, args))
    # CHECK-FIXES-NEXT:     return torch._inductor.aoti_load_package(so)

#---
# The inputs may be the same in other words.
def f(self, model, x, y, rest, args):
    p = torch.export.export(model, args, None)
    print(model(x), x.sum())
    so = torch._inductor.aot_compile(p.module(), args)
    return torch._export.aot_load(so, 'cpu')
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
    # CHECK-MESSAGES: :[[@LINE-5]]:9: note: these are not seen to be the inputs that 'p' is exported with, with which a package is compiled; if that is right, it becomes 'torch._inductor.aoti_load_package(so)', and what it loads is compiled with 'torch._inductor.aoti_compile_and_package(p)'
    # CHECK-FIXES-UNSAFE:     so = torch._inductor.aoti_compile_and_package(p)
    # CHECK-FIXES-UNSAFE-NEXT:     return torch._inductor.aoti_load_package(so)
#---
def f(self, model, x, y, rest, args):
    p = torch.export.export(model, (x, *rest), None)
    print(model(x), x.sum())
    so = torch._inductor.aot_compile(p.module(), (x, *rest))
    return torch._export.aot_load(so, 'cpu')
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
    # CHECK-MESSAGES: :[[@LINE-3]]:50: note: these are not seen to be the inputs that 'p' is exported with, with which a package is compiled; if that is right, it becomes 'torch._inductor.aoti_load_package(so)', and what it loads is compiled with 'torch._inductor.aoti_compile_and_package(p)'
    # CHECK-FIXES-UNSAFE:     so = torch._inductor.aoti_compile_and_package(p)
    # CHECK-FIXES-UNSAFE-NEXT:     return torch._inductor.aoti_load_package(so)
#---
def f(self, model, x, y, rest, args):
    p = torch.export.export(model, self.args, None)
    print(model(x), x.sum())
    so = torch._inductor.aot_compile(p.module(), self.args)
    return torch._export.aot_load(so, 'cpu')
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
    # CHECK-MESSAGES: :[[@LINE-5]]:9: note: these are not seen to be the inputs that 'p' is exported with, with which a package is compiled; if that is right, it becomes 'torch._inductor.aoti_load_package(so)', and what it loads is compiled with 'torch._inductor.aoti_compile_and_package(p)'
    # CHECK-FIXES-UNSAFE:     so = torch._inductor.aoti_compile_and_package(p)
    # CHECK-FIXES-UNSAFE-NEXT:     return torch._inductor.aoti_load_package(so)
#---
def f(self, model, x, y, rest, args):
    p = torch.export.export(model, (x, y), None)
    print(model(x), x.sum())
    so = torch._inductor.aot_compile(p.module(), (x, y))
    return torch._export.aot_load(so, 'cpu')
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
    # CHECK-MESSAGES: :[[@LINE-3]]:50: note: these are not seen to be the inputs that 'p' is exported with, with which a package is compiled; if that is right, it becomes 'torch._inductor.aoti_load_package(so)', and what it loads is compiled with 'torch._inductor.aoti_compile_and_package(p)'
    # CHECK-FIXES-UNSAFE:     so = torch._inductor.aoti_compile_and_package(p)
    # CHECK-FIXES-UNSAFE-NEXT:     return torch._inductor.aoti_load_package(so)
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
inputs = (x,)
so = torch._inductor.aot_compile(ep.module(), inputs)
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:47: note: these are not seen to be the inputs that 'ep' is exported with, with which a package is compiled; if that is right, it becomes 'torch._inductor.aoti_load_package(so)', and what it loads is compiled with 'torch._inductor.aoti_compile_and_package(ep)'
# CHECK-FIXES-UNSAFE: so = torch._inductor.aoti_compile_and_package(ep)
# CHECK-FIXES-UNSAFE-NEXT: m = torch._inductor.aoti_load_package(so)

#---
# What may change the model is no safe fix.
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
so = torch._inductor.aot_compile(ep.module(), (y,))
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:47: note: these are not seen to be the inputs that 'ep' is exported with, with which a package is compiled; if that is right, it becomes 'torch._inductor.aoti_load_package(so)', and what it loads is compiled with 'torch._inductor.aoti_compile_and_package(ep)'
# CHECK-FIXES-UNSAFE: so = torch._inductor.aoti_compile_and_package(ep)
# CHECK-FIXES-UNSAFE-NEXT: m = torch._inductor.aoti_load_package(so)
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
x = torch.randn(5, 4)
so = torch._inductor.aot_compile(ep.module(), (x,))
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:47: note: these are not seen to be the inputs that 'ep' is exported with
# CHECK-FIXES-UNSAFE: so = torch._inductor.aoti_compile_and_package(ep)
# CHECK-FIXES-UNSAFE-NEXT: m = torch._inductor.aoti_load_package(so)
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
so = torch._inductor.aot_compile(ep.module(), (x,), {'a': x})
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:53: note: these are not seen to be the inputs that 'ep' is exported with
# CHECK-FIXES-UNSAFE: so = torch._inductor.aoti_compile_and_package(ep)
# CHECK-FIXES-UNSAFE-NEXT: m = torch._inductor.aoti_load_package(so)
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
so = torch._inductor.aot_compile(ep.module(), tuple([x]))
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:47: note: these are not seen to be the inputs that 'ep' is exported with, with which a package is compiled; if that is right, it becomes 'torch._inductor.aoti_load_package(so)', and what it loads is compiled with 'torch._inductor.aoti_compile_and_package(ep)'
# CHECK-FIXES-UNSAFE: so = torch._inductor.aoti_compile_and_package(ep)
# CHECK-FIXES-UNSAFE-NEXT: m = torch._inductor.aoti_load_package(so)
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
p = torch.export.export(model, a.args)
a.args = (y,)
so = torch._inductor.aot_compile(p.module(), a.args)
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:46: note: these are not seen to be the inputs that 'p' is exported with, with which a package is compiled; if that is right, it becomes 'torch._inductor.aoti_load_package(so)', and what it loads is compiled with 'torch._inductor.aoti_compile_and_package(p)'
# CHECK-FIXES-UNSAFE: so = torch._inductor.aoti_compile_and_package(p)
# CHECK-FIXES-UNSAFE-NEXT: m = torch._inductor.aoti_load_package(so)
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
p = torch.export.export(model, a.args)
a['args'] = y
so = torch._inductor.aot_compile(p.module(), a.args)
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:46: note: these are not seen to be the inputs that 'p' is exported with
# CHECK-FIXES-UNSAFE: so = torch._inductor.aoti_compile_and_package(p)
# CHECK-FIXES-UNSAFE-NEXT: m = torch._inductor.aoti_load_package(so)
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
p = torch.export.export(model, a.args)
a.update(args=y)
so = torch._inductor.aot_compile(p.module(), a.args)
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:46: note: these are not seen to be the inputs that 'p' is exported with
# CHECK-FIXES-UNSAFE: so = torch._inductor.aoti_compile_and_package(p)
# CHECK-FIXES-UNSAFE-NEXT: m = torch._inductor.aoti_load_package(so)
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
p = torch.export.export(model, a.args)
a.args += (y,)
so = torch._inductor.aot_compile(p.module(), a.args)
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:46: note: these are not seen to be the inputs that 'p' is exported with
# CHECK-FIXES-UNSAFE: so = torch._inductor.aoti_compile_and_package(p)
# CHECK-FIXES-UNSAFE-NEXT: m = torch._inductor.aoti_load_package(so)
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
so = torch._inductor.aot_compile(
    ep.module(),
    (x,),  # a batch
)
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:12: note: a comment may be about an argument that goes; it becomes 'torch._inductor.aoti_load_package(so)'
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
p = torch.export.load('ep.pt2')
so = torch._inductor.aot_compile(p.module(), (x,))
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:34: note: 'p' is not exported in this file, so it is not known whether it has the example inputs
# CHECK-FIXES-UNSAFE: so = torch._inductor.aoti_compile_and_package(p)
# CHECK-FIXES-UNSAFE-NEXT: m = torch._inductor.aoti_load_package(so)
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
gm = ep.module()
optimize(gm)
so = torch._inductor.aot_compile(gm, (x,))
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:10: note: 'gm' is used here, too: what changes it is not compiled
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
gm = ep.module()
change(ep)
so = torch._inductor.aot_compile(gm, (x,))
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-4]]:8: note: 'ep' is used here, too: what changes it is not compiled; it becomes 'torch._inductor.aoti_load_package(so)'
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
so = torch._inductor.aot_compile(ep.module(), (x,))
m = torch._export.aot_load(so, 'cpu')
upload(so)
# CHECK-MESSAGES: :[[@LINE-2]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-2]]:8: note: 'so' is used here, too: it becomes the path of a .pt2

#---
# Any other graph stays as it is.
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
so = torch._inductor.aot_compile(traced, (x,))
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:6: note: what it loads is compiled here, which takes 'torch._inductor.aoti_compile_and_package' with the exported program; it becomes 'torch._inductor.aoti_load_package(so)'
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
def f(p):
    so = torch._inductor.aot_compile(p.module(), (x,))
    return torch._export.aot_load(so, 'cpu')
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
    # CHECK-MESSAGES: :[[@LINE-3]]:10: note: what it loads is compiled here, which takes 'torch._inductor.aoti_compile_and_package' with the exported program
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
gm = ep.module()
gm = optimize(gm)
so = torch._inductor.aot_compile(gm, (x,))
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:6: note: what it loads is compiled here, which takes 'torch._inductor.aoti_compile_and_package' with the exported program
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
so = torch._inductor.aot_compile(ep.graph_module, (x,))
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:6: note: what it loads is compiled here, which takes 'torch._inductor.aoti_compile_and_package' with the exported program
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
gm = ep.module()
def f():
    so = torch._inductor.aot_compile(gm, (x,))
    return torch._export.aot_load(so, 'cpu')
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
    # CHECK-MESSAGES: :[[@LINE-3]]:10: note: what it loads is compiled here, which takes 'torch._inductor.aoti_compile_and_package' with the exported program; it becomes 'torch._inductor.aoti_load_package(so)'
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
so = torch._inductor.aot_compile(ep.module(), (x,), options=o)
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:61: note: 'options' is no dict literal, from which 'aot_inductor.output_path' could be taken
#---
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
so = torch._inductor.aot_compile(ep.module(), (x,), options={'aot_inductor.package': True})
m = torch._export.aot_load(so, 'cpu')
# CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a raw .so
# CHECK-MESSAGES: :[[@LINE-3]]:6: note: what it loads is compiled here, and rewritten together with it
# CHECK-FIXES: so = torch._inductor.aoti_compile_and_package(ep, inductor_configs={'aot_inductor.package': True})
# CHECK-FIXES-NEXT: m = torch._inductor.aoti_load_package(so)

#---
# A compile that is not loaded is silent.
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
so = torch._inductor.aot_compile(ep.module(), (x,))
serve(so)
#--- --torch-version=2.5
x = torch.randn(3, 4)
ep = torch.export.export(torch.nn.Linear(4, 2), (x,))
so = torch._inductor.aot_compile(ep.module(), (x,))
m = torch._export.aot_load(so, 'cpu')
