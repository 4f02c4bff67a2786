# Sizes of tensors that a fake makes, and of what methods return.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none --any-fixes

#---
# Sizes of what a fake makes of its tensors.
import torch
import functools
import operator
from torch import Tensor
@torch.library.register_fake('ns::made')
def f(x: Tensor, y: Tensor):
  a = x.new_empty(x.shape[0], 3)
  i0 = int(a.shape[0])
  # CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'int(a.shape[0])' freezes a dynamic dimension in a fake
  i1 = int(a.shape[1])
  b = torch.zeros([4, y.size(1)], device=x.device)
  i2 = int(b.size(-1))
  # CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'int(b.size(-1))' freezes
  i3 = int(b.size(0))
  c = x.view(-1)
  i4 = int(c.shape[0])
  # CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'int(c.shape[0])' freezes
  d = x.reshape(-1, 8)
  m, n = d.shape
  i5, i6 = int(m), int(n)
  # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'int(m)' freezes
  e = x.permute(1, 0).contiguous()
  i7 = int(e.size(0))
  # CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'int(e.size(0))' freezes
  i8 = int(x.mT.flatten(0, 1).shape[1])
  # CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'int({{.*}})' freezes
  i9 = int(functools.reduce(operator.mul, x.shape, 1))
  # CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'int({{.*}})' gives
  j0 = int(functools.reduce(operator.mul, [2, 3], 1))
  j1 = int(x.new_empty(4).shape[0])
  j2 = int(torch.empty(2, x.shape[0]).shape[0])
  return a
# Methods of a class that a fake calls.
class Shapes:
  @staticmethod
  def rows(t):
    return int(t.shape[0])
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'int(t.shape[0])' freezes
    # CHECK-MESSAGES: :[[@LINE+20]]:7: note: called here
  @classmethod
  def columns(cls, t, n):
    return int(n)
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'int(n)' gives
    # CHECK-MESSAGES: :[[@LINE+16]]:7: note: called here
  @staticmethod
  def given(k):
    return int(k)
  def kernel(self, t):
    return int(t.shape[0])
  @property
  def size(self):
    return 3
  @functools.cache
  def kept(t):
    return int(t.shape[0])
@torch.library.register_fake('ns::methods')
def f(x: Tensor, y: Tensor, k: int):
  s = Shapes()
  r = Shapes.rows(x)
  c = Shapes.columns(x, x.shape[1])
  g = Shapes.given(k) + Shapes.kept(x)
  return x.new_empty(r, c, g)
#---
# Tensors of a list.
import torch
from typing import List, Tuple
from torch import Tensor
@torch.library.register_fake('ns::lists')
def f(xs: List[Tensor], ys: 'tuple[torch.Tensor, ...]', ns: List[int], zs: Tuple[int, Tensor]):
  n = len(xs) + len(ys)
  a = int(xs[0].shape[0])
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'int(xs[0].shape[0])' freezes
  b = int(sum(x.shape[0] for x in xs))
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'int({{.*}})' gives
  for y in ys:
    c = int(y.max())
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'int(y.max())' asks for the data
  d = [int(n) for n in ns] + [int(ns[0])]
  e = int(zs[0])
  return [x.new_empty(a, b, n) for x in xs[1:]]
