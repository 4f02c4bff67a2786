# Lambdas as helpers of a fake, and helpers that take any number of sizes.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none

#---
# Hits; each raises, or freezes a dimension, on torch 2.13.
import torch
half = lambda n: int(n) // 2
# CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'int(n)' freezes a dynamic dimension in a fake; use 'n' [aoti-symint-meta]
# CHECK-MESSAGES: :[[@LINE+16]]:20: note: called here
# CHECK-FIXES: half = lambda n: n // 2
def made(*sizes):
  return torch.empty([int(s) for s in sizes])
  # CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'int(s)' freezes a dynamic dimension in a fake; use 's'
  # CHECK-FIXES:   return torch.empty([s for s in sizes])
def rows(a, b, *rest):
  return int(b)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'int(b)' freezes a dynamic dimension in a fake; use 'b'
  # CHECK-FIXES:   return b
def last(a, *rest):
  return int(rest[1])
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'int(rest[1])' freezes a dynamic dimension in a fake; use 'rest[1]'
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
import torch
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
