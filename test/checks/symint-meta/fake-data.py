# Sizes that only data tells.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none
import torch
from torch import Tensor
lib = torch.library.Library('a', 'FRAGMENT')

#---
@torch.library.register_fake('a::b46')
def f(x: Tensor, y: Tensor):
  return x.new_empty(x.max().item())
# The model may have asked before; then it is no new symbol.
@torch.library.register_fake('a::b47')
def f(x: Tensor, y: Tensor):
  return x.new_empty(x.item() + 1)
@torch.library.register_fake('a::b48')
def f(x: Tensor, y: Tensor):
  torch._check(x.item() < 9)
@torch.library.register_fake('a::b49')
def f(x: Tensor, y: Tensor):
  return x.new_empty(x.contiguous().item() + 1)
@torch.library.register_fake('a::b50')
def f(x: Tensor, y: Tensor):
  return x.new_empty(z.max().item() + 1)
@torch.library.register_fake('a::b51')
def f(x: Tensor, y: Tensor):
  return x * x.max().item()
# Torch makes symbols for these.
@torch.library.register_fake('a::b52')
def f(x: Tensor, y: Tensor):
  return x.nonzero()
@torch.library.register_fake('a::b53')
def f(x: Tensor, y: Tensor):
  return x[x > 0]
@torch.library.register_fake('a::b54')
def f(x: Tensor, y: Tensor):
  return torch.unique(x)

#---
@torch.library.register_fake('a::b57')
def f(x: Tensor, y: Tensor):
  return x.new_empty(int(max(x.tolist())))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(max(x.tolist()))' reads tensor data in a fake
@torch.library.register_fake('a::b58')
def f(x: Tensor, y: Tensor):
  n = x.tolist()
  return x.new_empty(int(n[0]))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(n[0])' reads tensor data in a fake
@torch.library.register_fake('a::b59')
def f(x: Tensor, y: Tensor):
  for k in x.tolist():
    for j in range(k): pass
    # CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'range(k)' reads tensor data in a fake
@torch.library.register_fake('a::b60')
def f(x: Tensor, y: Tensor):
  if x.tolist()[0] > 3: pass
  # CHECK-MESSAGES: :[[@LINE-1]]:6: warning: 'x.tolist()[0] > 3' reads tensor data in a fake, which has none: export fails; decide by sizes, or leave it to the kernel
# Right where the list's length is static, as are the parts of a split.
@torch.library.register_fake('a::b62')
def f(x: Tensor, y: Tensor):
  return x.new_empty(x.tolist())
@torch.library.register_fake('a::b63')
def f(x: Tensor, y: Tensor):
  return y.split(x.tolist())
@torch.library.register_fake('a::b64')
def f(x: Tensor, y: Tensor):
  return [y.new_empty(k) for k in x.tolist()]
@torch.library.register_fake('a::b65')
def f(x: Tensor, y: Tensor):
  a, b = x.tolist()
  return y.new_empty(a, b)
@torch.library.register_fake('a::b66')
def f(x: Tensor, y: Tensor):
  n = x.tolist()
  return y.new_empty(n[0], n[1])
@torch.library.register_fake('a::b67')
def f(x: Tensor, y: Tensor):
  n = x.tolist()
  len(n)
  return y.split(n)
@torch.library.register_fake('a::b68')
def f(x: Tensor, y: Tensor):
  return list(x.shape)
@torch.library.register_fake('a::b69')
def f(x: Tensor, y: Tensor):
  len(z.tolist())
@torch.library.register_fake('a::b70')
def f(x: Tensor, y: Tensor):
  sum(z.tolist())

#---
@torch.library.impl(lib, 'b', 'Meta')
def f(x: Tensor, y: Tensor):
  return x.new_empty(x.max().item())
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'x.max().item()' reads tensor data in a kernel for the key Meta, which has none: export fails; use 'torch.library.register_fake', and 'torch.library.get_ctx().new_dynamic_size()' for a size that depends on data
#---
@torch.library.register_fake('a::b73')
def f(x: Tensor, y: Tensor):
  return x.new_empty(x.max().item())
#---
@torch.library.impl(lib, 'b', 'Meta')
def f(x: Tensor, y: Tensor):
  return x.new_empty(x.item())
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'x.item()' reads tensor data in a kernel for the key Meta
#---
@torch.library.register_fake('a::b75')
def f(x: Tensor, y: Tensor):
  return x.new_empty(x.item())
#---
@torch.library.impl(lib, 'b', 'Meta')
def f(x: Tensor, y: Tensor):
  return x.nonzero()
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'x.nonzero()' reads tensor data in a kernel for the key Meta
#---
@torch.library.register_fake('a::b77')
def f(x: Tensor, y: Tensor):
  return x.nonzero()
#---
@torch.library.register_fake('a::b79')
def f(x: Tensor, y: Tensor):
  return torch.nonzero(x)
#---
@torch.library.impl(lib, 'b', 'Meta')
def f(x: Tensor, y: Tensor):
  return x.unique()
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'x.unique()' reads tensor data in a kernel for the key Meta
#---
@torch.library.register_fake('a::b81')
def f(x: Tensor, y: Tensor):
  return x.unique()
#---
@torch.library.register_fake('a::b83')
def f(x: Tensor, y: Tensor):
  return torch.masked_select(x, y)
#---
@torch.library.impl(lib, 'b', 'Meta')
def f(x: Tensor, y: Tensor):
  return y.split(x.tolist())
  # CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'x.tolist()' reads tensor data in a kernel for the key Meta
#---
@torch.library.register_fake('a::b85')
def f(x: Tensor, y: Tensor):
  return y.split(x.tolist())
