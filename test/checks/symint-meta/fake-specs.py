# What a constructor is given, and a method registers later.
# RUN: not aoti-tidy --checks=aoti-symint-meta --torch-version=2.13 --no-cache %s | FileCheck %s --implicit-check-not=warning:
import torch


class OpSpec:
    def __init__(self, name, schema, fake=None, kernel=None):
        self.name, self.schema, self.fake = name, schema, fake
        self.kernel = kernel

    def install(self, lib):
        lib.define(self.name + self.schema)
        if self.fake is not None:
            lib.impl(self.name, self.fake, "Meta")
        lib.impl(self.name, self.kernel, "CPU")


def op(name, schema):
    def deco(fn):
        OpSpec(name, schema, fn)
        return fn

    return deco


@op("a", "(Tensor x) -> Tensor")
def a(x):
    # CHECK: [[@LINE+1]]:{{.*}} warning: 'len(x)' freezes
    return x.new_empty(len(x))


def b(x):
    # CHECK: [[@LINE+1]]:{{.*}} warning: 'int(x.shape[0])' freezes
    return x.new_empty(int(x.shape[0]))


def b_cpu(x):
    return x.new_empty(int(x.shape[0]))


OpSpec("b", "(Tensor x) -> Tensor", kernel=b_cpu, fake=b)


# Another method may give it another function.
class Changed:
    def __init__(self, name, fake):
        self.name = name
        self.fake = fake

    def wrap(self, by):
        self.fake = by(self.fake)

    def install(self, lib):
        lib.impl(self.name, self.fake, "Meta")


def c(x):
    return x.new_empty(int(x.shape[0]))


Changed("c", c)


# Only an attribute of what is given is a fake, or what is not known.
class Other:
    def __init__(self, name, fn, pair):
        self.name = name
        self.fn = fn.eager
        self.first, self.second = pair

    def install(self, lib):
        lib.impl(self.name, self.fn, "Meta")
        lib.impl(self.name, self.second, "Meta")


def d(x):
    return x.new_empty(int(x.shape[0]))


Other("d", d, d)
