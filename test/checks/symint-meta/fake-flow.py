# Lists and counters by what reaches them, not by what stands in front of them.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none --any-fixes
import torch
from torch import Tensor

#---
# Near misses: what a way that has left did, or another branch, or the list of before.
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
# Hits: what does reach.
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
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(n)' freezes
  # CHECK-MESSAGES: :[[@LINE-2]]:30: warning: 'int(k)' bakes
@torch.library.register_fake('ns::new')
def f(x: Tensor, k: int):
  if (t := (x.shape[0], 4)):
    k = int(t[0])
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'int(t[0])' freezes
  a = b = [3, x.shape[0]]
  c, d = [x.shape[0]], 4
  return x.new_empty(int(a[1]), int(b[1]), int(c[0]), k)
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(a[1])' freezes
  # CHECK-MESSAGES: :[[@LINE-2]]:33: warning: 'int(b[1])' freezes
  # CHECK-MESSAGES: :[[@LINE-3]]:44: warning: 'int(c[0])' freezes
@torch.library.register_fake('ns::index')
def f(x: Tensor, k: int):
  s = [3, 4]
  s[k - 1] = x.shape[0]
  return x.new_empty(int(s[k - 1]))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(s[k - 1])' bakes