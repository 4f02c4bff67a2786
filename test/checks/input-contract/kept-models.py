# What a script knows of a model that it keeps somewhere: m takes float32 [8, 10],
# and of the other one nothing is known.
# RUN: %check_aoti_tidy %s aoti-input-contract %t --torch=none
import torch
x = torch.randn(8, 10)
ep = torch.export.export(model, (x,))
p = torch._inductor.aoti_compile_and_package(ep, package_path='a/m.pt2')
m = torch._inductor.aoti_load_package(p)
h = x.half()
def make():
  return torch._inductor.aoti_load_package(p)

#---
# Where a model is kept.
# The model is an m; 'm2' takes the same, 'other' is not known.
make()(h)
# CHECK-MESSAGES: :9:5: warning: input 0 is 'float16', but 'm.pt2' takes 'float32' [aoti-input-contract]
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the environment, and otherwise its kernels read the tensor as if it fitted
# CHECK-MESSAGES: :6:6: note: exported here, for inputs like its example inputs
#---
m2 = make()
m2(h)
# CHECK-MESSAGES: :9:5: warning: input 0 is 'float16', but 'm.pt2' takes 'float32'
#---
ms = {'a': m, 'b': other}
ms['a'](h)
# CHECK-MESSAGES: :9:5: warning: input 0 is 'float16', but 'm.pt2' takes 'float32'
#---
[other, m][1](h)
# CHECK-MESSAGES: :9:5: warning: input 0 is 'float16', but 'm.pt2' takes 'float32'
#---
class S:
  def __init__(self):
    self.m = make()
  def go(self):
    return self.m(h)
    # CHECK-MESSAGES: :9:5: warning: input 0 is 'float16', but 'm.pt2' takes 'float32'
#---
class S:
  def __init__(self):
    self.m = None
  def load(self):
    self.m = m
  def go(this):
    this.m(h)
class Another:
  def __init__(self):
    self.m = other
    # CHECK-MESSAGES: :9:5: warning: input 0 is 'float16', but 'm.pt2' takes 'float32'
ms = {'a': m, 'b': other}
ms['b'](h)
ms[k](h)
ms['c'](h)
#---
ms = {'a': m}
ms['a'] = other
ms['a'](h)
#---
ms = [m]
ms.insert(0, other)
ms[0](h)
#---
for n in [m, other]:
  n(h)
#---
def either(c):
  if c:
    return m
  return other
either(1)(h)
#---
def gen():
  yield m
  return m
gen()(h)
#---
async def f():
  return m
f()(h)
#---
@wrap
def f():
  return m
f()(h)
#---
class S:
  def __init__(self):
    self.m = m
  def swap(self):
    self.m = other
  def go(self):
    self.m(h)
#---
class S:
  def __init__(self):
    self.m = m
  def go(self):
    self.m(h)
class T(S):
  def __init__(self):
    self.m = other
#---
class S:
  def __init__(self):
    self.m = m
  def go(self):
    self.m(h)
s.m = other
#---
class S:
  def __init__(self):
    self.m = m
    setattr(self, 'm', other)
  def go(self):
    self.m(h)
#---
class S:
  def go(self, s):
    s.m(h)
    self.m(h)
#---
def f(): return f()
f()(h)
