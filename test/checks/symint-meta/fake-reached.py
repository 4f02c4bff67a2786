# What a fake never gets to, and sizes that are numbers by then.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none --any-fixes
import torch
from torch import Tensor

#---
# Near misses: what the constants that a helper is given leave out.
def rows(x, number=False):
  if number:
    return int(x.shape[0])
  return x.shape[0]
def size_of(x, *, exact=True):
  if not exact:
    return len(x)
  return x.shape[0]
def helper(x, n, bias=None):
  if n and bias is None:
    return x.new_empty(n)
  return x.new_empty(len(x))
def either(x, numbers, mode):
  if numbers or mode is not None:
    return x.shape[0]
  else:
    return len(x)
def chosen(x, k):
  return int(x.shape[0]) if k else x.shape[0]
@torch.library.register_fake('ns::constants')
def f(x: Tensor):
  helper(x, 3)
  return x.new_empty(rows(x), size_of(x), rows(x, False), either(x, 1, None), chosen(x, k=0))
#---
# Hits: another constant, none, or not only one.
def rows(x, number=False):
  if number:
    return int(x.shape[0])
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'int(x.shape[0])' freezes
    # CHECK-MESSAGES: :[[@LINE+28]]:31: note: called here
  return x.shape[0]
def size_of(x, k, exact=True):
  if not exact:
    return len(x)
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'len(x)' freezes
    # CHECK-MESSAGES: :[[@LINE+22]]:46: note: called here
  if exact is not None:
    pass
  else:
    return int(x.shape[0])
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'int(x.shape[0])' freezes
    # CHECK-MESSAGES: :[[@LINE+16]]:46: note: called here
  return k
def changed(x, n=0):
  n = x.dim()
  if n:
    return int(x.shape[0])
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'int(x.shape[0])' freezes
    # CHECK-MESSAGES: :[[@LINE+9]]:91: note: called here
def given(x, number=False):
  if number:
    return len(x)
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'len(x)' freezes
    # CHECK-MESSAGES: :[[@LINE+3]]:3: note: called here
@torch.library.register_fake('ns::constants')
def f(x: Tensor, k: int, *args):
  given(x, *args)
  return x.new_empty(rows(x), rows(x, True), size_of(x, 2, k), size_of(x, 2, exact=None), changed(x))
# Many constants that say the same, and more sets of them than are told apart.
def many(x, k, number=False):
  if number:
    return int(x.shape[0])
  return x.shape[0] + k
@torch.library.register_fake('ns::many')
def f(x: Tensor):
  many(x, 1), many(x, 2), many(x, 3), many(x, 4), many(x, 5), many(x, 6)
  many(x, 7), many(x, 8), many(x, 9), many(x, 10), many(x, 11), many(x, 12)
  flags(x, 0, 0, 0, 0)
  flags(x, 0, 0, 0, 1)
  flags(x, 0, 0, 1, 0)
  flags(x, 0, 0, 1, 1)
  flags(x, 0, 1, 0, 0)
  flags(x, 0, 1, 0, 1)
  flags(x, 0, 1, 1, 0)
  flags(x, 0, 1, 1, 1)
  flags(x, 1, 0, 0, 0)
  return x
# What an operator has for a default, its callers may give.
@torch.library.register_fake('ns::own')
def f(x: Tensor, number=False):
  if number:
    return x.new_empty(int(x.shape[0]))
    # CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'int(x.shape[0])' freezes
  return x
#---
# Near misses: behind ways that symbols, or exports, have taken.
@torch.library.register_fake('ns::numbers')
def f(x: Tensor):
  if not isinstance(x.shape[0], int):
    return x.new_empty(x.shape[0])
  return x.new_empty(int(x.shape[0]))
@torch.library.register_fake('ns::exporting')
def f(x: Tensor, k: int):
  if torch.compiler.is_exporting() or k:
    if k:
      return x
    else:
      return x.new_empty(x.shape[0])
  return x.new_empty(len(x))
