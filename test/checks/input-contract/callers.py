# What the callers of a function give it.
# RUN: %check_aoti_tidy %s aoti-input-contract %t --torch=none
import torch
x = torch.randn(4, 8)
ep = torch.export.export(model, (x,))
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(ep))
#---
# One call, several that agree, by name, with a default, with types.
def go(each):
    return m(each)
go(torch.randn(4, 9))
# CHECK-MESSAGES: :[[@LINE-1]]:4: warning: input 0 has shape [4, 9], but the package takes [4, 8]: dimension 1 is the constant 8, not 9 [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-3]]:12: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :5:6: note: exported here, for inputs like its example inputs
#---
def go(each):
    return m(each)
go(torch.randn(4, 9))
go(each=torch.randn(4, 9))
# CHECK-MESSAGES: :[[@LINE-2]]:4: warning: input 0 has shape [4, 9], but the package takes [4, 8]: dimension 1 is the constant 8, not 9 [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-4]]:12: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :5:6: note: exported here, for inputs like its example inputs
#---
def go(each=torch.randn(4, 9)):
    return m(each)
go()
# CHECK-MESSAGES: :[[@LINE-3]]:13: warning: input 0 has shape [4, 9], but the package takes [4, 8]: dimension 1 is the constant 8, not 9 [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-3]]:12: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :5:6: note: exported here, for inputs like its example inputs
#---
def go(n: int, each: torch.Tensor) -> None:
    m(each)
go(3, torch.randn(4, 9))
go(each=torch.randn(4, 9), n=2)
# CHECK-MESSAGES: :[[@LINE-2]]:7: warning: input 0 has shape [4, 9], but the package takes [4, 8]: dimension 1 is the constant 8, not 9 [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :5:6: note: exported here, for inputs like its example inputs
#---
# Through another function; from inside of one.
def go(each):
    return m(each)
def outer(it):
    return go(it)
outer(torch.randn(4, 9))
# CHECK-MESSAGES: :[[@LINE-1]]:7: warning: input 0 has shape [4, 9], but the package takes [4, 8]: dimension 1 is the constant 8, not 9 [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-5]]:12: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :5:6: note: exported here, for inputs like its example inputs
#---
def go(each):
    def inner():
        return m(each)
    return inner()
go(torch.randn(4, 9))
# CHECK-MESSAGES: :[[@LINE-1]]:4: warning: input 0 has shape [4, 9], but the package takes [4, 8]: dimension 1 is the constant 8, not 9 [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-4]]:16: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :5:6: note: exported here, for inputs like its example inputs
#---
# Calls that do not agree; none.
def go(each):
    return m(each)
go(torch.randn(4, 9))
go(torch.randn(4, 8))
#---
def go(each=torch.randn(4, 9)):
    return m(each)
go(torch.randn(4, 8))
#---
def go(each):
    return m(each)
#---
# Another may call it.
def go(each):
    return m(each)
go(torch.randn(4, 9))
run_later(go)
#---
@wrapped
def go(each):
    return m(each)
go(torch.randn(4, 9))
#---
class Host:
    def go(self, each):
        return m(each)
#---
# Which one it is, is not plain.
def go(each):
    return m(each)
go(*[torch.randn(4, 9)])
#---
def go(*each):
    return m(each[0])
go(torch.randn(4, 9))
#---
def go(*, each):
    return m(each)
go(each=torch.randn(4, 9))
#---
# It is looked at before, changed before, or the call is there to fail.
def go(each):
    if each.shape[1] != 8:
        return None
    return m(each)
go(torch.randn(4, 9))
#---
def go(each):
    each = each[:, :8]
    return m(each)
go(torch.randn(4, 9))
#---
def go(each):
    m(each)
    go(each[:, :8])
go(torch.randn(4, 9))
#---
import pytest
def go(each):
    return m(each)
with pytest.raises(RuntimeError):
    go(torch.randn(4, 9))
#---
# Another of that name; two that call each other.
def go(each):
    return m(each)
def other(go):
    go(torch.randn(4, 9))
go(torch.randn(4, 8))
#---
def go(each):
    return back(each)
def back(it):
    m(it)
    return go(it)
#---
# Zyphra/Zonos#57: the turns of a loop; one finding for the first that does not fit.
for n in (4, 5, 6):
    m(torch.randn(n, 8))
# CHECK-MESSAGES: :[[@LINE-1]]:7: warning: input 0 has shape [5, 8], but the package takes [4, 8]: dimension 0 is the constant 4, not 5 [aoti-input-contract]
for each in [torch.randn(4, 8), torch.randn(4, 7)]:
    m(each)
# CHECK-MESSAGES: :[[@LINE-2]]:33: warning: input 0 has shape [4, 7], but the package takes [4, 8]
#---
# They fit, are not all in sight, or it is looked what fits.
for n in (4, 4):
    m(torch.randn(n, 8))
for n in sizes:
    m(torch.randn(n, 8))
for n in (4, 5):
    if n == 4:
        m(torch.randn(n, 8))
for n in (4, 5):
    try:
        m(torch.randn(n, 8))
    except RuntimeError:
        print(n)
#---
# Elements of a list that repeats itself.
import torch
m = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(
    torch.export.export(model, (torch.randn(2, 3), torch.randn(2, 4)))))
xs = [torch.randn(2, 3), torch.randn(2, 4)] * 2
m(xs[0], xs[1])
m(xs[2], xs[-1])
m(xs[0], xs[2])
# CHECK-MESSAGES: :[[@LINE-4]]:7: warning: input 1 has shape [2, 3], but the package takes [2, 4]
m(xs[-3], xs[3])
# CHECK-MESSAGES: :[[@LINE-6]]:26: warning: input 0 has shape [2, 4], but the package takes [2, 3]
m(xs[4], xs[1])
m(xs[-5], xs[1])
m(xs[0], xs[n])
ys = [torch.randn(2, 4)] * n
m(ys[0], ys[1])
# Its elements are others by then.
zs = [torch.randn(4, 3)] * 2
zs[0] = torch.randn(2, 3)
zs[1] = torch.randn(2, 4)
m(zs[0], zs[1])
