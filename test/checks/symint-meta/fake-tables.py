# Fakes that a loop over a table registers.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none --any-fixes

#---
# By names that the loop makes.
import sys
import torch
lib = torch.library.Library('ns', 'FRAGMENT')
def _a_fake(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:36: warning: 'len(x)' freezes
# CHECK-MESSAGES: :[[@LINE+6]]:3: note: registered as a fake here
def _b_fake(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:36: warning: 'len(x)' freezes
def _b(x): return x.new_empty(len(x))
for op in ('a', 'b'):
  lib.impl(op, globals()[f'_{op}'] if op == 'b' else None, 'CUDA')
  torch.library.register_fake(f'ns::{op}', globals()[f'_{op}_fake'], lib=lib)
def c_fake(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'len(x)' freezes
OPS = ['c', 'has_none']
for op in OPS:
  fake = globals().get(op + '_fake')
  if fake is not None:
    lib._register_fake(op, fake)
def d_fake(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'len(x)' freezes
lib._register_fake('d', getattr(sys.modules[__name__], 'd_fake'))
def e_fake(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'len(x)' freezes
def register():
  for op in ['e']:
    lib._register_fake(op, vars(sys.modules[__name__])[f'{op}_fake'])
#---
# By entries of the table.
import torch
from functools import partial
lib = torch.library.Library('ns', 'FRAGMENT')
def a_fake(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'len(x)' freezes
def b_fake(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'len(x)' freezes
FAKES = {'a': a_fake, 'b': b_fake}
for name, fake in FAKES.items():
  torch.library.register_fake(f'ns::{name}')(fake)
def c_fake(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'len(x)' freezes
def c_cuda(x): return x.new_empty(len(x))
for name, kernel, fake in [('c', c_cuda, c_fake)]:
  lib.impl(name, kernel, 'CUDA')
  lib.impl(name, fake, 'Meta')
def d_fake(rows, x): return x.new_empty(len(x) + rows)
# CHECK-MESSAGES: :[[@LINE-1]]:41: warning: 'len(x)' freezes
for i, (name, fake) in enumerate(zip(('d',), (partial(d_fake, 4),))):
  lib.impl(name, fake, 'Meta')
def e_fake(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'len(x)' freezes
for entry in [{'name': 'e', 'fake': e_fake}]:
  lib.impl(entry['name'], entry['fake'], 'Meta')
class F:
  name = 'f'
  @staticmethod
  def fake(x): return x.new_empty(len(x))
  # CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'len(x)' freezes
for op in (F,):
  lib.impl(op.name, op.fake, 'Meta')
def g_fake(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'len(x)' freezes
[lib.impl(name, fake, 'Meta') for name, fake in sorted([('g', g_fake)])]
def h_fake(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'len(x)' freezes
TABLE = {'h': h_fake}
for name in TABLE:
  lib.impl(name, TABLE[name], 'Meta')
def i_fake(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'len(x)' freezes
def my_fake(name, fn):
  lib._register_fake(name, fn)
for name, fake in (('i', i_fake),):
  my_fake(name, fake)
#---
# By helpers of the project that take several.
import torch
from project import register_op
def a(x): return x.new_empty(len(x))
def a_fake(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'len(x)' freezes
for name, fn, fake in (('ns::a', a, a_fake),):
  register_op(name, fn, fake_impl=fake)
#---
# Near misses: kernels, tables that change or are not in sight, other names.
import torch
import tables
lib = torch.library.Library('ns', 'FRAGMENT')
def a(x): return x.new_empty(len(x))
for op in ('a',):
  lib.impl(op, globals()[op], 'CPU')
def b_fake(x): return x.new_empty(len(x))
def other(x): return x.new_empty(x.shape)
B = {'b': b_fake}
B['b'] = other
for name, fake in B.items():
  lib.impl(name, fake, 'Meta')
def c_fake(x): return x.new_empty(len(x))
for op in tables.OPS:
  lib.impl(op, globals()[op + '_fake'], 'Meta')
for op in ('c',):
  lib.impl(op, tables.FAKES[op], 'Meta')
  lib.impl(op, globals()[op + tables.SUFFIX], 'Meta')
def d_fake(x): return x.new_empty(len(x))
def d_fake(x): return x.new_empty(x.shape)
for op in ('d',):
  lib.impl(op, globals()[op + '_fake'], 'Meta')
def e_cpu(x): return x.new_empty(len(x))
def e_meta(x): return x.new_empty(x.shape)
for key, fn in (('CPU', e_cpu), ('Meta', e_meta)):
  lib.impl('e', fn, key)
def f_fake(x): return x.new_empty(len(x))
def register():
  f_fake = other
  for op in ('f',):
    lib.impl(op, locals()[op + '_fake'], 'Meta')
def g_fake(x): return x.new_empty(len(x))
def g_new(x): return x.new_empty(x.shape)
for name, (fake, old) in (('g', (g_new, g_fake)),):
  lib.impl(name, fake, 'Meta')
def h_fake(x): return x.new_empty(len(x))
class H:
  fake = None
for op in (H,):
  lib.impl('h', op.fake, 'Meta')
  lib.impl('h', op, 'Meta')
