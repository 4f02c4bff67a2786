# Classes that hold a fake, and what registers them.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none --any-fixes

#---
# A decorator for classes, a call with the class, with an object, in a loop.
import torch
lib = torch.library.Library('ns', 'FRAGMENT')
def paged_op(cls):
  lib.define(cls.schema)
  if hasattr(cls, 'kernel'):
    lib.impl('op', cls.kernel, 'CUDA')
  torch.library.register_fake('ns::' + cls.__name__, cls.fake, lib=lib)
  return cls
def optional(spec):
  fake = getattr(spec, 'abstract', None)
  if fake is not None:
    lib._register_fake(spec.name, fake)
def named(name):
  def decorator(cls):
    lib.impl(name, cls.meta, 'Meta')
    return cls
  return decorator
def all_of(cls):
  return paged_op(cls)
@paged_op
class Decorated:
  schema = 'decorated(Tensor x, Tensor lens, int n) -> Tensor'
  @staticmethod
  def kernel(x, lens, n): return x.new_empty(len(x))
  @staticmethod
  def fake(x, lens, n): return x.new_empty(len(x), int(lens[-1]), int(n))
# CHECK-MESSAGES: :[[@LINE-1]]:44: warning: 'len(x)' freezes
# CHECK-MESSAGES: :[[@LINE-8]]:2: note: registered as a fake here
# CHECK-MESSAGES: :[[@LINE-3]]:52: warning: 'int(lens[-1])' asks
# CHECK-MESSAGES: :[[@LINE-10]]:2: note: registered as a fake here
@named('op')
class Named:
  @classmethod
  def meta(cls, x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:40: warning: 'len(x)' freezes
# CHECK-MESSAGES: :[[@LINE-5]]:2: note: registered as a fake here
class Given:
  def abstract(self, x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:45: warning: 'len(x)' freezes
# CHECK-MESSAGES: :[[@LINE+1]]:1: note: registered as a fake here
optional(Given())
class Through:
  def fake(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'len(x)' freezes
# CHECK-MESSAGES: :[[@LINE+1]]:1: note: registered as a fake here
all_of(Through)
class Base:
  @staticmethod
  def fake(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'len(x)' freezes
# CHECK-MESSAGES: :[[@LINE+6]]:2: note: registered as a fake here
class Between(Base):
  schema = 'between(Tensor x) -> Tensor'
def of_function(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:40: warning: 'len(x)' freezes
# CHECK-MESSAGES: :[[@LINE+4]]:2: note: registered as a fake here
@paged_op
class Derived(Between):
  pass
@paged_op
class Assigned(object):
  fake = staticmethod(of_function)
class One:
  def fake(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'len(x)' freezes
# CHECK-MESSAGES: :[[@LINE+5]]:25: note: registered as a fake here
class Other:
  def fake(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'len(x)' freezes
# CHECK-MESSAGES: :[[@LINE+1]]:25: note: registered as a fake here
for op in (One, Other): paged_op(op)
class Spec:
  def __init__(self, name, abstract): self.name, self.abstract = name, abstract
def of_spec(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:36: warning: 'len(x)' freezes
# CHECK-MESSAGES: :[[@LINE+1]]:1: note: registered as a fake here
optional(Spec('ns::spec', abstract=of_spec))
#---
# Near misses: other attributes, other functions, what nobody in sight defines.
import torch
from .elsewhere import Unknown, registers
lib = torch.library.Library('ns', 'FRAGMENT')
def paged_op(cls):
  lib.impl('op', cls.kernel, 'CUDA')
  torch.library.register_fake('ns::' + cls.__name__, cls.fake, lib=lib)
  return cls
def kept(cls):
  KEPT = cls.fake
  return cls
def twofold(cls, shapes):
  torch.library.register_fake('ns::' + cls.__name__, shapes.fake)
@paged_op
class Decorated:
  schema = 'op(Tensor x, SymInt[] sizes, int n) -> Tensor'
  @staticmethod
  def kernel(x, sizes, n): return x.new_empty(len(x))
  @staticmethod
  def fake(x, sizes, n): return x.new_empty(len(sizes), int(n))
  @staticmethod
  def helper(x): return x.new_empty(len(x))
@kept
class Kept:
  @staticmethod
  def fake(x): return x.new_empty(len(x))
@registers
class Foreign:
  @staticmethod
  def fake(x): return x.new_empty(len(x))
class Shapes:
  @staticmethod
  def fake(x): return x.clone()
twofold(Kept, Shapes)
class Base:
  def fake(x): return x.new_empty(len(x))
@paged_op
class Overrides(Base):
  @staticmethod
  def fake(x): return x.clone()
@paged_op
class Unsure(Unknown, Base):
  pass
@paged_op
class Twice:
  def fake(x): return x.new_empty(len(x))
  def fake(x): return x.clone()
@paged_op
class Empty:
  fake = None
#---
# Methods that register, and what derived classes are told.
import torch
from torch import Tensor
class TorchLibrary:
  def __init__(self, ns): self.lib = torch.library.Library(ns, 'FRAGMENT')
  def register(self, name, fn, shapes=None):
    self.lib.impl(name, fn, 'CUDA')
    if shapes is not None:
      self.fake(name, shapes)
  def fake(self, name, fn): self.lib._register_fake(name, fn)
  def shapes_of(self, name):
    def wrap(fn):
      self.fake(name, fn)
      return fn
    return wrap
  @staticmethod
  def plain(name, fn): torch.library.register_fake(name, fn)
  def kernel(self, name, fn): self.lib.impl(name, fn, 'CPU')
kit = TorchLibrary('ns')
def k(x: Tensor): return x.new_empty(len(x))
def f1(x: Tensor): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'len(x)' freezes
# CHECK-MESSAGES: :[[@LINE+1]]:1: note: registered as a fake here
kit.register('f1', k, f1)
@kit.shapes_of('f2')
def f2(x: Tensor): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'len(x)' freezes
def f3(x: Tensor): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'len(x)' freezes
# CHECK-MESSAGES: :[[@LINE+1]]:1: note: registered as a fake here
TorchLibrary.plain('ns::f3', f3)
kit.kernel('k', k)
class Op:
  def __init_subclass__(cls, **kwargs):
    super().__init_subclass__(**kwargs)
    kit.lib.define(cls.schema)
    torch.library.register_fake('ns::' + cls.__name__, cls.fake)
class Norm(Op):
  schema = 'norm(Tensor x, Tensor lens) -> Tensor'
  @staticmethod
  def fake(x, lens): return x.new_empty(int(lens[-1]))
# CHECK-MESSAGES: :[[@LINE-1]]:41: warning: 'int(lens[-1])' asks
# CHECK-MESSAGES: :[[@LINE-5]]:7: note: registered as a fake here
  @staticmethod
  def forward(x, lens): return x.new_empty(int(lens[-1]))
class Deep(Norm):
  schema = 'deep(Tensor x) -> Tensor'
  def fake(x): return x.new_empty(len(x))
# CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'len(x)' freezes
# CHECK-MESSAGES: :[[@LINE-4]]:7: note: registered as a fake here
#---
# Near misses: methods for kernels, objects of another class, other hooks.
import torch
from torch import Tensor
from .elsewhere import Base, other
class TorchLibrary:
  def __init__(self, ns): self.lib = torch.library.Library(ns, 'FRAGMENT')
  def register(self, name, fn, shapes=None):
    self.lib.impl(name, fn, 'CUDA')
    if shapes is not None:
      self.lib._register_fake(name, shapes)
  def dispatch(self, name, key, fn):
    if key == 'Meta':
      self.lib._register_fake(name, fn)
    else:
      self.lib.impl(name, fn, key)
class Shapes:
  def register(self, name, fn, shapes=None): self.kept = shapes
class Twice(TorchLibrary):
  def register(self, name, fn, shapes=None): return fn
kit, shapes, twice = TorchLibrary('ns'), Shapes(), Twice('ns')
def k(x: Tensor): return x.new_empty(len(x))
kit.register('k', k)
kit.register('k', k, None)
kit.dispatch('k', 'CPU', k)
shapes.register('k', k, k)
twice.register('k', k, k)
other.register('k', k, k)
class Op:
  def __init_subclass__(cls, **kwargs):
    torch.library.register_fake('ns::' + cls.__name__, cls.fake)
class Norm:
  def fake(x: Tensor): return x.new_empty(len(x))
class Unsure(Base, Op):
  def fake(x: Tensor): return x.new_empty(len(x))
class Own(Op):
  def __init_subclass__(cls): pass
  def fake(x: Tensor): return x.new_empty(x.shape[0])
class Further(Own):
  def fake(x: Tensor): return x.new_empty(len(x))
