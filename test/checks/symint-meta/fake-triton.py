# The body of a triton_op is what export runs: it is the fake, too.
# RUN: %check_aoti_tidy %s aoti-symint-meta %t --torch=none
import torch, triton
from torch import Tensor

#---
from torch.library import triton_op, wrap_triton
@triton.jit
def kernel(x, n): ...
def padded(n):
  return int((n + 31) / 32) * 32
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'int((n + 31) / 32)' bakes
@triton_op("ns::norm", mutates_args={})
def norm(x: Tensor, eps: float) -> Tensor:
  rows = int(x.numel() // x.shape[-1])
  # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'int(x.numel() // x.shape[-1])' bakes the example's number into a fake; use 'x.numel() // x.shape[-1]'
  # CHECK-FIXES:   rows = (x.numel() // x.shape[-1])
  out = x.new_empty((rows, padded(x.shape[0])))
  wrap_triton(kernel)[(rows,)](out, int(eps))
  return out
def flat(x: Tensor) -> Tensor:
  return x.new_empty(int(x.shape[0]))
  # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'int(x.shape[0])' freezes
  # CHECK-FIXES:   return x.new_empty(x.shape[0])
torch.library.triton_op("ns::flat", flat, mutates_args={})
#---
# Near misses: sizes that stay symbols in a grid, the kernel itself, a custom_op,
# whose body runs on real tensors.
from torch.library import custom_op, triton_op, wrap_triton
@triton.jit
def kernel(x, n):
  m = int(n)
def launch(x: Tensor):
  return int(x.numel())
@triton_op("ns::norm", mutates_args={})
def norm(x: Tensor, block: int) -> Tensor:
  out = torch.empty_like(x)
  grid = lambda meta: (triton.cdiv(x.numel(), meta["BLOCK"]),)
  wrap_triton(kernel)[grid](out, x.numel(), BLOCK=int(block))
  wrap_triton(kernel)[(triton.cdiv(x.numel(), x.shape[-1]),)](out, x.stride(0))
  return out
@custom_op("ns::other", mutates_args=())
def other(x: Tensor) -> Tensor:
  return x.new_empty(int(x.shape[0]), launch(x))
