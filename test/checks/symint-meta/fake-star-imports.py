# 'from m import *' hides the built-in functions that m replaces, and no others.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none --any-fixes
import torch

#---
from math import *
from lightx2v.utils.envs import *
from .utils import *
@torch.library.register_fake('ns::hits')
def f(x: torch.Tensor):
  a = int(x.shape[0]) + int(max(x.shape[0], 8))
  # CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'int(x.shape[0])' freezes a dynamic dimension in a fake; use 'x.shape[0]'
  # CHECK-MESSAGES: :[[@LINE-2]]:25: warning: 'int(max(x.shape[0], 8))' bakes
  return x.new_empty(a, len(x))
  # CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'len(x)' freezes
#---
from numpy import *
@torch.library.register_fake('ns::numpy')
def f(x: torch.Tensor):
  # numpy's own: what they make of a symbol is not known.
  a = int(max(x.shape[0], 8)) + float(x.shape[0])
  return x.new_empty(a, len(x))
  # CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'len(x)' freezes
#---
from pylab import *
@torch.library.register_fake('ns::pylab')
def f(x: torch.Tensor):
  return x.new_empty(int(sum(x.shape)))
#---
# torch.int is a dtype, torch.range a tensor.
from torch import *
@torch.library.register_fake('ns::torch')
def f(x: torch.Tensor):
  for i in range(x.shape[0]):
    y = x.int()
  return x.new_empty(int(x.shape[0]), float(x.shape[0]))
#---
# The file's own, whatever is imported.
from .utils import *
def int(x): return x
def len(x): return x.shape[0]
@torch.library.register_fake('ns::own')
def f(x: torch.Tensor):
  return x.new_empty(int(x.shape[0]), len(x))
