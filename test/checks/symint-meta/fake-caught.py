# Data in a fake, and what its 'except' does about it.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none
import torch
from torch import Tensor

#---
# Whatever goes on behind it, but nothing that raises again.
@torch.library.register_fake('ns::again')
def f(x: Tensor, t: Tensor):
  try:
    n = int(t[0])
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'int(t[0])' reads tensor data in a fake
  except RuntimeError:
    raise TypeError('no')
  try:
    n = int(t.max())
  except RuntimeError:
    n = x.shape[0]
  return x.new_empty(n)
# An 'except' does not bring a dimension back.
@torch.library.register_fake('ns::op5')
def f(x: Tensor, t: Tensor):
  try:
    n = int(x.shape[0])
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'int(x.shape[0])' freezes a dynamic dimension in a fake; use 'x.shape[0]'
    # CHECK-FIXES:     n = x.shape[0]
  except Exception:
    n = len(x)
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'len(x)' freezes
    # CHECK-FIXES:     n = x.shape[0]
  return x.new_empty(n)

#---
# What is caught, and leaves nothing behind.
@torch.library.register_fake('ns::op0')
def f(x: Tensor, t: Tensor):
  try:
    x.data_ptr(), x.nbytes, torch.equal(t, x), t.numpy(), x.equal(t)
  except RuntimeError:
    pass
  try:
    divmod(x.shape[0], 2)
  except TypeError:
    pass
  return x.new_empty(3)
def g(x: Tensor, t: Tensor):
  try:
    return x.new_empty(int(t.max()), t.tolist(), t.nonzero())
  except Exception:
    return x.new_empty(3)
torch.library.Library('ns', 'FRAGMENT').impl('op1', g, 'Meta')

#---
# The same without the handler.
@torch.library.register_fake('ns::op0')
def f(x: Tensor, t: Tensor):
  try:
    t.numpy()
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 't.numpy()' reads tensor data in a fake
  finally:
    pass
  return x.new_empty(3)

#---
# What a helper raises is caught around its call, and where it is not, it is not.
def address(t): return t.data_ptr()
def bytes_of(t): return t.nbytes
# CHECK-FIXES: def bytes_of(t): return (t.numel() * t.element_size())
# CHECK-MESSAGES: :[[@LINE-2]]:25: warning: 't.nbytes' fails on a tensor of dynamic sizes
# CHECK-MESSAGES: :[[@LINE+11]]:3: note: called here
@torch.library.register_fake('ns::op0')
def f(x: Tensor, t: Tensor):
  try:
    address(x)
    bytes_of(x)
  except RuntimeError:
    pass
  return x.clone()
@torch.library.register_fake('ns::op1')
def g(x: Tensor, t: Tensor):
  bytes_of(x)
  return x.clone()
#---
# The truth of a tensor of several elements raises at once.
from typing import Optional
@torch.library.register_fake('ns::op0')
def f(x: Tensor, bias: Optional[Tensor] = None):
  try:
    if bias:
      return x.new_empty(2)
  except RuntimeError:
    pass
  return x.clone()
@torch.library.register_fake('ns::op1')
def g(x: Tensor, bias: Optional[Tensor] = None):
  if bias:
  # CHECK-MESSAGES: :[[@LINE-1]]:6: warning: 'bias' reads tensor data in a fake
  # CHECK-FIXES:   if bias is not None:
    return x.new_empty(2)
  return x.clone()
