# 'map(int, ...)' over sizes.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none
from torch import Tensor

#---
# Each of them is a dimension, or computed from some.
import math, torch
@torch.library.register_fake('ns::op0')
def f(x: Tensor):
  m, n = x.shape
  a, b = map(int, x.shape)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'map(int, x.shape)' freezes every dynamic dimension in it; use 'x.shape'
  return x.new_empty(*map(int, [m // 2, *x.size()]), [d for d in map(int, [n, m])])
  # CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'map(int, [m // 2, *x.size()])' freezes every
  # CHECK-MESSAGES: :[[@LINE-2]]:66: warning: 'map(int, [n, m])' freezes every
@torch.library.register_fake('ns::op1')
def f(x: Tensor):
  for d in map(int, x.shape): pass
  # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'map(int, x.shape)' freezes every
  return x.new_empty(tuple(map(int, (d // 2 for d in x.shape))), math.prod(map(int, x.shape)))
  # CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'map(int, (d // 2 for d in x.shape))' freezes every
  # CHECK-MESSAGES: :[[@LINE-2]]:76: warning: 'map(int, x.shape)' freezes every
#---
# Near misses: no sizes, no int.
import torch
@torch.library.register_fake('ns::op0')
def f(x: Tensor, sizes: list[int]):
  return x.new_empty(*map(int, sizes), *map(int, [2, x.dim()]), *map(abs, x.shape), *map(str, [x.shape[0] / 2]))
