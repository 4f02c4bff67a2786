# RUN: %check_aoti_tidy %s aoti-symint-meta %t
import torch
from torch import Tensor


@torch.library.custom_op("ns::pad", mutates_args=())
def pad(x: Tensor, y: Tensor) -> Tensor:
    return torch.zeros(int(x.shape[0]), len(y), device=x.device)  # a kernel may


@pad.register_fake
def _(x, y: Tensor):
    torch._check(x.shape[0] == y.shape[0])
    rows = int(x.shape[0])
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'int(x.shape[0])' freezes a dynamic dimension in a fake; use 'x.shape[0]'
    # CHECK-FIXES: rows = x.shape[0]
    return x.new_empty(rows, len(y))
    # CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'len(y)' freezes the first dimension of 'y' in a fake; use 'y.shape[0]'
    # CHECK-FIXES: return x.new_empty(rows, y.shape[0])


def largest(t: Tensor):
    return int(t.max())
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'int(t.max())' reads tensor data in a fake, which has none: export fails; a size that depends on data is 'torch.library.get_ctx().new_dynamic_size()'


def bins(x: Tensor):
    return x.new_empty(largest(x))


torch.library.define("ns::bins", "(Tensor x) -> Tensor")
torch.library.register_fake("ns::bins", bins)
# CHECK-MESSAGES: :[[@LINE-1]]:1: note: registered as a fake here


@torch.library.register_fake("ns::right")
def _(x: Tensor, xs: list[Tensor]):
    n = torch.library.get_ctx().new_dynamic_size()
    for i in range(x.dim()):
        torch._check(x.shape[i] > 0, lambda: f"{len(x)}")
    return x.new_empty(n, x.numel(), len(xs), len(x.shape))


@torch.library.register_fake("ns::compared")
def _(x: Tensor, y: Tensor):
    if x.equal(y):
        # CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'x.equal(y)' reads tensor data in a fake, which has none: export fails; leave it to the kernel
        return x.new_empty(0)
    torch.equal(x, y)
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'torch.equal(x, y)' reads tensor data
    return torch.empty_like(x)