#---
@torch.library.impl(lib, 'b', 'Meta')
def f(x: Tensor, y: Tensor):
  return x.new_empty(int(x.max().item()))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(x.max().item())' reads tensor data in a kernel for the key Meta, which has none: export fails; use 'torch.library.register_fake'
#---
@torch.library.impl(lib, 'b', 'Meta')
def f(x: Tensor, y: Tensor):
  return x.new_empty(x.shape[0])
#---
@torch.library.impl(lib, 'b', 'Meta')
def f(x: Tensor, y: Tensor):
  return z.nonzero()
#---
@torch.library.impl(lib, 'b', 'Meta')
def f(x: Tensor, y: Tensor):
  return z.max().item()
#---
@torch.library.impl(lib, 'b', 'Meta')
def f(x: Tensor, y: Tensor):
  if x.is_meta: return x
  return x.max().item()
#---
@torch.library.impl(lib, 'b', 'Meta')
def f(x: Tensor, y: Tensor):
  if x.device.type == 'meta': return x
  return x.nonzero()
#---
@torch.library.impl(lib, 'b', 'CPU')
def f(x: Tensor, y: Tensor):
  return x.max().item()

#--- --check-option=aoti-symint-meta.UnbackedSizes=true
# Branches on sizes if asked for.
@torch.library.register_fake('a::b93')
def f(x: Tensor, y: Tensor):
  if x.shape[0] != y.shape[0]: raise ValueError('no')
  # CHECK-MESSAGES: :[[@LINE-1]]:6: warning: 'x.shape[0] != y.shape[0]' guards on a size in a fake: export fails where it depends on data; use 'torch._check'
@torch.library.register_fake('a::b94')
def f(x: Tensor, y: Tensor):
  assert x.shape == y.shape
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'x.shape == y.shape' guards on a size in a fake: export fails where it depends on data; use 'torch._check' for each size
@torch.library.register_fake('a::b95')
def f(x: Tensor, y: Tensor):
  if x.numel() == 0: return x
  # CHECK-MESSAGES: :[[@LINE-1]]:6: warning: 'x.numel() == 0' guards on a size in a fake: export fails where it depends on data; compute without the branch
@torch.library.register_fake('a::b96')
def f(x: Tensor, y: Tensor):
  n = 3 if x.shape[0] > 4 else 2
  # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'x.shape[0] > 4' guards on a size in a fake
@torch.library.register_fake('a::b97')
def f(x: Tensor, y: Tensor):
  if not x.shape[0]: return x
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'x.shape[0]' guards on a size in a fake
@torch.library.register_fake('a::b98')
def f(x: Tensor, y: Tensor):
  torch._check(x.shape[0] == y.shape[0])
@torch.library.register_fake('a::b99')
def f(x: Tensor, y: Tensor):
  if x.dim() == 2: pass
@torch.library.register_fake('a::b100')
def f(x: Tensor, y: Tensor):
  if x is None: pass
@torch.library.register_fake('a::b101')
def f(x: Tensor, y: Tensor):
  if z.shape[0] == 3: pass
@torch.library.register_fake('a::b102')
def f(x: Tensor, y: Tensor):
  if len(x.shape) == 2: pass
@torch.library.register_fake('a::b103')
def f(x: Tensor, y: Tensor):
  n = max(x.shape[0], 8)
@torch.library.register_fake('a::b104')
def f(x: Tensor, y: Tensor):
  if 'a' in x.shape: pass
@torch.library.register_fake('a::b105')
def f(x: Tensor, y: Tensor):
  if isinstance(x.shape[0], int): pass
#---
@torch.library.register_fake('a::b106')
def f(x: Tensor, y: Tensor):
  if x.shape[0] != y.shape[0]: raise ValueError('no')
#---
# The truth of a tensor is its data; whether there is one is not.
@torch.library.register_fake('a::b107')
def f(x: Tensor, bias: 'torch.Tensor | None' = None):
  if bias: pass
  # CHECK-MESSAGES: :[[@LINE-1]]:6: warning: 'bias' reads tensor data in a fake, which has none: export fails; use 'bias is not None' [aoti-symint-meta]
  # CHECK-FIXES:   if bias is not None: pass
@torch.library.register_fake('a::b108')
def f(x: Tensor, bias: Tensor):
  y = x.new_empty(x.shape)
  return y, (y if not bias else None)
  # CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'bias' reads tensor data in a fake
@torch.library.register_fake('a::b109')
def f(x: Tensor, bias=None, flags: int = 0, xs: list[Tensor] = ()):
  if bias is not None: pass
  if flags: pass
  if xs: pass
  if x is None or not flags: pass
  return x.new_empty(x.shape) if bias else None

#---
# An annotation that says nothing leaves it to the schema and to the body.
from typing import Any, Optional
op = torch.library.custom_op('a::b110', launch, mutates_args=(), schema='(Tensor x, Tensor? smooth, int n) -> Tensor')
@op.register_fake
def f(x: Any, smooth: Optional[Any], n: Any):
  m = int(x.shape[0])
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'int(x.shape[0])' freezes a dynamic dimension in a fake; use 'x.shape[0]' [aoti-symint-meta]
  # CHECK-FIXES:   m = x.shape[0]
  return x.new_empty(m, smooth.shape[0], int(n))
@torch.library.register_fake('a::b111')
def f(x: Any, size: Any):
  return x.new_empty(int(size[0]), int(x.shape[1]))
  # CHECK-MESSAGES: :[[@LINE-1]]:36: warning: 'int(x.shape[1])' freezes a dynamic dimension in a fake
  # CHECK-FIXES:   return x.new_empty(int(size[0]), x.shape[1])
