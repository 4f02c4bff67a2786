# Lists of tensors that a fake is given: their elements are tensors.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none

#---
# By the schema.
import math, torch
from torch.library import Library, register_fake
lib = Library("ns", "DEF")
lib.define("gather(Tensor[] xs, Tensor?[] ys, int[] dims) -> Tensor")
@register_fake("ns::gather")
def f(xs, ys, dims):
  lead = torch.Size(int(d) for d in xs[0].shape[:-1])
  # CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'int(d)' freezes
  # CHECK-FIXES:   lead = torch.Size(d for d in xs[0].shape[:-1])
  total = 0
  for t in xs:
    total += int(t.numel())
    # CHECK-MESSAGES: :[[@LINE-1]]:14: warning: 'int(t.numel())' bakes
    # CHECK-FIXES:     total += t.numel()
  widths = [int(y.shape[0]) for y in ys if y is not None]
  # CHECK-MESSAGES: :[[@LINE-1]]:13: warning: 'int(y.shape[0])' freezes
  # CHECK-FIXES:   widths = [y.shape[0] for y in ys if y is not None]
  # The number of tensors and the schema's ints are constants.
  return xs[0].new_empty(*lead, total, len(xs), int(dims[0]), int(len(ys)), *(int(d) for d in dims), *widths)
#---
# By the annotation of the operator's function.
import math, torch
from typing import List
from torch import Tensor
from torch.library import custom_op
@custom_op("ns::mask", mutates_args=())
def mask(hidden: Tensor, gates: List[torch.Tensor], sizes: List[int]) -> Tensor:
  return hidden[: int(gates[0].shape[0])]
#---
# Near misses: lists of the model's parameters, what takes the place of the
# parameter, a dict.
import torch
from torch.library import register_fake
@register_fake("ns::a")
def f(x, weight, table):
  k = weight[0].shape[0]
  xs = [torch.ones(3)]
  return x.new_empty(int(xs[0].shape[0]), int(table["rows"].shape[0]), int(table["columns"]), int(k))
