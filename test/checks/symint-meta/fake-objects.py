# Objects that a fake makes: what they hold of its tensors and sizes.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none

#---
# A wrapper: its constructor, its properties and methods.
import torch
from functools import cached_property
from torch.library import register_fake
class RowView:
  def __init__(self, t, scale=2):
    self.t = t
    self.n = t.shape[-1]
    self.scale = scale
    self.first = int(t.shape[0])
    # CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'int(t.shape[0])' freezes a dynamic dimension in a fake; use 't.shape[0]'
    # CHECK-FIXES:     self.first = t.shape[0]
  @property
  def rows(self):
    return int(self.t.shape[0])
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'int(self.t.shape[0])' freezes
    # CHECK-FIXES:     return self.t.shape[0]
  @cached_property
  def half(self):
    return self.n // 2
  @property
  def flat(self):
    return self.t.contiguous()
  def padded(self, k):
    return int(self.n * k)
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'int(self.n * k)' gives
  def cols(self):
    return self.n
  def scaled(self):
    return int(self.scale)
  def unused(self):
    return int(self.n)
@register_fake("ns::a")
def a(x):
  view = RowView(x)
  n = int(view.half)
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'int(view.half)' gives
  m = int(view.cols()) + len(view.flat)
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'int(view.cols())' gives
  # CHECK-MESSAGES: :[[@LINE-2]]:26: warning: 'len(view.flat)' freezes the first dimension of 'view.flat'
  # CHECK-FIXES:   m = view.cols() + view.flat.shape[0]
  return x.new_empty(view.rows, view.padded(3), n, m, float(RowView(x).n), view.scaled())
  # CHECK-MESSAGES: :[[@LINE-1]]:55: warning: 'float(RowView(x).n)' gives
  # CHECK-FIXES:   return x.new_empty(view.rows, view.padded(3), n, m, torch.sym_float(RowView(x).n), view.scaled())
#---
# Dataclasses and named tuples, and what makes them.
import dataclasses, math, torch
from dataclasses import dataclass, field
from typing import NamedTuple
from torch.library import register_fake
@dataclass
class Plan:
  tokens: int
  topk: int
  block: int = 16
  padded: int = field(init=False)
  def __post_init__(self):
    self.padded = int(math.ceil(self.tokens / self.block)) * self.block
    # CHECK-MESSAGES: :[[@LINE-1]]:19: warning: 'int(math.ceil(self.tokens / self.block))' gives
    # CHECK-FIXES:     self.padded = math.ceil(self.tokens / self.block) * self.block
  @classmethod
  def from_ids(cls, ids, block):
    tokens, topk = ids.size()
    return cls(tokens, topk, block)
class Buckets(NamedTuple):
  rows: int
  width: int
  @staticmethod
  def of(hidden):
    return Buckets(rows=hidden.shape[0], width=8)
@dataclasses.dataclass(frozen=True)
class Holder:
  x: torch.Tensor
  shape: tuple
@register_fake("ns::a")
def a(x, ids):
  plan = Plan.from_ids(ids, 32)
  buckets = Buckets.of(x)
  held = Holder(x, shape=x.shape)
  rows = int(buckets.rows) + int(buckets.width)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'int(buckets.rows)' gives
  return x.new_empty(plan.padded, rows, len(held.x), int(held.shape[0]), int(plan.topk))
  # CHECK-MESSAGES: :[[@LINE-1]]:41: warning: 'len(held.x)' freezes
  # CHECK-MESSAGES: :[[@LINE-2]]:54: warning: 'int(held.shape[0])' freezes
  # CHECK-MESSAGES: :[[@LINE-3]]:74: warning: 'int(plan.topk)' gives
  # CHECK-FIXES:   return x.new_empty(plan.padded, rows, held.x.shape[0], held.shape[0], int(plan.topk))
#---
# Near misses: constants, attributes that others set, classes that something else
# makes, real kernels.
import torch
from dataclasses import dataclass
from typing import ClassVar, NamedTuple
from torch.library import custom_op, define, register_fake
define("ns::a", "(Tensor x, int n, float r) -> Tensor")
@dataclass(frozen=True)
class Tile:
  block: int = 64
  stages: float = 2.5
  limit: ClassVar[int] = 3
  @property
  def workspace(self):
    return int(self.block * self.stages)
class Shape(NamedTuple):
  rows: int
  cols: int
  def pairs(self): return int(self.rows)
class Changed:
  def __init__(self, n):
    self.n = n
  def reset(self):
    self.n = 3
  @property
  def size(self): return int(self.n)
class Base:
  def __new__(cls, n): return object.__new__(cls)
  def __init__(self, n): self.n = n
def registered(cls): return cls
@registered
class Odd:
  def __init__(self, n): self.n = n
class Meta(metaclass=type):
  def __init__(self, n): self.n = n
class View:
  def __init__(self, t): self.t = t
  def rows(self): return int(self.t.shape[0])
  @property
  def count(self): return self.t.shape[0]
  @count.setter
  def count(self, n): pass
@dataclass
class Moved:
  rows: int
@dataclass
class Pair:
  rows: int
  cols: int
  def __post_init__(self):
    self.total = int(self.cols)
TILE = Tile()
@custom_op("ns::b", mutates_args=())
def b(x: torch.Tensor) -> torch.Tensor:
  return x.new_empty(View(x).rows())
@register_fake("ns::a")
def a(x, n, r):
  tile = Tile(n, stages=r)
  shape = Shape(n, cols=x.shape[0])
  moved = Moved(x.shape[0])
  moved.rows = 4
  either = View(x) if n > 2 else Tile()
  return x.new_empty(TILE.workspace, tile.workspace, shape.pairs(), int(tile.block),
    Changed(x.shape[0]).size, int(Base(x.shape[0]).n), int(Odd(x.shape[0]).n), int(Meta(x.shape[0]).n),
    View(x).count, int(moved.rows), Pair(x.shape[0], n).total, int(shape[0]), int(either.block))
