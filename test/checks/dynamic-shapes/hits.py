# RUN: %check_aoti_tidy %s aoti-dynamic-shapes %t --torch-version=2.13
# Each of these raises with torch 2.13, or is silently wrong where it says so.
import torch
from torch.export import Dim, export


class Net(torch.nn.Module):
    def forward(self, hidden_states, ids):
        return hidden_states.sum(0) + ids.sum(0)


class One(torch.nn.Module):
    def forward(self, x):
        return x * 2


class Opt(torch.nn.Module):
    def forward(self, x, mask=None):
        return x if mask is None else x * mask


class Many(torch.nn.Module):
    def forward(self, xs):
        return xs[0].sum(0) + xs[1].sum(0)


class Args(torch.nn.Module):
    def forward(self, *args):
        return args[0].sum(0) + args[1].sum(0)


b = Dim("b", min=2, max=64)
rows, cols = Dim("rows"), Dim("cols")
x = torch.randn(4, 8)
y = torch.randn(4, 8)

# huggingface/blog#3040, pytorch/pytorch#164313: no such argument
export(Net(), (x, y), dynamic_shapes={"hidden_dim": {0: b}, "ids": {0: b}})
# CHECK-MESSAGES: :[[@LINE-1]]:39: warning: forward() has no argument 'hidden_dim', which dynamic_shapes names: export raises; it has 'hidden_states' and 'ids' [aoti-dynamic-shapes]
export(Net().eval(), args=(), kwargs={"hidden_states": x, "ids": y},
       dynamic_shapes={"hidden_dim": {0: b}, "ids": {0: b}})
# CHECK-MESSAGES: :[[@LINE-1]]:24: warning: forward() has no argument 'hidden_dim'


def from_elsewhere(inputs):
    # Whatever is given.
    export(Net(), inputs, dynamic_shapes={"input": {0: b}, "ids": {0: b}})
    # CHECK-MESSAGES: :[[@LINE-1]]:43: warning: forward() has no argument 'input'
    export(Net(), inputs, dynamic_shapes={"ids": {0: b}})
    # CHECK-MESSAGES: :[[@LINE-1]]:42: warning: dynamic_shapes leaves out 'hidden_states'


# torch's own classes call it 'input'.
export(torch.nn.Linear(8, 4), (x,), dynamic_shapes={"x": {0: b}})
# CHECK-MESSAGES: :[[@LINE-1]]:53: warning: forward() has no argument 'x', which dynamic_shapes names: export raises; it has 'input'

export(Net(), (x, y), dynamic_shapes={"ids": {0: b}})
# CHECK-MESSAGES: :[[@LINE-1]]:38: warning: dynamic_shapes leaves out 'hidden_states': export raises; it wants an entry for each input, None for one that is static
export(Opt(), (x,), dynamic_shapes={"x": {0: b}, "mask": None})
# CHECK-MESSAGES: :[[@LINE-1]]:50: warning: dynamic_shapes names 'mask', which is not among the example inputs: export raises; leave it out
export(Opt(), (x, None), dynamic_shapes={"x": {0: b}})
# CHECK-MESSAGES: :[[@LINE-1]]:41: warning: dynamic_shapes leaves out 'mask'

export(Net(), (x, y), dynamic_shapes=({0: b},))
# CHECK-MESSAGES: :[[@LINE-1]]:38: warning: dynamic_shapes has 1 entry for 2 arguments of forward(): export raises; it wants one for each, None for one that is static
export(Args(), (x, y), dynamic_shapes=({0: b}, {0: b}))
# CHECK-MESSAGES: :[[@LINE-1]]:39: warning: dynamic_shapes has 2 entries for 1 argument of forward()
export(One(), (x,), dynamic_shapes=({0: b}))
# CHECK-MESSAGES: :[[@LINE-1]]:36: warning: dynamic_shapes has the key 0 where the names of forward()'s arguments belong: export raises; for the only input, write ({0: ...},) with a comma

export(Many(), ([x, y],), dynamic_shapes={"xs": ({0: b}, {0: b})})
# CHECK-MESSAGES: :[[@LINE-1]]:49: warning: 'xs' is a list, and dynamic_shapes has a tuple for it: export raises; it wants a list with an entry for each element
export(Many(), ([x, y],), dynamic_shapes={"xs": None})
# CHECK-MESSAGES: :[[@LINE-1]]:49: warning: 'xs' is a list, and dynamic_shapes has None for it
export(Many(), ([x, y],), dynamic_shapes={"xs": [{0: b}]})
# CHECK-MESSAGES: :[[@LINE-1]]:49: warning: 'xs' has 2 elements, and dynamic_shapes lists 1
export(Many(), ({"l": x, "r": y},), dynamic_shapes={"xs": {"l": {0: b}, "s": {0: b}}})
# CHECK-MESSAGES: :[[@LINE-1]]:59: warning: 'xs' has the keys 'l' and 'r', and dynamic_shapes 'l' and 's' for it
export(Opt(), (x, None), dynamic_shapes={"x": {0: b}, "mask": {0: b}})
# CHECK-MESSAGES: :[[@LINE-1]]:63: warning: dynamic_shapes has a shape for 'mask', which is None in the example: export raises; write None

