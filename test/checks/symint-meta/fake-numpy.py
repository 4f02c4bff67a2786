# numpy and sizes: symbols are objects to it, until a dtype says otherwise.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none

#---
import numpy as np, torch
from torch.library import register_fake
@register_fake("ns::a")
def a(x):
  pixels = np.prod(x.shape[-2:], dtype=np.int64).item()
  # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'np.prod(x.shape[-2:], dtype=np.int64)' freezes every dynamic dimension in it: its dtype makes numbers of the sizes; leave the dtype out, or compute without numpy
  grid = (np.asarray(x.shape, dtype=np.int64) // 16).tolist()
  # CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'np.asarray(x.shape, dtype=np.int64)' freezes
  ends = np.cumsum([x.shape[0], 4], dtype="int64")
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'np.cumsum([x.shape[0], 4], dtype="int64")' freezes
  sizes = np.array(list(x.shape), int)
  # CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'np.array(list(x.shape), int)' freezes
  others = np.array(x.shape).astype(np.int32)
  # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'np.array(x.shape).astype(np.int32)' freezes
  return x.new_empty(pixels, *grid, *ends, *sizes, *others)
@register_fake("ns::b")
def b(x):
  rows = np.int64(x.shape[0])
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'np.int64(x.shape[0])' freezes a dynamic dimension in a fake; use 'x.shape[0]'
  half = np.int32(x.shape[0] / 2)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'np.int32(x.shape[0] / 2)' gives the example's number
  scale = np.float32(x.shape[1])
  # CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'np.float32(x.shape[1])' freezes a dynamic dimension in a fake; use 'torch.sym_float(x.shape[1])'
  step = np.gcd(x.shape[0], 16)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'np.gcd(x.shape[0], 16)' freezes
  area = int(np.prod(x.shape))
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'int(np.prod(x.shape))' gives
  return x.new_empty(rows, half, scale, step, area, int(np.asarray(x.shape)[0]))
  # CHECK-MESSAGES: :[[@LINE-1]]:53: warning: 'int(np.asarray(x.shape)[0])' gives
  # CHECK-FIXES:   return x.new_empty(rows, half, scale, step, area, np.asarray(x.shape)[0])
#---
# Near misses: without a dtype, or with objects for one, symbols stay symbols.
import numpy as np, torch
from torch.library import define, register_fake
define("ns::a", "(Tensor x, int[] dims, int n) -> Tensor")
@register_fake("ns::a")
def a(x, dims, n, *, kind=None):
  area = np.prod(x.shape)
  more = np.prod(x.shape, dtype=object), np.asarray(x.shape), np.array(x.shape, dtype=None)
  sums = np.cumsum(x.shape), np.sum(x.shape), np.asarray(x.shape, dtype="O").astype(object)
  ints = np.prod(dims, dtype=np.int64), np.asarray(dims, np.int64), np.int64(n), np.gcd(n, 4)
  kinds = np.prod(x.shape, dtype=kind)
  return x.new_empty(area, *more, *sums, *ints, kinds, np.zeros(3, dtype=np.int64).size)
