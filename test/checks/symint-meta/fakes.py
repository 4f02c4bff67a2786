# What freezes a size in a fake, and what does not.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none
import math, operator, torch
from torch import Tensor

#---
# Numbers of sizes.
@torch.library.register_fake('ns::op0')
def f(x: Tensor, y, n: int):
  return x.new_empty(len(x))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]' [aoti-symint-meta]
  # CHECK-FIXES:   return x.new_empty(x.shape[0])
@torch.library.register_fake('ns::op1')
def f(x: Tensor, y, n: int):
  return x.new_empty(int(x.shape[0]))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(x.shape[0])' freezes a dynamic dimension in a fake; use 'x.shape[0]'
  # CHECK-FIXES:   return x.new_empty(x.shape[0])
@torch.library.register_fake('ns::op2')
def f(x: Tensor, y, n: int):
  m, k = x.shape
  return x.new_empty(int(m // 2))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(m // 2)' bakes the example's number into a fake; use 'm // 2'
  # CHECK-FIXES:   return x.new_empty((m // 2))
@torch.library.register_fake('ns::op3')
def f(x: Tensor, y, n: int):
  return x.new_empty(int(x.numel() / 2))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(x.numel() / 2)' bakes the example's number into a fake; use 'torch.sym_int(x.numel() / 2)', or integers all the way ('//')
@torch.library.register_fake('ns::op4')
def f(x: Tensor, y, n: int):
  return x.new_empty(list(map(int, x.shape)))
  # CHECK-MESSAGES: :[[@LINE-1]]:27: warning: 'map(int, x.shape)' freezes every dynamic dimension in it; use 'x.shape'
@torch.library.register_fake('ns::op5')
def f(x: Tensor, y, n: int):
  return x.new_empty([int(d) for d in x.size()])
  # CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'int(d)' freezes a dynamic dimension in a fake; use 'd'
  # CHECK-FIXES:   return x.new_empty([d for d in x.size()])
@torch.library.register_fake('ns::op6')
def f(x: Tensor, y, n: int):
  return x.new_empty(x.shape.numel())
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'x.shape.numel()' freezes every dynamic dimension in it, other than a tensor's 'numel()'; use 'math.prod(x.shape)'
  # CHECK-FIXES:   return x.new_empty(x.numel())
@torch.library.register_fake('ns::op7')
def f(x: Tensor, y, n: int):
  s = 1 / math.sqrt(x.size(-1))
  return x.new_empty(3)
  # CHECK-MESSAGES: :[[@LINE-2]]:11: warning: 'math.sqrt(x.size(-1))' freezes a dynamic dimension in a fake; use '** 0.5'
@torch.library.register_fake('ns::op8')
def f(x: Tensor, y, n: int):
  s = float(x.size(-1))
  return x.new_empty(3)
  # CHECK-MESSAGES: :[[@LINE-2]]:7: warning: 'float(x.size(-1))' freezes a dynamic dimension in a fake; use 'torch.sym_float(x.size(-1))'
  # CHECK-FIXES:   s = torch.sym_float(x.size(-1))
@torch.library.register_fake('ns::op9')
def f(x: Tensor, y, n: int):
  for i in range(x.shape[0]): pass
  # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'range(x.shape[0])' freezes a dynamic dimension in a fake: the loop runs as often as the example's size says; compute without it
@torch.library.register_fake('ns::op10')
def f(x: Tensor, y, n: int):
  return [x[i] for i in range(len(x))]
  # CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'range(len(x))' bakes the example's number into a fake
@torch.library.register_fake('ns::op11')
def f(x: Tensor, y, n: int):
  return [None] * x.shape[0]
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: '[None] * x.shape[0]' freezes a dynamic dimension in a fake: it has as many elements as the example's size says
@torch.library.register_fake('ns::op12')
def f(x: Tensor, y, n: int):
  for r in x: pass
  # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: a loop over 'x' freezes its first dimension in a fake
@torch.library.register_fake('ns::op13')
def f(x: Tensor, y, n: int):
  return torch.tensor(x.shape)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'torch.tensor(x.shape)' freezes the dynamic dimensions in it: a fake has no data to put them into; use 'torch.empty'
@torch.library.register_fake('ns::op14')
def f(x: Tensor, y, n: int):
  q, r = divmod(x.shape[0], 8)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'divmod(x.shape[0], 8)' fails when export makes the size dynamic; use '//' and '%'
@torch.library.register_fake('ns::op15')
def f(x: Tensor, y, n: int):
  return x.new_empty(x.nbytes)
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'x.nbytes' fails on a tensor of dynamic sizes; use 'x.numel() * x.element_size()'
  # CHECK-FIXES:   return x.new_empty((x.numel() * x.element_size()))

#---
# Long expressions are shown in brief.
@torch.library.register_fake('ns::op16')
def f(x: Tensor, y, n: int):
  n = int(
      x.shape[0]
      * 2
    )
  # CHECK-MESSAGES: :[[@LINE-4]]:7: warning: 'int(x.shape[0] * 2)' freezes a dynamic dimension in a fake; use 'x.shape[0] * 2'
  # CHECK-FIXES:   n = (x.shape[0]
  # CHECK-FIXES-NEXT:       * 2)
@torch.library.register_fake('ns::op17')
def f(x: Tensor, y, n: int):
  n = int(
      x.shape[0] / max(x.shape[1], 2) * max(x.shape[1], 3) * 0.5
    )
  # CHECK-MESSAGES: :[[@LINE-3]]:7: warning: 'int(...)' bakes the example's number into a fake; use 'torch.sym_int(...)', or integers all the way ('//')
@torch.library.register_fake('ns::op17b')
def f(x: Tensor, y, scale: float, k, n: int):
  a, b = int(x.shape[0] * scale), int(-(x.shape[0] * 2.5))
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'int(x.shape[0] * scale)' bakes the example's number
  # CHECK-MESSAGES: :[[@LINE-2]]:35: warning: 'int(-(x.shape[0] * 2.5))' bakes
  return a, b, int(x.shape[0] * k)
  # CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'int(x.shape[0] * k)' bakes the example's number into a fake

#---
# Data.
@torch.library.register_fake('ns::op18')
def f(x: Tensor, y, n: int):
  n = int(x.sum().item())
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'int(x.sum().item())' reads tensor data in a fake, which has none: export fails; a size that depends on data is 'torch.library.get_ctx().new_dynamic_size()'
@torch.library.register_fake('ns::op19')
def f(x: Tensor, y, n: int):
  n = int(x.max())
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'int(x.max())' reads tensor data in a fake
@torch.library.register_fake('ns::op20')
def f(x: Tensor, y, n: int):
  n = int(x[0])
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'int(x[0])' reads tensor data in a fake
@torch.library.register_fake('ns::op21')
def f(x: Tensor, y, n: int):
  v = x[-1].item()
  for i in range(v): pass
  # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'range(v)' reads tensor data in a fake
@torch.library.register_fake('ns::op22')
def f(x: Tensor, y, n: int):
  if x.any(): pass
  # CHECK-MESSAGES: :[[@LINE-1]]:6: warning: 'x.any()' reads tensor data in a fake, which has none: export fails; decide by sizes, or leave it to the kernel
@torch.library.register_fake('ns::op23')
def f(x: Tensor, y, n: int):
  if x.item() > 3: pass
  # CHECK-MESSAGES: :[[@LINE-1]]:6: warning: 'x.item() > 3' reads tensor data in a fake
@torch.library.register_fake('ns::op24')
def f(x: Tensor, y, n: int):
  assert torch.all(x > 0)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'torch.all(x > 0)' reads tensor data in a fake
@torch.library.register_fake('ns::op25')
def f(x: Tensor, y, n: int):
  if (x > 0).all() and n: pass
  # CHECK-MESSAGES: :[[@LINE-1]]:6: warning: '(x > 0).all()' reads tensor data in a fake
@torch.library.register_fake('ns::op26')
def f(x: Tensor, y, n: int):
  n = 1 if x.sum() == 0 else 2
  # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'x.sum() == 0' reads tensor data in a fake
@torch.library.register_fake('ns::op27')
def f(x: Tensor, y, n: int):
  while not x.long().max().item() < n: pass
  # CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'x.long().max().item() < n' reads tensor data in a fake
@torch.library.register_fake('ns::op28')
def f(x: Tensor, y, n: int):
  torch.equal(x, x)
  # CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'torch.equal(x, x)' reads tensor data in a fake, which has none: export fails; leave it to the kernel
@torch.library.register_fake('ns::op29')
def f(x: Tensor, y, n: int):
  x.contiguous().data_ptr()
  # CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'x.contiguous().data_ptr()' reads tensor data in a fake, which has none: export fails
@torch.library.register_fake('ns::op30')
def f(x: Tensor, y, n: int):
  n = bool(x.any())
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'bool(x.any())' reads tensor data in a fake

#---
# Near misses.
@torch.library.register_fake('ns::op31')
def f(x: Tensor, y, n: int):
  return x.new_empty(x.shape[0], x.size(1), x.numel())
@torch.library.register_fake('ns::op32')
def f(x: Tensor, y, n: int):
  return x.new_empty(len(x.shape), x.dim(), len([x, y]))
@torch.library.register_fake('ns::op33')
def f(x: Tensor, y, n: int):
  return x.new_empty(int(x.dim()))
@torch.library.register_fake('ns::op34')
def f(x: Tensor, y, n: int):
  for i in range(x.dim()): x.shape[i]
@torch.library.register_fake('ns::op35')
def f(x: Tensor, y, n: int):
  return x.new_empty([d for d in x.shape])
@torch.library.register_fake('ns::op36')
def f(x: Tensor, y, n: int):
  return x.new_empty(*map(abs, x.shape))
@torch.library.register_fake('ns::op37')
def f(x: Tensor, y, n: int):
  return x.new_empty(list(x.shape) + [1] * x.dim())
@torch.library.register_fake('ns::op38')
def f(x: Tensor, y, n: int):
  torch._check(x.shape[0] == y.shape[0])
@torch.library.register_fake('ns::op39')
def f(x: Tensor, y, n: int):
  if x.shape[0] != y.shape[0]: raise ValueError(f'{len(x)}')
@torch.library.register_fake('ns::op40')
def f(x: Tensor, y, n: int):
  assert x.shape[0] == 4, int(x.shape[0])
@torch.library.register_fake('ns::op41')
def f(x: Tensor, y, n: int):
  torch._check(n > 0, lambda: int(x.shape[0]))
@torch.library.register_fake('ns::op42')
def f(x: Tensor, y, n: int):
  k = x.item()
  return x.new_empty(k)
@torch.library.register_fake('ns::op43')
def f(x: Tensor, y, n: int):
  return x.new_empty(x.tolist())
@torch.library.register_fake('ns::op44')
def f(x: Tensor, y, n: int):
  i = torch.library.get_ctx().new_dynamic_size()
  return x.new_empty(i)
@torch.library.register_fake('ns::op45')
def f(x: Tensor, y, n: int):
  if x is None: pass
@torch.library.register_fake('ns::op46')
def f(x: Tensor, y, n: int):
  if x.is_contiguous(): pass
@torch.library.register_fake('ns::op47')
def f(x: Tensor, y, n: int):
  if isinstance(x.shape[0], int):
    n = int(x.shape[0])
@torch.library.register_fake('ns::op48')
def f(x: Tensor, y, n: int):
  n = n if torch.compiler.is_compiling() else int(x.shape[0])
@torch.library.register_fake('ns::op49')
def f(x: Tensor, y, n: int):
  if x.device.type == 'cpu':
    n = len(x)
# Of these nobody knows what they are.
@torch.library.register_fake('ns::op50')
def f(x: Tensor, y, n: int):
  len(z)
@torch.library.register_fake('ns::op51')
def f(x: Tensor, y, n: int):
  z = g(x)
  int(z.shape[0])
@torch.library.register_fake('ns::op52')
def f(x: Tensor, y, n: int):
  int(n)
@torch.library.register_fake('ns::op53')
def f(x: Tensor, y, n: int):
  range(n)
@torch.library.register_fake('ns::op54')
def f(x: Tensor, y, n: int):
  t = torch.empty(3)
  len(t)
@torch.library.register_fake('ns::op55')
def f(x: Tensor, y, n: int):
  len(x.view(2, 3))
@torch.library.register_fake('ns::op56')
def f(x: Tensor, y, n: int):
  x = [1]
  return len(x)
@torch.library.register_fake('ns::op57')
def f(x: Tensor, y, n: int):
  len = lambda x: x
  len(x)
@torch.library.register_fake('ns::op58')
def f(x: Tensor, y, n: int):
  def inner(): return len(x)
@torch.library.register_fake('ns::op59')
def f(x: Tensor, y, n: int):
  return math.ceil(x.shape[0] / 2)
@torch.library.register_fake('ns::op60')
def f(x: Tensor, y, n: int):
  return x.shape[0] ** 0.5
@torch.library.register_fake('ns::op61')
def f(x: Tensor, y, n: int):
  return (x.shape[0] + 7) // 8 * 8
@torch.library.register_fake('ns::op62')
def f(x: Tensor, y, n: int):
  return max(x.shape[0], 8)
# Lists of tensors have a length, and other types are no tensors.
@torch.library.register_fake('ns::op63')
def f(x: list[Tensor]):
  return len(x)
@torch.library.register_fake('ns::op64')
def f(x: Sequence[torch.Tensor]):
  return len(x)
@torch.library.register_fake('ns::op65')
def f(*x):
  return len(x)
@torch.library.register_fake('ns::op66')
def f(x):
  return len(x)
@torch.library.register_fake('ns::op67')
def f(x: 'list[Tensor]'):
  return len(x)
@torch.library.register_fake('ns::op68')
def f(x: int):
  return len(x)
@torch.library.register_fake('ns::op69')
def f(x: Tensor):
  return len(x)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
  # CHECK-FIXES:   return x.shape[0]
@torch.library.register_fake('ns::op70')
def f(x: torch.Tensor):
  return len(x)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
  # CHECK-FIXES:   return x.shape[0]
@torch.library.register_fake('ns::op71')
def f(x: 'Tensor'):
  return len(x)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
  # CHECK-FIXES:   return x.shape[0]
@torch.library.register_fake('ns::op72')
def f(x: Optional[Tensor]):
  return len(x)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
  # CHECK-FIXES:   return x.shape[0]
@torch.library.register_fake('ns::op73')
def f(x: torch.Tensor | None):
  return len(x)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
  # CHECK-FIXES:   return x.shape[0]
@torch.library.register_fake('ns::op74')
def f(x: Tensor = None):
  return len(x)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
  # CHECK-FIXES:   return x.shape[0]
@torch.library.register_fake('ns::op75')
def f(*, x: Tensor):
  return len(x)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
  # CHECK-FIXES:   return x.shape[0]
@torch.library.register_fake('ns::op76')
def f(x):
  x.numel()
  return len(x)
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'len(x)' freezes the first dimension of 'x' in a fake; use 'x.shape[0]'
  # CHECK-FIXES:   return x.shape[0]
