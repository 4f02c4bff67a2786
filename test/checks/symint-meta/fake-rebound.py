# Tensors that get their name again: from a helper, a comprehension, a condition.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none --any-fixes
import torch
from torch import Tensor

#---
# Hits; each freezes a dimension on torch 2.13.
def maybe_contiguous(x):
  return x.contiguous() if x is not None and x.stride(-1) != 1 else x
def aligned(x):
  if x is None:
    return None
  if not x.is_contiguous():
    x = x.contiguous()
  return x
def both(x, y):
  return maybe_contiguous(x), aligned(y)
strided = lambda x: x.contiguous()
class Layout:
  @staticmethod
  def packed(x): return maybe_contiguous(x)
# The line that flash-attention's fakes begin with.
@torch.library.register_fake('ns::comprehension')
def f(q: Tensor, k: Tensor, v: Tensor):
  q, k, v = [maybe_contiguous(x) for x in (q, k, v)]
  batch, heads = q.shape
  a = int(batch)
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'int(batch)' freezes a dynamic dimension in a fake; use 'batch'
  b = len(v)
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'len(v)' freezes the first dimension of 'v' in a fake; use 'v.shape[0]'
  return q.new_empty(a, b)
#---
# Near misses.
def maybe_contiguous(x):
  return x.contiguous() if x.stride(-1) != 1 else x
# What it returns is another tensor, or not always one.
def made(x):
  return torch.empty(3, 4)
def constant(x, like):
  return like.contiguous()
def either(x, n):
  return x if n else [x]
def sizes(x):
  return x.shape, x
def counted(t):
  return len(t)
@torch.library.register_fake('ns::misses')
def f(q: Tensor, k: Tensor, xs: list, n: int, weight: Tensor):
  a = made(q)
  b = constant(q, torch.empty(3, 4))
  c = either(q, n)
  d = len(a) + len(b) + len(c)
  q = q if n else torch.empty(3, 4)
  e = int(q.shape[0])
  # All of a list count, where it is not known which.
  g, h = [maybe_contiguous(x) for x in (k, torch.empty(3))]
  i = len(h)
  j, l = [x.contiguous() for x in xs]
  o = len(j)
  # A weight stays one.
  w = maybe_contiguous(weight)
  counted(weight)
  u, v = [maybe_contiguous(x) for x in (weight, weight)]
  p = len(w) + len(v)
  # Something else than tensors.
  r, s = [len(x) for x in (xs, xs)]
  t = len(sizes(k))
  y, z = map(str, (k, k))
  return k.new_empty(d, e, i, o, p, len(y), int(r), t)
#---
# What a helper is given decides, and how deep it is.
def once(x): return x.contiguous()
def twice(x): return once(x)
def thrice(x): return twice(x)
def again(x): return again(x)
def other(x):
  x = x.view(2, 3)
  return x
@torch.library.register_fake('ns::depth')
def f(x: Tensor):
  a = int(twice(x).shape[0])
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'int(twice(x).shape[0])' freezes
  b = int(thrice(x).shape[0])
  c = int(again(x).shape[0])
  d = int(other(x).shape[0])
  e, g = x, 4
  for i in range(3):
    e = once(e)
  return x.new_empty(a, b, c, d, g)
