# RUN: %check_aoti_tidy %s aoti-dynamic-shapes %t --torch-version=2.13
# Nothing to find in these: they export with torch 2.13, or the file does not say.
import functools

import pytest
import torch
from onnx_diagnostic.torch_export_patches import torch_export_patches
from torch.export import Dim, export

b = Dim("b", max=64)
n = Dim("n", max=64)
x = torch.randn(4, 8)
y = torch.randn(4, 8)


class Opt(torch.nn.Module):
    def forward(self, hidden_states, ids=None):
        return hidden_states if ids is None else hidden_states + ids


# The optional argument is absent, or None.
export(Opt(), (x,), dynamic_shapes={"hidden_states": {0: b}})
export(Opt(), (x, None), dynamic_shapes={"hidden_states": {0: b}, "ids": None})


class KeywordOnly(torch.nn.Module):
    def forward(self, *, left, right):
        return left.sum(0) + right.sum(0)


export(KeywordOnly(), (), {"right": x, "left": y}, dynamic_shapes={"left": {0: b}, "right": {0: n}})
export(KeywordOnly(), (), {"right": x, "left": y}, dynamic_shapes=({0: b}, {0: n}))

# A size of 1 that stays; the last dimension by -1.
export(Opt(), (torch.randn(2, 1),), dynamic_shapes={"hidden_states": {0: b, 1: Dim.STATIC}})
export(Opt(), (torch.randn(2, 1),), dynamic_shapes={"hidden_states": (b, None)})
export(Opt(), (torch.randn(1, 4),), dynamic_shapes={"hidden_states": {-1: b}})
# Nothing is asked for.
export(Opt(), (x,), dynamic_shapes={})
export(Opt(), (x, y), dynamic_shapes=())
export(Opt(), (x,), dynamic_shapes=None)


class Keywords(torch.nn.Module):
    def forward(self, x, **kwargs):
        return x.sum(0) + kwargs["a"].sum(0)


class Args(torch.nn.Module):
    def forward(self, *args):
        return args[0].sum(0) + args[1].sum(0)


class Wrapped(torch.nn.Module):
    @functools.lru_cache
    def forward(self, a):
        return a


class Inherited(torch.nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.forward = inner


def wrapped(model, inner, inputs, names):
    export(Keywords(), (x,), {"a": y}, dynamic_shapes={"x": {0: b}, "a": {0: b}})
    export(Args(), (x, y), dynamic_shapes=(({0: b}, {0: b}),))
    export(Args(), (x, y), dynamic_shapes={"args": ({0: b}, {0: b})})
    export(Wrapped(), (x,), dynamic_shapes={"b": {0: b}})
    # forward() is not in sight.
    export(model, (x, y), dynamic_shapes={"input_ids": {0: b}, "mask": {0: b}})
    export(Inherited(inner), (x,), dynamic_shapes={"other": {0: b}})
    export(Opt(), inputs, dynamic_shapes={"hidden_states": {0: b}})
    # Made by something that is not followed.
    export(Opt(), (x,), dynamic_shapes={name: {0: b} for name in names})
    shapes = {"hidden_states": {0: b}}
    if names:
        shapes["ids"] = {0: b}
    export(Opt(), (x, y), dynamic_shapes=shapes)
    of_x = {0: b}
    of_x.update(inputs)
    export(Opt(), (torch.randn(1, 4),), dynamic_shapes=(of_x,))
    export(Opt(), (x,), dynamic_shapes=({0: b} if names else None,))
    export(Opt(), (torch.randn(names, 4),), dynamic_shapes=({0: b},))


class Lists(torch.nn.Module):
    def forward(self, xs, scale):
        return xs[0].sum(0) * scale


export(Lists(), ([x, y], 2), dynamic_shapes={"xs": [{0: b}, None], "scale": None})
export(Lists(), ({0: x, 1: y}, 2), dynamic_shapes={"xs": {0: {0: b}, 1: None}, "scale": Dim.DYNAMIC})
export(Lists(), ((x, torch.randn(8, 8)), 2), dynamic_shapes=(({0: b}, {0: 2 * b}), None))


class Sum(torch.nn.Module):
    def forward(self, x, y):
        return x + y


class Later(torch.nn.Module):
    def forward(self, x, y):
        x = x[:2]
        return x + y[:2]


export(Sum(), (x, y), dynamic_shapes=({0: b}, {0: b}))
export(Sum(), (x, y), dynamic_shapes=({0: Dim("b", max=64)}, {0: Dim("b", max=64)}))
export(Sum(), (x, y), dynamic_shapes=({0: Dim.AUTO}, None))
export(Sum(), (x, y), dynamic_shapes=({0: Dim.DYNAMIC}, {0: Dim.DYNAMIC}))
export(Sum(), (x, torch.randn(1, 8)), dynamic_shapes=({0: b}, None))
export(Later(), (x, y), dynamic_shapes=({0: b}, {0: n}))

with pytest.raises(Exception):
    export(Sum(), (x, y), dynamic_shapes={"z": {0: b}})

# sdpython/onnx-diagnostic: a patched torch does not make size 1 a constant.
with torch_export_patches(patch_torch=True):
    export(Opt(), (torch.randn(1, 4),), dynamic_shapes=({0: Dim.DYNAMIC},))
