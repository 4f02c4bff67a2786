# Lists and counters by what reaches them, not by what stands in front of them.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none --any-fixes

#---
# Near misses: what a way that has left did, or another branch, or the list of before.
import torch
from torch import Tensor
@torch.library.register_fake('ns::assigned')
def f(x: Tensor, k: int):
  s = [3, 4]
  if k > 0:
    s = list(x.shape)
    return x.new_empty(s)
  return x.new_empty(int(s[0]))
@torch.library.register_fake('ns::changed')
def f(x: Tensor, k: int):
  s, t, u = [3, 4], [3], [5]
  if k > 0:
    s[0] = x.shape[0]
    t.append(x.shape[0])
    u += x.shape
    if k > 1:
      return x.new_empty(s, t)
    else:
      raise ValueError(u)
  return x.new_empty(int(s[0]), int(t[-1]), int(u[-1]))
@torch.library.register_fake('ns::branches')
def f(x: Tensor, k: int):
  s = [3, 4]
  if k > 0:
    s[0] = x.shape[0]
  elif k < 0:
    s.insert(0, x.shape[0])
  else:
    return x.new_empty(int(s[0]))
  return x.new_empty(s)
@torch.library.register_fake('ns::counted')
def f(x: Tensor, k: int):
  n = x.shape[0]
  y = x.new_empty(n)
  for n in (2, 4):
    n += 1
    y = x.new_empty(int(n))
  if k:
    m = x.shape[0]
    return x.new_empty(m)
  m = 3
  m *= 2
  m -= 1
  return y.new_empty(int(m))
@torch.library.register_fake('ns::new')
def f(x: Tensor, k: int):
  s = list(x.shape)
  s.append(x.shape[0])
  s = [1, 2]
  s += [3]
  if (t := (3, 4)):
    k = int(t[0])
  a = b = [3, 4]
  return x.new_empty(int(s[-1]), int(s[0]), int(a[0]), int(b[1]))
# An index that stands for another number by then.
@torch.library.register_fake('ns::index')
def f(x: Tensor, k: int):
  i = 0
  s, t = [3, 4], [5]
  s[i] = x.shape[0]
  for j in (0, 0):
    t[j] = x.shape[0]
  i, j = 1, 7
  return x.new_empty(int(s[i]))
#---
# Near misses: what 'insert', slices and 'clear' put in the place of a size.
import torch
from torch import Tensor
@torch.library.register_fake('ns::places')
def f(x: Tensor, heads: int):
  s = list(x.shape)
  s.insert(0, heads)
  t = list(x.shape)
  t[0:1] = [4]
  u = list(x.shape)
  u[:2] = [2, 3]
  v = list(x.shape)
  v.clear()
  v.append(4)
  w = list(x.shape)
  w[:] = (4, 5)
  y = list(x.shape)
  y[-1:] = [4]
  z = [x.shape[0], 3]
  z[heads:heads + 1] = [4]
  a = [3, x.shape[0]]
  a.insert(1, 5)
  b = [x.shape[0]]
  b[0] = 4
  b.insert(0, 5)
  return x.new_empty(range(s[0]), int(t[0]), int(u[0]), int(v[0]), int(w[0]), int(y[-1]), int(z[0]), int(a[1]), int(b[1]))
#---
# Hits: what does reach.
import torch
from torch import Tensor
@torch.library.register_fake('ns::assigned')
def f(x: Tensor, k: int):
  s = [3, 4]
  if k > 0:
    s = list(x.shape)
  return x.new_empty(int(s[0]))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(s[0])' gives
@torch.library.register_fake('ns::changed')
def f(x: Tensor, k: int):
  s, t = [3, 4], [3]
  u = []
  if k > 0:
    s[0] = x.shape[0]
    t.append(x.shape[0])
    if k > 1:
      return x.new_empty(s, t)
  u += [x.shape[0]]
  u += [x.shape[1]]
  a = int(s[0])
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'int(s[0])' gives
  b = int(u[0]) + int(u[1])
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'int(u[0])' gives
  # CHECK-MESSAGES: :[[@LINE-2]]:19: warning: 'int(u[1])' gives
  return x.new_empty(a, b)
@torch.library.register_fake('ns::loop')
def f(x: Tensor, k: int):
  s = [3, 4]
  for i in range(k):
    if i:
      s[0] = x.shape[0]
    else:
      k = int(s[0])
      # CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'int(s[0])' gives
  return x.new_empty(s)
@torch.library.register_fake('ns::counted')
def f(x: Tensor, k: int):
  m = n = x.shape[0]
  n += 1
  n *= 2
  n -= 1
  for i in range(3):
    k = k * 2
    k += m
  return x.new_empty(int(n), int(k))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(n)' gives
  # CHECK-MESSAGES: :[[@LINE-2]]:30: warning: 'int(k)' gives
@torch.library.register_fake('ns::new')
def f(x: Tensor, k: int):
  if (t := (x.shape[0], 4)):
    k = int(t[0])
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'int(t[0])' gives
  a = b = [3, x.shape[0]]
  c, d = [x.shape[0]], 4
  return x.new_empty(int(a[1]), int(b[1]), int(c[0]), k)
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(a[1])' gives
  # CHECK-MESSAGES: :[[@LINE-2]]:33: warning: 'int(b[1])' gives
  # CHECK-MESSAGES: :[[@LINE-3]]:44: warning: 'int(c[0])' gives
@torch.library.register_fake('ns::index')
def f(x: Tensor, k: int):
  s = [3, 4]
  s[k - 1] = x.shape[0]
  return x.new_empty(int(s[k - 1]))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(s[k - 1])' gives
@torch.library.register_fake('ns::places')
def f(x: Tensor, heads: int):
  s = [3, 4]
  s.insert(0, x.shape[0])
  t = list(x.shape)
  t[1:] = [4]
  u = [4]
  u[:0] = x.shape
  v = [4]
  v[:] = [x.shape[0]]
  w = list(x.shape)
  w[heads:2] = [x.shape[0]]
  y = list(x.shape)
  y.pop()
  y.append(heads)
  return x.new_empty(int(s[0]), int(t[0]), int(u[0]), int(v[0]), int(w[0]), int(y[0]))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(s[0])' gives
  # CHECK-MESSAGES: :[[@LINE-2]]:33: warning: 'int(t[0])' gives
  # CHECK-MESSAGES: :[[@LINE-3]]:44: warning: 'int(u[0])' gives
  # CHECK-MESSAGES: :[[@LINE-4]]:55: warning: 'int(v[0])' gives
  # CHECK-MESSAGES: :[[@LINE-5]]:66: warning: 'int(w[0])' gives
  # CHECK-MESSAGES: :[[@LINE-6]]:77: warning: 'int(y[0])' gives
