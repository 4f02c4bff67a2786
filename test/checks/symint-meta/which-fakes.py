# Which functions are fakes, and which calls in them count.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none
import torch

#---
# Which functions are fakes.
@torch.library.impl_abstract('a::b')
def f(x: torch.Tensor): return len(x)
# CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
# CHECK-FIXES: def f(x: torch.Tensor): return x.shape[0]
#---
from torch.library import register_fake
@register_fake('a::b')
def f(x: torch.Tensor): return len(x)
# CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
# CHECK-FIXES: def f(x: torch.Tensor): return x.shape[0]
#---
@op.register_fake
def f(x: torch.Tensor): return len(x)
# CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
# CHECK-FIXES: def f(x: torch.Tensor): return x.shape[0]
#---
@torch.library.impl('a::b', 'Meta')
def f(x: torch.Tensor): return len(x)
# CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'len(x)' freezes the first dimension of 'x' in a kernel for the key Meta; use 'x.shape[0]'
# CHECK-FIXES: def f(x: torch.Tensor): return x.shape[0]
#---
@torch.library.impl(lib, 'b', 'Meta')
def f(x: torch.Tensor): return len(x)
# CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'len(x)' freezes the first dimension of 'x' in a kernel for the key Meta; use 'x.shape[0]'
# CHECK-FIXES: def f(x: torch.Tensor): return x.shape[0]
#---
@register_meta('b')
def f(x: torch.Tensor): return len(x)
# CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
# CHECK-FIXES: def f(x: torch.Tensor): return x.shape[0]
#---
def f(x: torch.Tensor): return len(x)
torch.library.register_fake('a::b', f)
# CHECK-MESSAGES: :[[@LINE-2]]:32: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: registered as a fake here
# CHECK-FIXES: def f(x: torch.Tensor): return x.shape[0]
#---
def f(x: torch.Tensor): return len(x)
op.register_fake(f)
# CHECK-MESSAGES: :[[@LINE-2]]:32: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: registered as a fake here
# CHECK-FIXES: def f(x: torch.Tensor): return x.shape[0]
#---
def f(x: torch.Tensor): return len(x)
lib.impl('b', f, 'Meta')
# CHECK-MESSAGES: :[[@LINE-2]]:32: warning: 'len(x)' freezes the first dimension of 'x' in a kernel for the key Meta; use 'x.shape[0]'
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: registered as a fake here
# CHECK-FIXES: def f(x: torch.Tensor): return x.shape[0]
#---
def f(x: torch.Tensor): return len(x)
lib._register_fake('b', f)
# CHECK-MESSAGES: :[[@LINE-2]]:32: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: registered as a fake here
# CHECK-FIXES: def f(x: torch.Tensor): return x.shape[0]
#---
def f(x: torch.Tensor): return len(x)
direct_register_custom_op('b', g, fake_impl=f)
# CHECK-MESSAGES: :[[@LINE-2]]:32: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: registered as a fake here
# CHECK-FIXES: def f(x: torch.Tensor): return x.shape[0]
#---
torch.library.register_fake('a::b', lambda x: x.new_empty(len(x)))
# CHECK-MESSAGES: :[[@LINE-1]]:59: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: registered as a fake here
# CHECK-FIXES: torch.library.register_fake('a::b', lambda x: x.new_empty(x.shape[0]))
#---
def f(x: torch.Tensor): return len(x)
def g(x): return f(x)
op.register_fake(g)
# CHECK-MESSAGES: :[[@LINE-3]]:32: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
# CHECK-MESSAGES: :[[@LINE-3]]:18: note: called here
# CHECK-MESSAGES: :[[@LINE-3]]:1: note: registered as a fake here
# CHECK-FIXES: def f(x: torch.Tensor): return x.shape[0]
#---
def f(x: torch.Tensor): return len(x)
torch.library.register_fake('a::b')(f)
# CHECK-MESSAGES: :[[@LINE-2]]:32: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: registered as a fake here
# CHECK-FIXES: def f(x: torch.Tensor): return x.shape[0]
#---
def f(x: torch.Tensor): return len(x)
torch.library.impl('a::b', 'Meta')(f)
# CHECK-MESSAGES: :[[@LINE-2]]:32: warning: 'len(x)' freezes the first dimension of 'x' in a kernel for the key Meta; use 'x.shape[0]'
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: registered as a fake here
# CHECK-FIXES: def f(x: torch.Tensor): return x.shape[0]
#---
def f(x: torch.Tensor): return len(x)
m = torch.library.Library('a', 'IMPL', 'Meta')
m.impl('b', f)
# CHECK-MESSAGES: :[[@LINE-3]]:32: warning: 'len(x)' freezes the first dimension of 'x' in a kernel for the key Meta; use 'x.shape[0]'
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: registered as a fake here
# CHECK-FIXES: def f(x: torch.Tensor): return x.shape[0]
#---
m = torch.library.Library('a', 'IMPL', 'Meta')
@torch.library.impl(m, 'b')
def f(x: torch.Tensor): return len(x)
# CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'len(x)' freezes the first dimension of 'x' in a kernel for the key Meta; use 'x.shape[0]'
# CHECK-FIXES: def f(x: torch.Tensor): return x.shape[0]
#---
from functools import partial
p = partial(f, 1)
#---
def f(x: torch.Tensor): return len(x)
def g(x): return f(x)
def h(x): return g(x)
op.register_fake(h)
# CHECK-MESSAGES: :[[@LINE-4]]:32: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
# CHECK-MESSAGES: :[[@LINE-4]]:18: note: called here
# CHECK-MESSAGES: :[[@LINE-4]]:18: note: called here
# CHECK-MESSAGES: :[[@LINE-4]]:1: note: registered as a fake here
# CHECK-FIXES: def f(x: torch.Tensor): return x.shape[0]
#---
from torch.library import register_fake as rf
@rf('a::b')
def f(x: torch.Tensor): return len(x)
# CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
# CHECK-FIXES: def f(x: torch.Tensor): return x.shape[0]
#---
def f(x: torch.Tensor): return len(x)
#---
@torch.library.custom_op('a::b', mutates_args=())
def f(x: torch.Tensor): return len(x)
#---
@torch.library.impl('a::b', 'CPU')
def f(x: torch.Tensor): return len(x)
#---
def f(x: torch.Tensor): return len(x)
lib.impl('b', f, 'CUDA')
#---
lib = torch.library.Library('a', 'IMPL', 'CUDA')
def f(x: torch.Tensor): return len(x)
lib.impl('b', f)
#---
def f(x: torch.Tensor): return len(x)
lib.impl('b', f)
#---
from torch._decomp import register_decomposition
@register_decomposition(torch.ops.a.b)
def f(x: torch.Tensor): return len(x)
#---
def f(x: torch.Tensor): return len(x)
FakeTensorMode(f)
#---
def f(x: torch.Tensor): return len(x)
op.register_kernel('cpu')(f)
#---
def f(x: torch.Tensor): return len(x)
m = torch.library.Library('a', 'IMPL', 'CPU')
m.impl('b', f)
#---
def f(x: torch.Tensor): return len(x)
m = torch.library.Library('a', 'IMPL', 'Meta')
m.impl('b', f, 'CPU')
n.impl('b', f)
#---
def f(x: torch.Tensor): return len(x)
op.register_fake(functools.partial(f, k=1))
#---
def f(x: torch.Tensor): return len(x)
torch.library.impl('a::b', 'CPU')(f)
#---
class C:
  def f(x: torch.Tensor): return len(x)
  def f(x: torch.Tensor): return len(x)
