# Functions that a symbol or a tensor without data does not go through, and what
# is said of kernels for the key Meta.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none --any-fixes
from torch import Tensor

#---
# Whether there is a tensor is no question of its data.
import torch
from typing import Optional
def helper(mask):
  return mask.contiguous() if mask is not None else None
@torch.library.register_fake('ns::optional')
def f(x: Tensor, pse=None, scale: Optional[Tensor] = None, bias: 'Tensor | None' = None, mask: Tensor | None = None):
  a = torch.empty_like(pse) if pse else None
  # CHECK-MESSAGES: :[[@LINE-1]]:32: warning: 'pse' reads tensor data in a fake, which has none: export fails; use 'pse is not None'
  # CHECK-FIXES:   a = torch.empty_like(pse) if pse is not None else None
  b = pse.shape[0]
  if not scale and x.shape[0] > 3:
    # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'scale' reads tensor data
    # CHECK-FIXES:   if scale is None and x.shape[0] > 3:
    b = 1
  mask = helper(mask) if x.dim() > 2 else None
  while bias or mask:
    # CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'bias' reads tensor data {{.*}}; use 'bias is not None'
    # CHECK-MESSAGES: :[[@LINE-2]]:17: warning: 'mask' reads tensor data
    break
  return a, b
@torch.library.register_fake('ns::given')
def f(x: Tensor, y: Tensor, z: Optional[Tensor] = None):
  if y:
    # CHECK-MESSAGES: :[[@LINE-1]]:6: warning: 'y' reads tensor data in a fake, which has none: export fails; decide by sizes, or leave it to the kernel
    pass
  if z.any():
    # CHECK-MESSAGES: :[[@LINE-1]]:6: warning: 'z.any()' reads tensor data {{.*}}; decide by sizes, or leave it to the kernel
    pass
  if z is not None and y is not None: return z
  return x
#---
# A kernel for the key Meta.
import math
import torch
lib = torch.library.Library('ns', 'IMPL', 'Meta')
@torch.library.impl(lib, 'op')
def f(x: Tensor, y: Tensor, pse: Tensor | None):
  a = int(x.shape[0])
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'int(x.shape[0])' freezes a dynamic dimension in a kernel for the key Meta; use 'x.shape[0]'
  b = int(y.max())
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'int(y.max())' reads tensor data in a kernel for the key Meta, which has none: export fails; use 'torch.library.register_fake', and
  c = math.log2(x.shape[0])
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'math.log2(x.shape[0])' freezes a dynamic dimension in a kernel for the key Meta; if it becomes a size of the result, use 'torch.library.register_fake' and
  d = 1 if pse else 2
  # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'pse' reads tensor data in a kernel for the key Meta, which has none: export fails; use 'pse is not None'
  return x.new_empty(a, b, c, d)
#---
# Hits: more functions that know numbers only.
import math, torch
import triton
from torch.library import register_fake, triton_op
@register_fake('ns::f1')
def f1(x: Tensor, y: Tensor, f: float):
  n = x.shape[0]
  a = torch.as_tensor(f * n / 3), torch.asarray([n, 1])
# CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'torch.as_tensor(f * n / 3)' freezes
# CHECK-MESSAGES: :[[@LINE-2]]:35: warning: 'torch.asarray([n, 1])' freezes
  b = x.new_tensor(list(x.shape)), torch.LongTensor([n])
# CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'x.new_tensor(list(x.shape))' freezes
# CHECK-MESSAGES: :[[@LINE-2]]:36: warning: 'torch.LongTensor([n])' freezes
  c = math.log10(n), math.factorial(n), math.hypot(n, 2)
# CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'math.log10(n)' freezes
# CHECK-MESSAGES: :[[@LINE-2]]:22: warning: 'math.factorial(n)' freezes
# CHECK-MESSAGES: :[[@LINE-3]]:41: warning: 'math.hypot(n, 2)' freezes
  return x.clone()
@triton_op('ns::f2', mutates_args=())
def f2(x: Tensor) -> Tensor:
  n = x.numel()
  return x.new_empty(int(triton.cdiv(n, 1024)), triton.cdiv(n, 1024))
# CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(triton.cdiv(n, 1024))' bakes
#---
# Near misses: constants, tensors that keep symbols.
import math, torch
import triton
from torch.library import register_fake, triton_op
@register_fake('ns::f1')
def f1(x: Tensor, k: int, data: list):
  n = x.shape[0]
  a = torch.as_tensor([k, 1]), torch.asarray(data), torch.scalar_tensor(n), torch.full((1,), n)
  b = x.new_tensor([k]), data.new_tensor([n]), torch.LongTensor([x.dim()]), x.new_full((1,), n)
  c = math.log10(k), math.factorial(x.dim()), math.ceil(n / 2), math.trunc(n / 2)
  return x.new_empty(int(triton.cdiv(k, 8)), triton.cdiv(n, 8))
