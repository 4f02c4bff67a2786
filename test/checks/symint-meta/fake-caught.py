# Data in a fake, and what its 'except' does about it.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none

#---
import torch
from torch import Tensor
@torch.library.register_fake('ns::op0')
def f(x: Tensor, t: Tensor):
  try:
    n = int(t.max().item())
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'int(t.max().item())' asks for the data of a tensor in a fake
  except Exception:
    # CHECK-MESSAGES: :[[@LINE-1]]:3: note: this 'except' does not help: export fails when the fake has returned, as no result has the size that depends on data
    n = x.shape[0]
  return x.new_empty(n)
@torch.library.register_fake('ns::op1')
def f(x: Tensor, t: Tensor):
  try:
    n = sum(t.tolist())
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'sum(t.tolist())' asks for the data of a tensor in a fake
  except (TypeError, RuntimeError) as e:
    # CHECK-MESSAGES: :[[@LINE-1]]:3: note: this 'except' does not help
    n = x.shape[0]
  return x.new_empty(n)
@torch.library.register_fake('ns::op2')
def f(x: Tensor, t: Tensor):
  try:
    sizes = t.tolist()
    # CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 't.tolist()' is no dimension of a result, and there is no data in a fake: export fails
    n = sum(sizes)
  except:
    # CHECK-MESSAGES: :[[@LINE-1]]:3: note: this 'except' does not help
    n = x.shape[0]
  return x.new_empty(n)
@torch.library.register_fake('ns::op3')
def f(x: Tensor, t: Tensor):
  try:
    n = t.max().item() + 1
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 't.max().item()' is no dimension of a result
  except Exception:
    # CHECK-MESSAGES: :[[@LINE-1]]:3: note: this 'except' does not help
    n = x.shape[0]
  return x.new_empty(n)
# It catches something else, or raises again.
@torch.library.register_fake('ns::op4')
def f(x: Tensor, t: Tensor):
  try:
    n = int(t[0])
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'int(t[0])' asks for the data of a tensor in a fake
    x.data_ptr()
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'x.data_ptr()' asks for the data
  except ValueError:
    n = x.shape[0]
  except RuntimeError:
    raise TypeError('no')
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
import torch
from torch import Tensor
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
  try:
    x.shape.tolist()
  except (ImportError, AttributeError):
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
import torch
from torch import Tensor
@torch.library.register_fake('ns::op0')
def f(x: Tensor, t: Tensor):
  try:
    t.numpy()
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 't.numpy()' asks for the data of a tensor in a fake
  finally:
    pass
  return x.new_empty(3)

#---
# Lists of data that reach the result, or may.
import torch
from torch import Tensor
@torch.library.register_fake('ns::op0')
def f(x: Tensor, t: Tensor, k: int):
  sizes = t.tolist()
  return [x.new_empty(n) for n in sizes], sum(sizes)
@torch.library.register_fake('ns::op1')
def f(x: Tensor, t: Tensor, k: int):
  sizes = t.tolist()
  return x.new_empty(sizes)
@torch.library.register_fake('ns::op2')
def f(x: Tensor, t: Tensor, k: int):
  sizes = t.tolist()
  result = []
  for n in sizes:
    result.append(x.new_empty(n, k))
  return result
@torch.library.register_fake('ns::op3')
def f(x: Tensor, t: Tensor, k: int):
  a, b = t.tolist()
  return x.new_empty(a, b)
@torch.library.register_fake('ns::op4')
def f(x: Tensor, t: Tensor, k: int):
  total = 0
  for n in t.tolist():
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 't.tolist()' is no dimension of a result
    total += n
  return x.new_empty(total)
#--- --torch-version=2.3
# Before torch 2.4 nothing is missed.
import torch
from torch import Tensor
@torch.library.register_fake('ns::op0')
def f(x: Tensor, t: Tensor):
  try:
    n = int(t.max().item())
  except Exception:
    n = x.shape[0]
  return x.new_empty(n)
#---
# A fake is given tensors of a device, other than a kernel for the key Meta.
import torch
from torch import Tensor
@torch.library.register_fake('ns::devices0')
def f(x: Tensor, t: Tensor):
  sizes = [1, 1]
  if t.device.type != "meta" and t.ndim == 2:
    try:
      sizes = [int(v) for v in t[:, 2].tolist()]
      # CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'int(v)' asks for the data of a tensor in a fake
    except Exception:
      # CHECK-MESSAGES: :[[@LINE-1]]:5: note: this 'except' does not help
      sizes = [1, 1]
  return x.new_empty(sizes)
@torch.library.register_fake('ns::devices1')
def f(x: Tensor, t: Tensor):
  if not t.is_meta:
    n = int(t.max())
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'int(t.max())' asks for the data of a tensor in a fake
  else:
    n = int(t.min())
  return x.new_empty(n)
@torch.library.register_fake('ns::devices2')
def f(x: Tensor, t: Tensor):
  n = 3 if t.device == torch.device("meta") else int(t.max())
  # CHECK-MESSAGES: :[[@LINE-1]]:50: warning: 'int(t.max())' asks for the data of a tensor in a fake
  return x.new_empty(n)
# Which device it is, may be a reason.
@torch.library.register_fake('ns::devices3')
def f(x: Tensor, t: Tensor):
  if t.device.type == "cuda":
    n = int(t.max())
  elif t.device.type != "cpu":
    n = int(t.min())
  elif t.device.type != "meta" and torch.compiler.is_compiling():
    n = int(t.sum())
  elif t.device.type != "meta" or isinstance(x, Tensor):
    n = int(t.mean())
  else:
    n = 2
  return x.new_empty(n)
@torch.library.register_fake('ns::devices4')
def f(x: Tensor, t: Tensor):
  if t.device.type == "meta":
    return x.new_empty(int(t.max()))
  return x.new_empty(3)
lib = torch.library.Library('ns', 'IMPL')
def g(x: Tensor, t: Tensor):
  if not t.is_meta:
    return x.new_empty(int(t.max()))
  return x.new_empty(3)
lib.impl('devices5', g, 'Meta')
#---
# What a helper raises is caught around its call, and where it is not, it is not.
import torch
from torch import Tensor
def address(t): return t.data_ptr()
def bytes_of(t): return t.nbytes
# CHECK-FIXES: def bytes_of(t): return (t.numel() * t.element_size())
# CHECK-MESSAGES: :[[@LINE-2]]:25: warning: 't.nbytes' fails on a tensor of dynamic sizes
# CHECK-MESSAGES: :[[@LINE+19]]:3: note: called here
def total(t): return sum(t.tolist())
# CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'sum(t.tolist())' asks for the data of a tensor in a fake
# CHECK-MESSAGES: :[[@LINE+9]]:9: note: called here
@torch.library.register_fake('ns::op0')
def f(x: Tensor, t: Tensor):
  try:
    address(x)
    bytes_of(x)
  except RuntimeError:
    pass
  try:
    n = total(t)
  except RuntimeError:
# CHECK-MESSAGES: :[[@LINE-1]]:3: note: this 'except' does not help
    n = 4
  return x.clone()
@torch.library.register_fake('ns::op1')
def g(x: Tensor, t: Tensor):
  bytes_of(x)
  return x.clone()
#---
# The truth of a tensor of several elements raises at once, and leaves no size behind.
import torch
from torch import Tensor
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
  # CHECK-MESSAGES: :[[@LINE-1]]:6: warning: 'bias' asks for the data of a tensor in a fake
  # CHECK-FIXES:   if bias is not None:
    return x.new_empty(2)
  return x.clone()
