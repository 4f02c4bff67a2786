# Named tuples: what they hold, and that to hash one is to hash that.
# RUN: not aoti-tidy --checks=aoti-symint-meta --torch-version=2.13 --no-cache %s | FileCheck %s --implicit-check-not=warning:
import math
from collections import namedtuple
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch.library import register_fake

Shape = namedtuple("Shape", ["rows", "kind"])
Plan = namedtuple("Plan", "rows, kind")
CACHE = {}


class Key(NamedTuple):
    rows: int
    dtype: torch.dtype


@dataclass(frozen=True)
class Frozen:
    rows: int
    dtype: torch.dtype


@dataclass(eq=False)
class ById:
    rows: int
    dtype: torch.dtype


def shape_of(x, kind):
    return Shape(x.size(0), kind)


@register_fake("ns::a")
def a(x, kind: int):
    s = shape_of(x, kind)
    # CHECK: [[@LINE+1]]:{{.*}} warning: 'math.log2(s.rows)'
    return x.new_empty(int(math.log2(s.rows)), int(s.kind))


@register_fake("ns::b")
def b(x, kind: int):
    p = Plan(kind=kind, rows=x.size(0))
    # CHECK: [[@LINE+1]]:{{.*}} warning: 'int(p.rows)' gives
    return x.new_empty(int(p.rows), int(p.kind))


@register_fake("ns::c")
def c(x):
    key = Key(x.shape[0], x.dtype)
    # CHECK: [[@LINE+1]]:{{.*}} warning: 'key not in CACHE' fails
    if key not in CACHE:
        CACHE[key] = 1
    return torch.empty_like(x)


@register_fake("ns::d")
def d(x):
    # CHECK: [[@LINE+1]]:{{.*}} warning: 'CACHE.get(Frozen(x.shape[0], x.dtype))' fails
    CACHE.get(Frozen(x.shape[0], x.dtype))
    return torch.empty_like(x)


@register_fake("ns::e")
def e(x):
    CACHE.get(Key(x.dim(), x.dtype))
    CACHE.get(ById(x.shape[0], x.dtype))
    return torch.empty_like(x)
