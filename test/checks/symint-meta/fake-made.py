# Sizes of tensors that a fake makes, and of what methods return.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none --any-fixes

#---
# Sizes of what a fake makes of its tensors.
import torch
import functools
import operator
from torch import Tensor
@torch.library.register_fake('ns::methods')
def f(x: Tensor, y: Tensor, k: int):
  s = Shapes()
  r = Shapes.rows(x)
  c = Shapes.columns(x, x.shape[1])
  g = Shapes.given(k) + Shapes.kept(x)
  return x.new_empty(r, c, g)