export(One(), (x,), dynamic_shapes={"x": (b,)})
# CHECK-MESSAGES: :[[@LINE-1]]:42: warning: 'x' has 2 dimensions, and dynamic_shapes lists 1
export(One(), (x,), dynamic_shapes={"x": b})
# CHECK-MESSAGES: :[[@LINE-1]]:42: warning: dynamic_shapes has a Dim alone for 'x', a tensor: export raises; write {0: ...}, which says the dimension
export(One(), (x,), dynamic_shapes={"x": {2: b}})
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'x' has no dimension 2, it has 2: export raises 'IndexError: list assignment index out of range'
# Silent.
export(One(), (x,), dynamic_shapes={"x": {2: Dim.AUTO}})
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'x' has no dimension 2, it has 2: export ignores the entry, and what was meant may stay static
export(One(), (x,), dynamic_shapes={"x": {0: "batch"}})
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: 'batch' is no Dim: torch.export.export raises

# pytorch/pytorch#133653
export(One(), (torch.randn(1, 8),), dynamic_shapes={"x": {0: Dim("n", min=1, max=32)}})
# CHECK-MESSAGES: :[[@LINE-1]]:62: warning: dimension 0 of 'x' is 1 in the example: export makes it a constant, and raises for a Dim; take an example of size 2 or more
export(One(), (torch.randn(0, 8),), dynamic_shapes=({0: Dim.DYNAMIC},))
# CHECK-MESSAGES: :[[@LINE-1]]:57: warning: dimension 0 of 'x' is 0 in the example: export makes it a constant, and raises for Dim.DYNAMIC
# pytorch/pytorch#170264: silent.
export(One(), (torch.randn(1, 8),), dynamic_shapes=({0: Dim.AUTO},))
# CHECK-MESSAGES: :[[@LINE-1]]:57: warning: dimension 0 of 'x' is 1 in the example: export makes it a constant, and Dim.AUTO says nothing; take
# One finding for all inputs.
export(Net(), (torch.randn(1, 8), torch.randn(1, 8)), dynamic_shapes=({0: rows}, {0: cols}))
# CHECK-MESSAGES: :[[@LINE-1]]:75: warning: dimension 0 of 'hidden_states' is 1
export(torch.load("net.pt"), (torch.randn(1, 8),), dynamic_shapes={"x": {0: b}})
# CHECK-MESSAGES: :[[@LINE-1]]:77: warning: dimension 0 of 'x' is 1

export(One(), (torch.randn(100, 8),), dynamic_shapes={"x": {0: b}})
# CHECK-MESSAGES: :[[@LINE-1]]:64: warning: dimension 0 of 'x' is 100 in the example, outside of its Dim's range [2, 64]: export raises
export(One(), (x,), dynamic_shapes={"x": {0: 5}})
# CHECK-MESSAGES: :[[@LINE-1]]:46: warning: dimension 0 of 'x' is 4 in the example, and dynamic_shapes says 5: export raises
export(Net(), (x, torch.randn(5, 8)), dynamic_shapes=({0: b}, {0: b}))
# CHECK-MESSAGES: :[[@LINE-1]]:67: warning: the Dim 'b' is 4 in the example of 'hidden_states' and 5 in that of 'ids': export raises; sizes that differ want two Dims


class Sum(torch.nn.Module):
    def forward(self, x, y):
        return (x + y).relu()


class Product(torch.nn.Module):
    def forward(self, x, y):
        z = x @ y
        return z


export(Sum(), (x, y), dynamic_shapes={"x": {0: rows}, "y": {0: cols}})
# CHECK-MESSAGES: :[[@LINE-1]]:48: warning: 'x + y' makes the Dims 'rows' and 'cols' the same size: export raises; give both the same Dim
export(Sum(), (x, y), dynamic_shapes={"x": {0: rows}, "y": None})
# CHECK-MESSAGES: :[[@LINE-1]]:48: warning: 'x + y' makes the size 'rows' that of the other operand, which is constant
export(Product(), (torch.randn(4, 8), torch.randn(8, 4)), dynamic_shapes={"x": {1: rows}, "y": {0: cols}})
# CHECK-MESSAGES: :[[@LINE-1]]:84: warning: 'x @ y' makes the Dims 'rows' and 'cols' the same size
