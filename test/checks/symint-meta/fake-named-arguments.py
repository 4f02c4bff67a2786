# Of a schema that no call has in sight the names of the arguments say whose it is.
# RUN: not aoti-tidy --checks=aoti-symint-meta --torch-version=2.13 --no-cache %s | FileCheck %s --implicit-check-not=warning:
import torch

DEFS = {
    "a": "(Tensor feat, Tensor rois, float scale, int[] out_size) -> Tensor",
    "b": "(Tensor[] imgs) -> Tensor",
    "c": "(Tensor[] imgs, int k) -> Tensor",
    "d": "(Tensor rows, int k) -> Tensor",
    "e": "(int[] rows, int k) -> Tensor",
    "f": "(Tensor x, int n) -> Tensor",
}
MORE = """
g(Tensor x, SymInt rows, int columns) -> Tensor
"""
lib = torch.library.Library("ns", "DEF")
for n, s in DEFS.items():
    lib.define(n + s)


def fake(fn):
    torch.library.register_fake("ns::" + fn.__name__[len("fake_") :], fn)
    return fn


@fake
def fake_a(feat, rois, scale, out_size):
    # CHECK: [[@LINE+1]]:{{.*}} warning: 'len(rois)' freezes
    num, dims = len(rois), len(out_size)
    return feat.new_empty((num, dims, int(out_size[0])))


@fake
def fake_b(imgs):
    # CHECK: [[@LINE+1]]:{{.*}} warning: 'torch.tensor(
    return torch.tensor([im.shape[-2:] for im in imgs])


# Another order, or other arguments, are of no schema.
@fake
def fake_c(k, imgs):
    return torch.empty(len(imgs), int(k))


# Both say 'rows': which one is meant?
@fake
def fake_d(rows, k):
    return torch.empty(len(rows))


@fake
def fake_f(x, n):
    return x.new_empty(int(n))


@fake
def fake_g(x, rows, columns):
    # CHECK: [[@LINE+1]]:{{.*}} warning: 'int(rows)' freezes
    return x.new_empty(int(rows), int(columns))


@torch.library.register_fake("ns::h")
def h(x, weight):
    # CHECK: [[@LINE+1]]:{{.*}} warning: 'torch.tensor({{\[\[}}0, x.shape[0]{{]]}})'
    a = torch.tensor([[0, x.shape[0]]])
    b = torch.tensor([[0, x.dim()], [weight.shape[0], 1]])
    c = [[0, x.shape[0]]]
    return torch.empty_like(a), torch.empty_like(b), x.new_empty(c[0])
