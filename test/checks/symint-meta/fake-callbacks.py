# Functions that are handed on and get sizes: functools.reduce, map, filter.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none

#---
import functools, operator, torch
from functools import reduce
from torch.library import register_fake
def times(n, d):
  return n * int(d)
  # CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'int(d)' gives the example's number in a fake, silently with 'Dim.AUTO', while a named 'Dim' raises; use 'd'
  # CHECK-FIXES:   return n * d
@register_fake("ns::a")
def a(x):
  n = functools.reduce(lambda acc, d: acc * int(d), x.shape, 1)
  # CHECK-MESSAGES: :[[@LINE-1]]:45: warning: 'int(d)' gives
  # CHECK-FIXES:   n = functools.reduce(lambda acc, d: acc * d, x.shape, 1)
  m = reduce(lambda acc, d: int(acc) * d, x.shape[1:])
  # CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'int(acc)' gives
  # CHECK-FIXES:   m = reduce(lambda acc, d: acc * d, x.shape[1:])
  return x.new_empty(n, m, reduce(times, x.shape, 1))
@register_fake("ns::b")
def b(x, y):
  shape = map(lambda d: int(d) // 2, x.shape)
  # CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'int(d)' gives
  # CHECK-FIXES:   shape = map(lambda d: d // 2, x.shape)
  rows = list(map(lambda t: int(t.shape[0]), (x, y)))
  # CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'int(t.shape[0])' freezes
  # CHECK-FIXES:   rows = list(map(lambda t: t.shape[0], (x, y)))
  long = filter(lambda d: float(d) > 4.0, y.shape)
  # CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'float(d)' gives
  # CHECK-FIXES:   long = filter(lambda d: torch.sym_float(d) > 4.0, y.shape)
  return x.new_empty(*shape, *rows, *long)
#---
# Near misses: operators, which stay symbolic; no sizes; a name with two meanings.
import functools, operator, torch
from torch.library import define, register_fake
define("ns::a", "(Tensor x, int[] dims, float[] scales) -> Tensor")
if torch.cuda.is_available():
  def halved(n): return int(n)
else:
  def halved(n): return n // 2
@register_fake("ns::a")
def a(x, dims, scales):
  n = functools.reduce(operator.mul, x.shape, 1)
  m = functools.reduce(lambda acc, d: acc * d, x.shape)
  k = functools.reduce(lambda acc, d: acc * int(d), dims, 1)
  s = [int(d) for d in map(lambda s: int(s), scales)]
  return x.new_empty(n, m, k, *s, *map(halved, x.shape), *map(str, x.shape))
