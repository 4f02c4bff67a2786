# 'map(int, ...)' over sizes: what may be put in its place, and where.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none

#---
# Integers, which are taken apart at once.
import math, torch
from torch import Tensor
@torch.library.register_fake('ns::op0')
def f(x: Tensor):
  m, n = x.shape
  a, b = map(int, x.shape)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'map(int, x.shape)' freezes every dynamic dimension in it; use 'x.shape'
  # CHECK-FIXES:   a, b = x.shape
  return x.new_empty(*map(int, [m // 2, *x.size()]), [d for d in map(int, [n, m])])
  # CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'map(int, [m // 2, *x.size()])' freezes every
  # CHECK-MESSAGES: :[[@LINE-2]]:66: warning: 'map(int, [n, m])' freezes every
  # CHECK-FIXES:   return x.new_empty(*[m // 2, *x.size()], [d for d in [n, m]])
@torch.library.register_fake('ns::op1')
def f(x: Tensor):
  for d in map(int, x.shape): pass
  # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'map(int, x.shape)' freezes every
  # CHECK-FIXES:   for d in x.shape: pass
  return x.new_empty(tuple(map(int, (d // 2 for d in x.shape))), math.prod(map(int, x.shape)))
  # CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'map(int, (d // 2 for d in x.shape))' freezes every
  # CHECK-MESSAGES: :[[@LINE-2]]:76: warning: 'map(int, x.shape)' freezes every
  # CHECK-FIXES:   return x.new_empty(tuple((d // 2 for d in x.shape)), math.prod(x.shape))
#---
# What the iterator itself is wanted for, or is kept: no fix.
import torch
from torch import Tensor
@torch.library.register_fake('ns::op0')
def f(x: Tensor):
  n = next(map(int, x.shape))
  # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'map(int, x.shape)' freezes every dynamic dimension in it; use 'x.shape'
  # CHECK-FIXES:   n = next(map(int, x.shape))
  sizes = map(int, x.shape)
  # CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'map(int, x.shape)' freezes every
  # CHECK-FIXES:   sizes = map(int, x.shape)
  return x.new_empty(n, next(sizes), given(map(int, x.shape)))
  # CHECK-MESSAGES: :[[@LINE-1]]:44: warning: 'map(int, x.shape)' freezes every
  # CHECK-FIXES:   return x.new_empty(n, next(sizes), given(map(int, x.shape)))
#---
# What is no integer, or may be none, would be a list of floats.
import torch
from torch import Tensor
@torch.library.register_fake('ns::op0')
def f(x: Tensor, scale: float, k):
  a, b = map(int, [x.shape[0] * scale, x.shape[1] / 2])
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'map(int, [x.shape[0] * scale, x.shape[1] / 2])' gives the example's numbers, silently with 'Dim.AUTO', while a named 'Dim' raises; use 'torch.sym_int' for each, or integers all the way ('//')
  # CHECK-FIXES:   a, b = map(int, [x.shape[0] * scale, x.shape[1] / 2])
  sizes = [x.shape[0], 3]
  sizes[1] = x.shape[1] / 2
  return x.new_empty(*map(int, (d * k for d in x.shape)), *map(int, sizes))
  # CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'map(int, (d * k for d in x.shape))' gives the example's numbers
  # CHECK-MESSAGES: :[[@LINE-2]]:60: warning: 'map(int, sizes)' gives the example's numbers
  # CHECK-FIXES:   return x.new_empty(*map(int, (d * k for d in x.shape)), *map(int, sizes))
#---
# Near misses: no sizes, no int.
import torch
from torch import Tensor
@torch.library.register_fake('ns::op0')
def f(x: Tensor, sizes: list[int]):
  return x.new_empty(*map(int, sizes), *map(int, [2, x.dim()]), *map(abs, x.shape), *map(str, [x.shape[0] / 2]))