@torch.library.register_fake('ns::dynamo')
def f(x: Tensor):
  if (torch.compiler.is_dynamo_compiling()):
    return x.new_empty(x.shape[0])
  return x.new_empty(len(x))
#---
# Hits: behind ways that only some take, or nobody leaves.
@torch.library.register_fake('ns::numbers')
def f(x: Tensor, k: int):
  if not isinstance(k, float):
    return x.new_empty(x.shape[0])
  return x.new_empty(int(x.shape[0]))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(x.shape[0])' freezes
#---
# Near misses: a size that was checked is a number already.
@torch.library.register_fake('ns::raised')
def f(x: Tensor, k: int):
  if x.shape[1] != 128 or k:
    raise RuntimeError('128 only')
  return x.new_empty(int(x.shape[1]), int(x.size(1) // 2), x.shape[0])
@torch.library.register_fake('ns::asserted')
def f(x: Tensor):
  assert x.shape[0] == 4 and x.dim() == 2
  if x.dim():
    out = [x.new_empty(x.shape) for _ in range(x.shape[0])]
  for row in x:
    a, b = x.unbind()
  return out[0], len(x), [None] * x.shape[0]
@torch.library.register_fake('ns::named')
def f(x: Tensor):
  n, m = x.shape[0], x.shape[1]
  torch._check(4 == n)
  torch._check(m == 4)
  return x.new_empty(int(n), len(x), float(m))
@torch.library.register_fake('ns::branches')
def f(x: Tensor):
  if x.shape[0] == 1:
    return x.new_empty(int(x.shape[0]))
  elif not x.size(0) != 2:
    return x.new_empty(len(x))
  if x.shape[1] != 3:
    return x
  else:
    return x.new_empty(int(x.shape[1]))
#---
# Hits: another size, another tensor, another comparison, or too late.
@torch.library.register_fake('ns::others')
def f(x: Tensor, y: Tensor):
  if x.shape[1] != 128:
    raise RuntimeError('128 only')
  assert x.shape[0] == y.shape[0]
  assert x.shape[0] > 4 or y.shape[0] == 4
  return x.new_empty(int(x.shape[0]), int(y.shape[1]), len(y))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(x.shape[0])' freezes
  # CHECK-MESSAGES: :[[@LINE-2]]:39: warning: 'int(y.shape[1])' freezes
  # CHECK-MESSAGES: :[[@LINE-3]]:56: warning: 'len(y)' freezes
@torch.library.register_fake('ns::late')
def f(x: Tensor):
  n = int(x.shape[0])
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'int(x.shape[0])' freezes
  if x.dim():
    assert x.shape[0] == 4
  m = len(x)
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'len(x)' freezes
  if x.shape[0] == 4:
    raise ValueError('not 4')
  return x.new_empty(n, m, int(x.shape[0]))
  # CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'int(x.shape[0])' freezes
@torch.library.register_fake('ns::rebound')
def f(x: Tensor):
  assert x.shape[0] == 4
  x = x.t()
  return x.new_empty(len(x))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'len(x)' freezes
#---
# Near misses: a registry of other things.
class Registry:
  def impl(self, name, fn, key): self.all = (name, fn, key)
registry = Registry()
def f(x: Tensor): return len(x)
registry.impl('f', f, 'Meta')
#---
# Hits: one that leads to torch.
class Registry:
  def __init__(self, lib): self.lib = lib
  def impl(self, name, fn, key): self.lib.impl(name, fn, key)
registry = Registry(torch.library.Library('ns', 'FRAGMENT'))
def f(x: Tensor): return len(x)
# CHECK-MESSAGES: :[[@LINE-1]]:26: warning: 'len(x)' freezes
# CHECK-MESSAGES: :[[@LINE+1]]:1: note: registered as a fake here
registry.impl('f', f, 'Meta')
