# Sizes in texts, and checks of their type.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none

#---
# Hits: what makes a number of a size, and what takes no symbol.
import torch
from torch import Tensor
from torch.library import register_fake
FORMAT = '%d of %s'
def checked(n):
  assert isinstance(n, int), 'an int'
# CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'isinstance(n, int)' fails when export makes the size dynamic: a symbol is no 'int'; use '(int, torch.SymInt)'
# CHECK-MESSAGES: :[[@LINE+27]]:22: note: called here
  return n
@register_fake('ns::f1')
def f1(x: Tensor, y: Tensor):
  rows, columns = x.shape
  a = '%d rows' % rows
# CHECK-MESSAGES: :[[@LINE-1]]:7: warning: ''%d rows' % rows' freezes a dynamic dimension in a fake: it makes a number of the size; write the size as '%s' does
  b = '%s: %5d%%' % (x.dtype, y.shape[0])
# CHECK-MESSAGES: :[[@LINE-1]]:7: warning: {{.*}} gives the example's number
  c = FORMAT % (y.size(0), x.dtype)
# CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'FORMAT % (y.size(0), x.dtype)' gives the example's number
  d = '%.2f' % rows, '%x' % columns
# CHECK-MESSAGES: :[[@LINE-1]]:7: warning: ''%.2f' % rows' freezes a dynamic dimension
# CHECK-MESSAGES: :[[@LINE-2]]:22: warning: ''%x' % columns' freezes a dynamic dimension
  e = hex(rows)
# CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'hex(rows)' freezes a dynamic dimension
  f = f'{rows:>8} and {x.dtype}'
# CHECK-MESSAGES: :[[@LINE-1]]:9: warning: '{rows:>8}' fails when export makes the size dynamic: a symbol takes no format; use 'str(rows)'
  g = f'{rows:d}', f'{x.numel() / 1e6:.1f} MB'
# CHECK-MESSAGES: :[[@LINE-1]]:9: warning: '{rows:d}' fails when
# CHECK-MESSAGES: :[[@LINE-2]]:22: warning: '{x.numel() / 1e6:.1f}' fails when
  h = '{} {:8}'.format(x.dtype, rows), '{n:4d}'.format(n=rows), '{1:d}'.format(0, rows)
# CHECK-MESSAGES: :[[@LINE-1]]:7: warning: {{.*}} fails when
# CHECK-MESSAGES: :[[@LINE-2]]:40: warning: {{.*}} fails when
# CHECK-MESSAGES: :[[@LINE-3]]:65: warning: {{.*}} fails when
  i = format(rows, '8')
# CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'format(rows, '8')' fails when
  return x.new_empty(checked(rows))
#---
# Near misses: symbols as they are, what is no size, messages, what is not run.
import logging, torch
from torch import Tensor
from torch.library import register_fake
logger, DEBUG = logging.getLogger(__name__), False
@register_fake('ns::f1')
def f1(x: Tensor, n: int, weight: Tensor):
  rows, columns = x.shape
  a = '%s rows, %r' % (rows, columns), 'all %d%%' % 100, '%d' % n, '%d dims' % x.dim()
  b = f'{rows} {rows!s:>8} {rows=} {rows:} {n:4d} {tuple(x.shape)}'
  c = '{} {:>4} {{:8}}'.format(rows, n), '{:>9}'.format(str(rows)), format(rows), str(rows).ljust(8)
  d = rows % 8, rows % n, '%d' % weight.shape[0], '%*d' % (4, n)
  logger.debug('%d rows', rows)
  if rows < 2:
    raise ValueError('%d rows' % rows)
  assert columns > 1, f'{columns:>8}'
  torch._check(columns > 2, lambda: f'{columns:>8}')
  e = '%.1f' % (x.numel() / 1e6)
  if DEBUG or logger.isEnabledFor(10):
    print('%d rows' % rows, f'{rows:8}', '{:8}'.format(rows), format(rows, '8'))
  assert isinstance(rows, (int, torch.SymInt)), 'no number'
  assert isinstance(n, int) and isinstance(x, Tensor)
  if isinstance(rows, int):
    f = int(rows)
  try:
    g = f'{rows:8}'
  except TypeError:
    pass
  assert columns == 4
  h = '%d' % columns, f'{columns:8}'
  return x.clone()
#---
# Near misses: a fake that refuses symbols on purpose, with a message of its own.
import torch
from torch import Tensor
from torch.library import register_fake
@register_fake('ns::gather_nd')
def f1(params: Tensor, indices: Tensor) -> Tensor:
  depth = indices.shape[-1]
  if not isinstance(depth, int):
    raise RuntimeError('The last dimension of the indices must be statically known.')
  if depth < 1:
    raise RuntimeError('There must be at least one coordinate.')
  return params.new_empty(list(indices.shape[:-1]) + list(params.shape[depth:]))
@register_fake('ns::f2')
def f2(x: Tensor):
  rows, columns = x.shape
  if not isinstance(rows, (int, float)):
    raise TypeError(rows)
  try:
    assert isinstance(columns, int)
  except AssertionError:
    return x.new_empty(columns)
  return x.new_empty(rows)
#---
# Hits: another exception is caught than the one that is raised.
import torch
from torch import Tensor
from torch.library import register_fake
@register_fake('ns::f1')
def f1(x: Tensor):
  try:
    assert isinstance(x.shape[0], int)
# CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'isinstance(x.shape[0], int)' fails when export makes the size dynamic
  except TypeError:
    pass
  return x.clone()
