# A symbol cannot be hashed: caches by sizes fail in a fake.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none

#---
# Hits: one for each function and dict, where it is asked first.
import collections, functools, torch
from collections import OrderedDict, defaultdict
from typing import Any, Dict
from torch import Tensor
from torch.library import register_fake
CACHE, PLANS, SEEN = {}, defaultdict(list), set()
TYPED: Dict[Any, Any] = OrderedDict()
@register_fake('ns::f1')
def f1(x: Tensor, n: int):
  key = (x.device, x.shape[0], n)
  if key not in CACHE:
# CHECK-MESSAGES: :[[@LINE-1]]:6: warning: 'key not in CACHE' fails when export makes the size dynamic: a dict or set cannot hash a symbol; keep sizes out of the key
    CACHE[key] = x.new_empty(n)
  return CACHE[key]
@register_fake('ns::f2')
def f2(x: Tensor):
  plan = PLANS[x.shape[0], x.dtype]
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'PLANS[x.shape[0], x.dtype]' fails when
  SEEN.add(x.numel() // 2)
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'SEEN.add(x.numel() // 2)' fails when
  return x.clone()
def key_of(x, group):
  return (group, tuple(x.shape), x.dtype)
def made(m, n):
  found = TYPED.get((m, n))
# CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'TYPED.get((m, n))' fails when
# CHECK-MESSAGES: :[[@LINE+8]]:22: note: called here
  if found is None:
    found = TYPED[(m, n)] = m * n
  return found
@register_fake('ns::f3')
def f3(x: Tensor, group: str):
  kept = CACHE.setdefault(key_of(x, group), 1)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'CACHE.setdefault(key_of(x, group), 1)' fails when
  return x.new_empty(made(x.shape[0], 4))
@register_fake('ns::f4')
def f4(x: Tensor, y: Tensor):
  rows = {x.shape[0]: 1}
# CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'x.shape[0]' fails when
  assert len({x.shape[0], y.shape[0]}) == 1
# CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'x.shape[0]' fails when
  sizes = set(x.shape), hash(y.size(0)), {d for d in y.shape}
# CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'set(x.shape)' fails when
# CHECK-MESSAGES: :[[@LINE-2]]:25: warning: 'hash(y.size(0))' fails when
# CHECK-MESSAGES: :[[@LINE-3]]:43: warning: 'd' fails when
  local = dict()
  local[x.shape] = 1
# CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'local[x.shape]' fails when
  return x.clone()
class Layout:
  def __init__(self): self.kept = {}
  def fake(self, x: Tensor):
    return x.new_empty(self.kept[x.shape[0]])
# CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'self.kept[x.shape[0]]' fails when
# CHECK-MESSAGES: :[[@LINE+1]]:1: note: registered as a fake here
register_fake('ns::f5', Layout().fake)
#---
# Near misses: no size in the key, no dict, a table, a size that is a number by then.
import torch
from torch import Tensor
from torch.library import register_fake
from .config import load
CACHE, SEEN = {}, set()
TABLE = {64: 1, 128: 2}
ROWS = [1, 2, 3]
OTHER = load()
@register_fake('ns::f1')
def f1(x: Tensor, n: int, out: dict):
  key = (x.device, x.dtype, x.dim(), len(x.shape), n)
  if key not in CACHE:
    CACHE[key] = x.shape[0]
  CACHE[str(x.shape[0])] = 1
  CACHE.get(f'{x.shape[0]}', x.shape[0])
  CACHE[x.shape[0] / 2] = 1
  if x.shape[1] in TABLE and x.shape[1] in {64, 128}:
    block = TABLE[x.shape[1]]
  if x.shape[0] in (1, 2) or x.shape[0] in ROWS:
    rows = ROWS[0]
  other = OTHER[x.shape[0]]
  out['rows'] = x.shape[0]
  assert x.shape[0] == 8
  SEEN.add(x.shape[0])
  return x.clone()
@register_fake('ns::f2')
def f2(x: Tensor, weight: Tensor):
  rows = {'rows': x.shape[0]}
  SEEN.add(weight.shape[0])
  parts = [x.shape[0]]
  parts.append(x.shape[0])
  parts.remove(x.shape[0])
  try:
    return CACHE[x.shape[0]]
  except TypeError:
    return x.new_empty(rows['rows'])
@torch.library.custom_op('ns::f3', mutates_args=())
def f3(x: Tensor) -> Tensor:
  CACHE[x.shape[0]] = 1
  return x.clone()
@f3.register_fake
def _(x):
  if not torch.compiler.is_compiling():
    CACHE[x.shape[0]] = 1
  return x.clone()
def of_table(table: dict, n): return table[n]
def of_ints(n):
  return CACHE.get(n)
@register_fake('ns::f4')
def f4(x: Tensor, n: int):
  return x.new_empty(of_ints(n), of_ints(x.dim()), of_table(TABLE, x.shape[0]))
