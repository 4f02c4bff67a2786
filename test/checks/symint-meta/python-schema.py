# RUN: %check_aoti_tidy %s aoti-symint-meta %t --unsafe-fixes --check-option=aoti-symint-meta.SchemaInts=true
# RUN: %check_aoti_tidy %s aoti-symint-meta %t.default --unsafe-fixes --check-suffix=DEFAULT
# A schema's int is a constant to export. That is wrong for what is a size; of
# a single one only the author knows.
import torch
from torch import Tensor

lib = torch.library.Library("ns", "FRAGMENT")

lib.define("padded(Tensor x, int rows) -> Tensor")
# CHECK-FIXES: lib.define("padded(Tensor x, SymInt rows) -> Tensor")
# CHECK-FIXES-DEFAULT: lib.define("padded(Tensor x, int rows) -> Tensor")


@torch.library.register_fake("ns::padded")
def _(x, rows):
    # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'rows' becomes a size of a tensor, but the schema says 'int': export freezes the value it is called with; write 'SymInt' in the schema
    # CHECK-MESSAGES: :[[@LINE+1]]:25: note: becomes a size here
    return x.new_empty((rows, x.shape[1]))
    # CHECK-MESSAGES: :[[@LINE-10]]:30: note: the schema is here


torch.library.define("ns::shaped", "(Tensor x, int[] shape) -> Tensor")
# CHECK-FIXES: torch.library.define("ns::shaped", "(Tensor x, SymInt[] shape) -> Tensor")
# CHECK-FIXES-DEFAULT: torch.library.define("ns::shaped", "(Tensor x, SymInt[] shape) -> Tensor")


@torch.library.impl("ns::shaped", "Meta")
def shaped(x, shape):
    # CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'shape' becomes a size of a tensor
    # CHECK-MESSAGES-DEFAULT: :[[@LINE-2]]:15: warning: 'shape' becomes a size of a tensor
    return torch.empty(shape, dtype=x.dtype)


# As in C++: a single int, and a list of sizes that is no shape.
lib.define("single(Tensor x, int n) -> Tensor")
lib.define("repeated(Tensor x, int[] times) -> Tensor")


@torch.library.register_fake("ns::single")
def _(x, n):
    # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'n' becomes a size of a tensor
    return x.new_empty(n)


@torch.library.register_fake("ns::repeated")
def _(x, times):
    # CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'times' becomes a size of a tensor
    return x.repeat(times)


# Torch infers a SymInt of an int.
@torch.library.custom_op("ns::inferred", mutates_args=())
def inferred(x: Tensor, rows: int) -> Tensor:
    return x.new_zeros(rows)


@inferred.register_fake
def _(x, rows):
    return x.new_empty(rows)
