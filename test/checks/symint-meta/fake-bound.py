# Which parameters are tensors by what is done with them.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none --any-fixes

#---
# Near misses: objects that have a shape, a dtype, a device or a size of their own.
import functools
import torch
from torch import Tensor
class Op:
  def __init__(self, dtype):
    self.dtype, self.shape = dtype, (4, 8)
    torch.library.register_fake('ns::method')(self.fake)
  def __len__(self): return 3
  def rows(self): return int(self.shape[0]) + len(self)
  def fake(self, x: Tensor):
    n = int(self.shape[0]) + self.rows()
    return x.new_empty(len(self), n, dtype=self.dtype)
# What functools.partial gives is no argument of the operator.
def make(cfg, x: Tensor, layout, *, block=None):
  if cfg:
    return x.new_empty(int(layout.shape[0]), dtype=cfg.dtype)
  if not block:
    return x.new_empty(int(block.shape[0]))
  return x
torch.library.register_fake('ns::partial')(functools.partial(make, CONFIG, block=BLOCK, layout=LAYOUT))
class Block:
  def __init__(self): self.shape = (4, 8)
BLOCK = Block()
def tile(block):
  return int(block.shape[0])
def tiles(block): return tile(block) + len(block)
@torch.library.register_fake('ns::helper')
def f(x: Tensor):
  return x.new_empty(tile(BLOCK), tiles(BLOCK), tiles(block=Block()), x.shape[0])
# The use is of what the name is given later.
@torch.library.register_fake('ns::rebound')
def f(x: Tensor, size, rows):
  if size:
    x = x.t()
  size = torch.empty(4)
  n = int(rows)
  for rows in (size, size):
    n += rows.numel()
  return x.new_empty(size.numel(), n)
#---
# Hits: an operator's arguments, where they are used and in what they are given to.
import functools
import torch
from torch import Tensor
def rows(t):
  return len(t)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'len(t)' freezes the first dimension of 't' in a fake; use 't.shape[0]'
  # CHECK-MESSAGES: :[[@LINE+4]]:22: note: called here
def made(t, k): return t.new_empty(k)
@torch.library.register_fake('ns::used')
def f(x):
  return x.new_empty(rows(x))
@torch.library.register_fake('ns::given')
def f(x, y, k):
  n = len(x) + len(y)
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'len(x)' freezes
  # CHECK-MESSAGES: :[[@LINE-2]]:16: warning: 'len(y)' freezes
  return made(x, n), made(k=n, t=y), len(k)
# A name that may still be what it was, and one that was a tensor before.
@torch.library.register_fake('ns::either')
def f(x, k: int):
  if k:
    x = x.contiguous()
  return x.new_empty(len(x))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'len(x)' freezes
@torch.library.register_fake('ns::before')
def f(y):
  y = y.contiguous()
  return len(y)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'len(y)' freezes
class Op:
  def __init__(self):
    torch.library.register_fake('ns::method')(self.fake)
  def fake(self, x):
    x = x.contiguous()
    self.n = self.rows(x) + len(x)
    # CHECK-MESSAGES: :[[@LINE-1]]:29: warning: 'len(x)' freezes
    # CHECK-MESSAGES: :[[@LINE-5]]:5: note: registered as a fake here
    return x.new_empty(self.n)
  def rows(self, t):
    return len(t)
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'len(t)' freezes
    # CHECK-MESSAGES: :[[@LINE-7]]:14: note: called here
    # CHECK-MESSAGES: :[[@LINE-11]]:5: note: registered as a fake here
# All that the operator gives is handed on, and what is computed from it.
def whole(x, k):
  return x.new_empty(int(x.shape[0]))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(x.shape[0])' freezes
  # CHECK-MESSAGES: :[[@LINE+7]]:10: note: called here
def part(t):
  return t.new_empty(int(t.shape[0]))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(t.shape[0])' freezes
  # CHECK-MESSAGES: :[[@LINE+6]]:7: note: called here
@torch.library.register_fake('ns::all')
def f(*args, **kwargs):
  return whole(*args, **kwargs)
@torch.library.register_fake('ns::computed')
def f(x: Tensor):
  y = part(x.sum(1))
  return functools.partial(y)
