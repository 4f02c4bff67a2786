# Ints of an operator that a call in the file gives a size.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none --any-fixes

#---
# Hits: torch.ops, the op itself, either of them, by name; of a dimension that is not
# the last.
import math, torch
from torch import Tensor
new = torch.__version__ >= '2.4'
custom_op = torch.library.custom_op if new else lambda *a, **k: lambda f: f
@custom_op('ns::a', mutates_args=())
def a(x: Tensor, rows: int, k: int, scale: float) -> Tensor: return x.clone()
@torch.library.register_fake('ns::a')
def _(x, rows, k, scale):
  return x.new_empty(int(math.ceil(rows / 8)), int(k / 8))
# CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(math.ceil(rows / 8))' gives
# CHECK-MESSAGES: :[[@LINE+2]]:25: note: called with the size of a tensor here
def wrapper(x, k):
  y = torch.ops.ns.a(x, x.shape[0], k, x.shape[0])
  rows = x.shape[1]
  return torch.ops.ns.b.default(x, x.size(2), columns=rows)
@torch.library.custom_op('ns::b', mutates_args=())
def b(x: Tensor, rows: int, columns: int) -> Tensor:
  return torch.ops.ns.e(x, x.shape[0])
@b.register_fake
def _(x, rows, columns):
  return x.new_empty(int(rows), len(range(columns)))
# CHECK-MESSAGES: :[[@LINE-1]]:37: warning: {{.*}} freezes
# CHECK-MESSAGES: :[[@LINE-8]]:47: note: called with the size of a tensor here
@torch.library.custom_op('ns::c', mutates_args=())
def c(x: Tensor, n: int) -> Tensor: return x.clone()
@c.register_fake
def _(x, n): return x.new_empty(float(n))
# CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'float(n)' freezes
# CHECK-MESSAGES: :[[@LINE+1]]:21: note: called with the size of a tensor here
def direct(x): c(x, n=3 * x.numel())
@custom_op('ns::d', mutates_args=())
def d(x: Tensor, n: int) -> Tensor: return x.clone()
if new:
  wrapped = torch.ops.ns.d
else:
  wrapped = d
@torch.library.register_fake('ns::d')
def _(x, n): return x.new_empty(float(n))
# CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'float(n)' freezes
# CHECK-MESSAGES: :[[@LINE+3]]:21: note: called with the size of a tensor here
def either(x):
  m, n = x.shape
  return wrapped(x, m + 1)
# The schema says int: whatever the fake does with it, export has frozen it.
torch.library.define('ns::s', '(Tensor x, int n, int k) -> Tensor')
@torch.library.register_fake('ns::s')
def _(x, n, k): return x.new_empty(n, k)
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor, but the schema says 'int'
# CHECK-MESSAGES: :[[@LINE-2]]:36: note: becomes a size here
# CHECK-MESSAGES: :[[@LINE+2]]:37: note: called with the size of a tensor here
# CHECK-MESSAGES: :[[@LINE-6]]:43: note: the schema is here
def of_schema(x): torch.ops.ns.s(x, x.shape[0], 4)
#---
# Near misses: other arguments, the last dimension, weights, calls of a kernel, other ops.
import math, torch
from torch import Tensor
from .elsewhere import other
@torch.library.custom_op('ns::a', mutates_args=())
def a(x: Tensor, rows: int, k: int, scale: float) -> Tensor:
  return torch.ops.ns.b(x, x.shape[0])
@torch.library.register_fake('ns::a')
def _(x, rows, k, scale):
  return x.new_empty(int(rows), int(k), int(scale))
def wrapper(x, weight, w13, k):
  d = x.shape[1]
  m, n = x.shape
  torch.ops.ns.a(x, d, n, 1.0)
  torch.ops.ns.a(x, weight.shape[0], k, x.shape[0])
  torch.ops.ns.other(x, x.shape[0])
  torch.ops.other.a(x, x.shape[0])
  other(x, x.shape[0])
@torch.library.custom_op('ns::b', mutates_args=())
def b(x: Tensor, n: int) -> Tensor: return x.clone()
@b.register_kernel('cuda')
def _(x, n): return torch.ops.ns.b(x, x.shape[0])
@b.register_fake
def _(x, n): return x.new_empty(int(n))
torch.library.define('ns::s', '(Tensor x, int n) -> Tensor')
@torch.library.register_fake('ns::s')
def _(x, n): return x.new_empty(int(n))
def of_schema(x): torch.ops.ns.s(x, x.shape[0])
@torch.library.register_fake('ns::moe')
def _(x: Tensor, w1: Tensor, w13: Tensor, topk_weights: Tensor):
  return x.new_empty(int(w1.shape[0]), int(w13.size(1)))
