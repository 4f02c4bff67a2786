# Helpers of a project that register fakes, by their names.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none --any-fixes
import torch
from torch import Tensor

#---
# Near misses: other parameters, other keys, functions that only look so.
lib = torch.library.Library('ns', 'FRAGMENT')
def given(name, kernel, abstract):
  lib.impl(name, kernel, 'CPU')
  torch.library.register_fake(name, abstract)
def kernel_for(name):
  def decorator(fn):
    lib.impl(name, fn, 'CUDA')
    return fn
  return decorator
def twofold(shapes):
  def wrap(fn):
    lib._register_fake(fn.__name__, shapes)
    return fn
  return wrap
def unrelated(fn):
  torch.library.register_fake('ns::g')(lambda x: x.clone())
  return fn
def k1(x: Tensor): return len(x)
given('ns::k1', k1, lambda x: x.clone())
@kernel_for('ns::k2')
def k2(x: Tensor): return len(x)
@twofold(lambda x: x.clone())
def k3(x: Tensor): return len(x)
@unrelated
def k4(x: Tensor): return len(x)
#---
# By name: helpers that other files define.
from .utils import register_fake_op, register_fake_tosa_op, compile_ops, guard
@register_fake_op('ns::f')
def f1(x: Tensor): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'len(x)' freezes
@register_fake_op(f'ns::f_{torch.version.cuda}')
def f2(x: Tensor): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'len(x)' freezes
@register_fake_tosa_op('ADD(Tensor x) -> Tensor', [])
def f3(x: Tensor): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'len(x)' freezes
@compile_ops('module', fc_name='f', gen_fake=f4)
def op4(x: Tensor): return len(x)
@guard(gen_fake=f5)
def op5(x: Tensor): return len(x)
#---
# Near misses: no operator is named, or the word is of another trade.
from .utils import register_fake_op, register_fake_data, train
@register_fake_op(torch.float32)
def f1(x: Tensor): return x.new_empty(len(x))
@register_fake_data('camera')
def f2(x: Tensor): return x.new_empty(len(x))
def make(x: Tensor): return x.new_empty(len(x))
train(gen_fake=make)
@register_fake_op
def f3(x: Tensor): return x.new_empty(len(x))
#---
# Near misses: what is called is in sight, and leads nowhere near torch.
class Registry:
  def __init__(self): self.fakes = {}
  def register_fake(self, name, fn):
    self.fakes[name] = fn
    return fn
docs = Registry()
def f1(x: Tensor): return len(x)
docs.register_fake('ns::f1', f1)
def register_fake(fn): return fn
@register_fake
def f2(x: Tensor): return len(x)
FAKES = {}
def register_fake_op(name):
  def decorator(fn):
    FAKES[name] = fn
    return fn
  return decorator
@register_fake_op('ns::f3')
def f3(x: Tensor): return len(x)
def notes(gen_fake, fake_impl=None):
  return lambda fn: fn
def f4(x: Tensor): return len(x)
@notes(gen_fake=f4, fake_impl=f4)
def op4(x: Tensor): return len(x)
class FakeCamera:
  def register_fake(self, frame: Tensor):
    return [int(v) for v in frame.tolist()]
#---
# What is called is in sight, and does lead to torch.
from torch.library import register_fake as original
NAMES = set()
def register_fake(name):
  NAMES.add(name)
  return original(name)
class Op:
  def __init__(self, name): self.op = torch.library.custom_op(name, mutates_args=())
  def register_fake(self, fn): return self.op.register_fake(fn)
class Kept:
  def register_fake(self, fn): self.fake = fn
  def install(self, lib): lib._register_fake('op', self.fake)
class Derived(torch.nn.Module):
  def install(self): pass
@register_fake('ns::f1')
def f1(x: Tensor): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'len(x)' freezes
op, kept, derived = Op('ns::f2'), Kept(), Derived()
@op.register_fake
def f2(x: Tensor): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'len(x)' freezes
kept_op = Kept()
@kept_op.register_fake
def f3(x: Tensor): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'len(x)' freezes
derived_op = Derived()
#---
# What a parameter chooses: near misses, as a kernel may be given, too.
lib = torch.library.Library('ns', 'FRAGMENT')
def by_key(name, key, fn):
  if key == 'Meta':
    lib._register_fake(name, fn)
  else:
    lib.impl(name, fn, key)
def by_flag(name, fn, is_fake=False):
  if is_fake:
    torch.library.register_fake(name)(fn)
  else:
    torch.library.register_kernel(name, 'cpu')(fn)
def early(name, fn, key):
  if key not in ('Meta', 'fake'):
    return lib.impl(name, fn, key)
  lib._register_fake(name, fn)
def third(name, fn, kind):
  if kind == Kind.KERNEL: pass
  elif True:
    torch.library.register_fake(name, fn)
def through(name, key, fn):
  if key == 'Meta': plain(name, fn)
def plain(name, fn): torch.library.register_fake(name, fn)
def k(x: Tensor): return len(x)
by_key('ns::k', 'CPU', k)
by_flag('ns::k', k)
early('ns::k', k, 'CPU')
third('ns::k', k, 1)
through('ns::k', 'CPU', k)
