# Sizes that go through lists, tuples, loops, branches and helpers of a fake.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none
import math, torch
from torch import Tensor

#---
# Lists of sizes, and what is taken out of them.
import copy, math, operator, torch
import numpy as np
@torch.library.register_fake('ns::op0')
def f(x: Tensor):
  s = []
  for d in x.shape:
    s.append(d)
  return x.new_empty(s[0], int(math.ceil(s[1] / 32)))
  # CHECK-MESSAGES: :[[@LINE-1]]:28: warning: 'int(math.ceil(s[1] / 32))' bakes the example's number into a fake; use 'math.ceil(s[1] / 32)'
  # CHECK-FIXES:   return x.new_empty(s[0], math.ceil(s[1] / 32))
@torch.library.register_fake('ns::op2')
def f(x: Tensor):
  s = [d // 2 for d in x.shape]
  return x.new_empty(int(s[-1]))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(s[-1])' bakes the example's number into a fake; use 's[-1]'
  # CHECK-FIXES:   return x.new_empty(s[-1])
@torch.library.register_fake('ns::op3')
def f(x: Tensor):
  s = [x.size(i) for i in range(x.dim())]
  return x.new_empty(int(s[0]))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(s[0])' freezes
  # CHECK-FIXES:   return x.new_empty(s[0])
@torch.library.register_fake('ns::op4')
def f(x: Tensor):
  s = []
  s.extend(x.shape)
  return x.new_empty(int(s[0]))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(s[0])' freezes
  # CHECK-FIXES:   return x.new_empty(s[0])
@torch.library.register_fake('ns::op6')
def f(x: Tensor):
  s = list(x.shape)
  s[-1] = int(math.ceil(s[-1] / 32))
  # CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'int(math.ceil(s[-1] / 32))' bakes
  # CHECK-FIXES:   s[-1] = math.ceil(s[-1] / 32)
  return x.new_empty(s)
@torch.library.register_fake('ns::op7')
def f(x: Tensor):
  *b, n = x.shape
  return x.new_empty(int(math.prod(b)), int(n))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(math.prod(b))' bakes
  # CHECK-MESSAGES: :[[@LINE-2]]:41: warning: 'int(n)' freezes a dynamic dimension in a fake; use 'n'
  # CHECK-FIXES:   return x.new_empty(int(math.prod(b)), n)
@torch.library.register_fake('ns::op8')
def f(x: Tensor):
  m, n = x.shape[0], x.shape[1]
  s = (m, n)
  return x.new_empty(int(s[0]), int(sum(s)))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(s[0])' freezes
  # CHECK-MESSAGES: :[[@LINE-2]]:33: warning: 'int(sum(s))' bakes
  # CHECK-FIXES:   return x.new_empty(s[0], int(sum(s)))
@torch.library.register_fake('ns::op9')
def f(x: Tensor):
  s = []
  for i, (a, b) in enumerate(zip(x.shape, (1, 2))):
    s.append(int(a / b))
    # CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'int(a / b)' bakes the example's number into a fake; use 'torch.sym_int(a / b)'
  return x.new_empty(s)
@torch.library.register_fake('ns::op10')
def f(x: Tensor):
  s = list(x.shape[:-1]) + [x.shape[-1] // 2]
  return x.new_empty([int(d) for d in s])
  # CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'int(d)' bakes
  # CHECK-FIXES:   return x.new_empty([d for d in s])
@torch.library.register_fake('ns::op11')
def f(x: Tensor):
  s = sorted(x.shape)
  t = copy.copy(s[1:])
  return x.new_empty(int(t[0]))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(t[0])' freezes
  # CHECK-FIXES:   return x.new_empty(t[0])
#---
# Look-alikes: what is no size, and what is taken out is none.
@torch.library.register_fake('ns::op0')
def f(x: Tensor, n: int, sizes: list[int], scale):
  s = [x.shape[0], 3]
  return x.new_empty(s[0], int(s[1]), int(s[-1]))
@torch.library.register_fake('ns::op1')
def f(x: Tensor, n: int, sizes: list[int], scale):
  s = list(x.shape)
  s[-1] = 4
  return x.new_empty(*s[:-1], int(s[-1]))
@torch.library.register_fake('ns::op2')
def f(x: Tensor, n: int, sizes: list[int], scale):
  s = []
  s.append(n)
  s.extend([2, 3])
  s.extend(sizes)
  return x.new_empty([int(d) for d in s] + [int(s[0]), int(math.ceil(n / 32))])
@torch.library.register_fake('ns::op3')
def f(x: Tensor, n: int, sizes: list[int], scale):
  s = [len(x.shape), x.dim(), x.ndim, x.element_size()]
  return x.new_empty(int(s[0]), int(s[1] / 2), int(sum(s)), range(x.dim()))
@torch.library.register_fake('ns::op4')
def f(x: Tensor, n: int, sizes: list[int], scale):
  s = list(x.shape)
  s = [1, 2]
  return x.new_empty(int(s[0]))
@torch.library.register_fake('ns::op5')
def f(x: Tensor, n: int, sizes: list[int], scale):
  for i, d in enumerate(x.shape):
    int(i)
  for a, b in zip(x.shape, (1, 2)):
    int(b)
  m, k = x.shape[0], 4
  return x.new_empty(m, int(k))
@torch.library.register_fake('ns::op6')
def f(x: Tensor, n: int, sizes: list[int], scale):
  s = [x.shape[0]] * 2
  t = [s, 3]
  return x.new_empty(s[0] // 2, math.ceil(s[0] / 2), max(s), sum(s), int(t[1]))
@torch.library.register_fake('ns::op7')
def f(x: Tensor, n: int, sizes: list[int], scale):
  s = []
  s.append(3)
  s.append(x.shape[0])
  return x.new_empty(int(s[0]), round(s[1] / 2), math.floor(s[1] * 1.5))
@torch.library.register_fake('ns::op8')
def f(x: Tensor, n: int, sizes: list[int], scale):
  k = 4
  k += 2
  b = 1 if x.dtype == torch.float else 2
  return x.new_empty(int(k), int(b), int(n), float(scale), int(round(scale * 3)))
@torch.library.register_fake('ns::op9')
def f(x: Tensor, n: int, sizes: list[int], scale):
  s = [d for d in sizes]
  a = x.stride(-1)
  xs = zip(x.shape, sizes)
  torch._check(x.shape[0] == n)
  return x.new_empty([int(d) for d in s] + [int(a), x.unbind(1)])
# The parameters of a model have constant sizes.
@torch.library.register_fake('ns::op10')
def f(x: Tensor, weight: Tensor, gate_weight: Tensor, bias: Tensor | None):
  n, k = weight.shape
  s = [int(n), int(weight.size(0) / 2), len(gate_weight), range(bias.shape[0])]
  for row in weight.contiguous():
    pass
  return x.new_empty(s)

def no_fake(x: Tensor):
  s = list(x.shape)
  s.append(4)
  return x.new_empty(int(s[0]), len(x), int(x.max()))

#---
# A name with several values, one of which is a size; one that is added to.
@torch.library.register_fake('ns::op0')
def f(x: Tensor, t):
  n = None
  if t:
    n = x.shape[0]
  else:
    n = 4
  return x.new_empty(int(n))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(n)' bakes
  # CHECK-FIXES:   return x.new_empty(n)
@torch.library.register_fake('ns::op1')
def f(x: Tensor, t):
  n = 1
  for d in x.shape:
    n *= d
  return x.new_empty(int(n))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(n)' bakes
@torch.library.register_fake('ns::op2')
def f(x: Tensor, t):
  n = x.shape[0]
  n += 3
  return x.new_empty(int(n), int(x.shape[0] if t else 3))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(n)' freezes
  # CHECK-MESSAGES: :[[@LINE-2]]:30: warning: 'int(x.shape[0] if t else 3)' bakes
  # CHECK-FIXES:   return x.new_empty(n, (x.shape[0] if t else 3))
@torch.library.register_fake('ns::op3')
def f(x: Tensor, t):
  n = x.shape[0]
  n = 3
  n += 1
  return x.new_empty(int(n))

#---
# What helpers of the file return.
def ceil_div(a, b):
  return (a + b - 1) // b
def out_sizes(x, k):
  if k:
    return [1, 2]
  return [k, ceil_div(x.shape[0], 2)]
def both(x):
  return x.shape[0], 4
@torch.library.register_fake('ns::op0')
def f(x: Tensor, k: int):
  s = out_sizes(x, k)
  m, n = both(x)
  return x.new_empty(int(s[1]), int(s[0]), int(m), int(n), int(ceil_div(k, 2)), int(ceil_div(m, 2)))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(s[1])' bakes
  # CHECK-MESSAGES: :[[@LINE-2]]:44: warning: 'int(m)' freezes
  # CHECK-MESSAGES: :[[@LINE-3]]:81: warning: 'int(ceil_div(m, 2))' bakes
  # CHECK-FIXES:   return x.new_empty(s[1], int(s[0]), m, int(n), int(ceil_div(k, 2)), ceil_div(m, 2))

#---
# Tensors that are taken apart, and functions that need a number.
@torch.library.register_fake('ns::op0')
def f(x, y):
  n = x.shape[0]
  for a, b in zip(x, y):
    # CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'zip(x, y)' goes through a tensor and freezes its first dimension in a fake
    pass
  t = torch.empty_like(x)
  x.unbind(), tuple(x), iter(x), torch.unbind(x), len(t)
  # CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'x.unbind()' goes through a tensor
  # CHECK-MESSAGES: :[[@LINE-2]]:15: warning: 'tuple(x)' goes through a tensor
  # CHECK-MESSAGES: :[[@LINE-3]]:25: warning: 'iter(x)' goes through a tensor
  # CHECK-MESSAGES: :[[@LINE-4]]:34: warning: 'torch.unbind(x)' goes through a tensor
  # CHECK-MESSAGES: :[[@LINE-5]]:51: warning: 'len(t)' freezes the first dimension of 't'
  # CHECK-FIXES:   x.unbind(), tuple(x), iter(x), torch.unbind(x), t.shape[0]
  return math.exp(n), math.lcm(n, 2), math.pow(n, 2), int(math.pow(n, 2)), int(x.stride(0))
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'math.exp(n)' freezes
  # CHECK-MESSAGES: :[[@LINE-2]]:23: warning: 'math.lcm(n, 2)' freezes
  # CHECK-MESSAGES: :[[@LINE-3]]:55: warning: 'int(math.pow(n, 2))' bakes
  # CHECK-MESSAGES: :[[@LINE-4]]:76: warning: 'int(x.stride(0))' bakes
  # CHECK-FIXES:   return math.exp(n), math.lcm(n, 2), math.pow(n, 2), int(math.pow(n, 2)), x.stride(0)
