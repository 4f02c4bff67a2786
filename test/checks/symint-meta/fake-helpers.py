# Lambdas as helpers of a fake, and helpers that take any number of sizes.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none --any-fixes
import torch
from torch import Tensor

#---
# Hits; each raises, or freezes a dimension, on torch 2.13.
half = lambda n: int(n) // 2
# CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'int(n)' freezes
# CHECK-MESSAGES: :[[@LINE+16]]:20: note: called here
# CHECK-FIXES: half = lambda n: n // 2
def made(*sizes):
  return torch.empty([int(s) for s in sizes])
  # CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'int(s)' freezes
  # CHECK-FIXES:   return torch.empty([s for s in sizes])
def rows(a, b, *rest):
  return int(b)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'int(b)' freezes
  # CHECK-FIXES:   return b
def last(a, *rest):
  return int(rest[1])
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'int(rest[1])' freezes
  # CHECK-FIXES:   return rest[1]
@torch.library.register_fake('ns::hits')
def f(x, y):
  a = x.new_empty((half(x.shape[0]), 4))
  b = made(*x.shape)
  c = rows(*x.shape)
  d = last(2, x.shape[0], y.shape[0])
  e = len(x.reshape(-1, 2))
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'len(x.reshape(-1, 2))' freezes the first dimension of 'x.reshape(-1, 2)' in a fake; use 'x.reshape(-1, 2).shape[0]'
  # CHECK-FIXES:   e = x.reshape(-1, 2).shape[0]
  return a.new_empty(c, d, e)
#---
# Near misses.
lib = torch.library.Library('ns', 'DEF')
lib.define('v(Tensor x, int[] sizes) -> Tensor')
lib.define('w(Tensor x, int n, int m) -> Tensor')
@torch.library.register_fake('ns::v')
def v(x, *args):
  return x.new_empty(args)
@torch.library.register_fake('ns::w')
def w(x, *args):
  n, m = args
  return x.new_empty((int(n), m))
def made(*sizes):
  return torch.empty([int(s) for s in sizes])
def first(a, b, *rest):
  return a // 2
# Which of them is a size is not known.
def mixed(*sizes):
  return int(sizes[1])
scale = lambda n: n // 2
scaled = lambda n, k: n * int(k)
@torch.library.register_fake('ns::misses')
def f(x):
  made(4, 5)
  n = mixed(x.shape[0], 4) + first(*x.shape) + scaled(x.shape[0], 3)
  y = x.reshape(4, -1)
  m = len(y) + len(x.view(8, 2)) + len((x, y))
  return x.new_empty((scale(x.shape[0]), n, m))
#---
# Near misses: behind a return that symbols take, what is left are numbers.
import sympy
def expression(value: int | torch.SymInt):
  if isinstance(value, torch.SymInt):
    return value.node._expr
  return sympy.Integer(int(value))
def checked(value):
  if torch.compiler.is_compiling():
    return value
  return int(value)
def raised(value):
  if isinstance(value, torch.SymInt):
    raise TypeError('no symbols')
  return int(value)
@torch.library.register_fake('ns::f')
def f(x: Tensor):
  return expression(x.shape[0]), checked(x.shape[0]), raised(x.shape[0])
#---
# Behind one that numbers take, or that does not return.
def numbered(value):
  if isinstance(value, int):
    return value
  return int(value)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'int(value)' freezes
  # CHECK-MESSAGES: :[[@LINE+9]]:3: note: called here
def logged(value):
  if isinstance(value, torch.SymInt):
    print(value)
  return int(value)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'int(value)' freezes
  # CHECK-MESSAGES: :[[@LINE+4]]:3: note: called here
@torch.library.register_fake('ns::f')
def f(x: Tensor):
  numbered(x.shape[0])
  logged(x.shape[0])
  return x
#---
# Decorators that keep symbols, and such that may do anything.
import functools, torch
from .elsewhere import changed
@torch.no_grad()
def kept(x): return len(x)
# CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'len(x)' freezes
# CHECK-MESSAGES: :[[@LINE+11]]:38: note: called here
# CHECK-FIXES: def kept(x): return x.shape[0]
def own(f): return lambda x: 1
@own
def a(x): return len(x)
@changed
@torch.no_grad()
def b(x): return len(x)
@functools.singledispatch
def c(x): return len(x)
@torch.library.register_fake('ns::f')
def f(x: Tensor): return x.new_empty(kept(x), a(x), b(x), c(x))
