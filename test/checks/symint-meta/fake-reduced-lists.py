# x.tolist() of which only a sum is left, and tensors that only say so by what
# is asked of them.
# RUN: not aoti-tidy --checks=aoti-symint-meta --torch-version=2.13 --no-cache %s | FileCheck %s --implicit-check-not=warning:
import torch
from torch.library import register_fake


@register_fake("ns::a")
def a(value, shapes):
    # CHECK: [[@LINE+1]]:{{.*}} warning: 'shapes.tolist()'
    total = sum(h * w for h, w in shapes.tolist())
    torch._check(value.shape[1] == total)
    return torch.empty_like(value)


@register_fake("ns::b")
def b(x, f_len, g_len):
    # CHECK: [[@LINE+2]]:{{.*}} warning: 'f_len.tolist()'
    # CHECK: [[@LINE+1]]:{{.*}} warning: 'g_len.tolist()'
    total = sum(f * g for f, g in zip(f_len.tolist(), g_len.tolist()))
    return x.new_empty(total, 2)


# Each number is a size of a result.
@register_fake("ns::c")
def c(x, lengths):
    return [x.new_empty(n) for n in lengths.tolist()]


@register_fake("ns::d")
def d(x, f_len, g_len):
    return [x.new_empty(f, g) for f, g in zip(f_len.tolist(), g_len.tolist())]


# A list of the text, and one that an operator gives.
@register_fake("ns::e")
def e(x, sizes):
    return x.new_empty(sum(h * w for h, w in zip(sizes, (1, 2))))


@register_fake("ns::f")
def f(x, lengths):
    # CHECK: [[@LINE+1]]:{{.*}} warning: 'int(lengths.sum())' asks
    return x.new_empty(int(lengths.sum()), 2)


# A list has an index, too, and a dtype its numbers.
@register_fake("ns::g")
def g(x, sizes, dtype):
    return x.new_empty(int(sizes.index(3)), int(dtype.itemsize))