op.register_fake(C.f)
#---
class C:
  def f(x: torch.Tensor): return len(x)
op.register_fake(c.f)
#---
def f(x: torch.Tensor): return len(x)
op.register_fake(self.f)
op.register_fake(*)
op.register_fake()()
lib.impl()
lib.impl('b', g, 'Meta'
# CHECK-MESSAGES: :[[@LINE-4]]:18: error: this is not understood as Python
#---
class C:
  def f(x: torch.Tensor): return len(x)
  def g(x, self): op.register_fake(self.f)
#---
@op.register_fake
def g(x): return f(y)
def f(x): return len(x)

#---
# Helpers are read with their arguments.
def rows(t, k): return int(k) + len(t)
def f(x: torch.Tensor): return rows(x, x.shape[1])
torch.library.register_fake('a::b', f)
# CHECK-MESSAGES: :[[@LINE-3]]:24: warning: 'int(k)' freezes
# CHECK-MESSAGES: :[[@LINE-3]]:32: note: called here
# CHECK-MESSAGES: :[[@LINE-3]]:1: note: registered as a fake here
# CHECK-MESSAGES: :[[@LINE-6]]:33: warning: 'len(t)' freezes the first dimension of 't' in a fake; use 't.shape[0]'
# CHECK-MESSAGES: :[[@LINE-6]]:32: note: called here
# CHECK-MESSAGES: :[[@LINE-6]]:1: note: registered as a fake here
# CHECK-FIXES: def rows(t, k): return k + t.shape[0]

#---
# Fixes.
import math, operator, torch
from torch import Tensor
@torch.library.register_fake('ns::op121')
def f(x: Tensor, y, n: int):
  return x.new_empty(len(x), int(x.shape[1]) * 2)
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
  # CHECK-MESSAGES: :[[@LINE-2]]:30: warning: 'int(x.shape[1])' freezes a dynamic dimension in a fake; use 'x.shape[1]'
  # CHECK-FIXES:   return x.new_empty(x.shape[0], x.shape[1] * 2)
@torch.library.register_fake('ns::op122')
def f(x: Tensor, y, n: int):
  return int(x.numel() // 2) * 2
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'int(x.numel() // 2)' bakes the example's number into a fake; use 'x.numel() // 2'
  # CHECK-FIXES:   return (x.numel() // 2) * 2
@torch.library.register_fake('ns::op124')
def f(x: Tensor, y, n: int):
  return x.shape.numel()
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'x.shape.numel()' freezes every dynamic dimension in it
  # CHECK-FIXES:   return x.numel()
@torch.library.register_fake('ns::op125')
def f(x: Tensor, y, n: int):
  return float(x.shape[0])
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'float(x.shape[0])' freezes a dynamic dimension in a fake; use 'torch.sym_float(x.shape[0])'
  # CHECK-FIXES:   return torch.sym_float(x.shape[0])
@torch.library.register_fake('ns::op126')
def f(x: Tensor, y, n: int):
  return int(x.shape[0] / 2)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'int(x.shape[0] / 2)' bakes the example's number into a fake; use 'torch.sym_int(x.shape[0] / 2)', or integers all the way ('//')
@torch.library.register_fake('ns::op127')
def f(x: Tensor, y, n: int):
  return x.nbytes
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'x.nbytes' fails on a tensor of dynamic sizes
  # CHECK-FIXES:   return (x.numel() * x.element_size())
