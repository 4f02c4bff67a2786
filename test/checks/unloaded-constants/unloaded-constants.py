# RUN: rm -rf %t && mkdir -p %t
# RUN: %python %test_root/Inputs/make_package.py --constant fc.weight=Parameter:float32[16,16] --constant fc.bias=Parameter:float32[16] --constant scale=Buffer:float32[16] --weights=nowhere %t/bare.pt2 model=cpu
# RUN: %python %test_root/Inputs/make_package.py --constant fc.weight=Parameter:float32[16,16] --constant _tensor_constant0=TensorConstant:float32[16] --weights=nowhere %t/lifted.pt2 model=cpu
# RUN: %python %test_root/Inputs/make_package.py --constant fc.weight=Parameter:float32[16,16] --weights=pickles %t/pickles.pt2 model=cpu
# RUN: %python %test_root/Inputs/make_package.py --constant fc.weight=Parameter:float32[16,16] --weights=blob %t/blob.pt2 model=cpu
# RUN: %python %test_root/Inputs/make_package.py --constant weight=Parameter:float32[16,16] %t/linear.pt2 model=cpu
# RUN: %python %test_root/Inputs/make_package.py --constant fc.weight=Parameter:float32[16,16] %t/whole.pt2 model=cpu
# RUN: %python %test_root/Inputs/make_package.py --input float32[16] --weights=nowhere %t/none.pt2 model=cpu
# RUN: %check_aoti_tidy %s aoti-unloaded-constants %t/script
import torch
from torch._inductor import aoti_load_package

w = torch.rand(16, 16)

#---
def never(x):
    m = aoti_load_package("bare.pt2")
    m(x)
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'bare.pt2' holds no weights and none are loaded before this run, which dies of a segmentation fault; call 'm.load_constants(...)' first [aoti-unloaded-constants]
    # CHECK-MESSAGES: :[[@LINE+2]]:5: note: this run, too
    # CHECK-MESSAGES: :[[@LINE-4]]:9: note: 'bare.pt2' is loaded here; it was compiled without the values of its 3 constants
    m(x)


def at_once(x):
    return aoti_load_package("pickles.pt2")(x)
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'pickles.pt2' has its weights in files that no loader reads and none are loaded before this run
    # CHECK-MESSAGES: :[[@LINE-2]]:12: note: 'pickles.pt2' is loaded here; its 1 constant is in 'data/weights', which only 'load_pt2(..., load_weights_from_disk=True)' reads


def too_late(x, weights):
    m = aoti_load_package("bare.pt2")
    print(m.get_constant_fqns())
    m(x)
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'bare.pt2' holds no weights and none are loaded before this run
    m.load_constants(weights, check_full_update=True)
    m(x)


def partly(x):
    m = aoti_load_package("bare.pt2")
    m.load_constants({"fc.weight": w}, check_full_update=False)
    m(x)
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'bare.pt2' needs 'fc.bias' and 1 more, which nothing before this run loads, so it dies of a segmentation fault; load them, too
    # CHECK-MESSAGES: :[[@LINE-3]]:5: note: this does not give 'fc.bias' and 1 more


def not_there():
    m = aoti_load_package("whole.pt2")
    m.load_constants({"fc.weight": w, "fc.bias": w[0]}, check_full_update=True)
    # CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'whole.pt2' has no constant 'fc.bias', so this raises RuntimeError "Constant not found: fc.bias"; leave it out
    # CHECK-MESSAGES: :[[@LINE-2]]:5: note: the compiler has put its value into a kernel, or has found no use of it; 'get_constant_fqns()' lists what can be loaded
    # CHECK-MESSAGES: :[[@LINE-4]]:9: note: 'whole.pt2' is loaded here


def not_full(x):
    m = aoti_load_package("bare.pt2")
    m.load_constants({"fc.weight": w, "scale": w}, check_full_update=True)
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'bare.pt2' has the parameter 'fc.bias', which this does not give although the update is to be full, so it raises RuntimeError; give it, too
    m(x)


class Server:
    def __init__(self):
        self._model = aoti_load_package("bare.pt2")

    def serve(self, x):
        return self._model(x)
        # CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'bare.pt2' holds no weights and none are loaded before this run, which dies of a segmentation fault; call 'self._model.load_constants(...)' first


# The compiler has put the bias of a small layer into the kernel.
#---
model = torch.nn.Linear(16, 4).eval()
m = aoti_load_package("linear.pt2")
m.load_constants(model.state_dict(), check_full_update=True)
# CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'linear.pt2' has no constant 'bias', so this raises RuntimeError "Constant not found: bias"; leave it out
# CHECK-MESSAGES: :[[@LINE-2]]:1: note: the compiler has put its value into a kernel
# CHECK-MESSAGES: :[[@LINE-4]]:5: note: 'linear.pt2' is loaded here

#---
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(16, 16, bias=False)
        self.bn = torch.nn.BatchNorm1d(16)
        self.offset = torch.rand(16)


def of_a_class():
    m = aoti_load_package("whole.pt2")
    m.load_constants(Model().state_dict(), check_full_update=False)
    # CHECK-MESSAGES: :[[@LINE-1]]:22: warning: 'whole.pt2' has no constant 'bn.weight', so this raises RuntimeError


# A tensor that is an attribute is no part of the state.
#---
class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(16, 16, bias=False)
        self.offset = torch.rand(16)


def lifted(x):
    m = aoti_load_package("lifted.pt2")
    m.load_constants(Model().state_dict(), check_full_update=True)
    m(x)
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'lifted.pt2' needs '_tensor_constant0', which nothing before this run loads, so it dies of a segmentation fault; load it, too
    # CHECK-MESSAGES: :[[@LINE-3]]:5: note: 'state_dict()' does not have '_tensor_constant0': a tensor that is neither parameter nor buffer


# Silent.
#---
import pytest


def loaded(x, weights):
    m = aoti_load_package("bare.pt2")
    m.load_constants(weights, check_full_update=True)
    m(x)


def all_by_name(x):
    m = aoti_load_package("bare.pt2")
    m.load_constants({"fc.weight": w, "fc.bias": w[0]}, check_full_update=False)
    m.load_constants({"scale": w[0]}, check_full_update=False)
    m(x)


def those_it_has(x, model):
    m = aoti_load_package("whole.pt2")
    state = model.state_dict()
    m.load_constants({name: state[name] for name in m.get_constant_fqns()}, check_full_update=True)
    m(x)


def of_some_model(x, model):
    m = aoti_load_package("whole.pt2")
    m.load_constants(model.state_dict(), check_full_update=True)
    m(x)


def without_the_bias():
    m = aoti_load_package("linear.pt2")
    state = torch.nn.Linear(16, 4).state_dict()
    del state["bias"]
    m.load_constants(state, check_full_update=True)
    m.load_constants(torch.nn.Linear(16, 4, bias=False).state_dict(), check_full_update=True)


def in_a_branch(x, weights, first):
    m = aoti_load_package("bare.pt2")
    if first:
        m.load_constants(weights, check_full_update=True)
    m(x)


def in_a_loop(x, weights):
    m = aoti_load_package("bare.pt2")
    for i in range(2):
        if i:
            m(x)
        m.load_constants(weights, check_full_update=True)


def by_a_helper(x, prepare):
    m = aoti_load_package("bare.pt2")
    prepare(m)
    m(x)


def by_its_loader(x, weights):
    m = aoti_load_package("bare.pt2")
    m.loader.load_constants(weights, False, True, True)
    m(x)


def that_is_expected(x):
    m = aoti_load_package("whole.pt2")
    with pytest.raises(RuntimeError):
        m.load_constants({"nonsense": w}, check_full_update=True)


def have_them(x):
    aoti_load_package("whole.pt2")(x)
    aoti_load_package("blob.pt2")(x)
    aoti_load_package("none.pt2")(x)


def not_known(x, path):
    aoti_load_package(path)(x)


class Public:
    def __init__(self):
        self.model = aoti_load_package("bare.pt2")

    def serve(self, x):
        return self.model(x)


class Prepared:
    def __init__(self):
        self._model = aoti_load_package("bare.pt2")

    def load(self, weights):
        self._model.load_constants(weights, check_full_update=True)

    def serve(self, x):
        return self._model(x)


class Giving:
    def __init__(self):
        self._model = aoti_load_package("bare.pt2")

    def model(self):
        return self._model

    def serve(self, x):
        return self._model(x)


# Other files may import it.
#---
m = aoti_load_package("bare.pt2")


def serve(x):
    return m(x)


# The state is not what torch.nn.Linear has.
#---
class Model(torch.nn.Module):
    def __init__(self, with_bias):
        super().__init__()
        self.fc = torch.nn.Linear(16, 16, bias=with_bias)
        if with_bias:
            self.extra = torch.nn.Linear(16, 16)
        self.register_buffer("cache", torch.zeros(16), persistent=False)


def of_a_class():
    m = aoti_load_package("whole.pt2")
    m.load_constants(Model(False).state_dict(), check_full_update=False)


# load_constants() takes other tensors than the model has. Measured with torch
# 2.13: float64 for float32 and [1, 3] for [2, 3] are accepted, and the results are
# wrong.
#---
def other_type():
    m = aoti_load_package("whole.pt2")
    m.load_constants({"fc.weight": torch.rand(16, 16, dtype=torch.float64)}, check_full_update=True)
    # CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'fc.weight' is float64 here and float32 in 'whole.pt2', which takes its memory for that, without a check: results are wrong; pass what it has
    # CHECK-MESSAGES: :[[@LINE-3]]:9: note: 'whole.pt2' is loaded here


def other_sizes():
    m = aoti_load_package("whole.pt2")
    m.load_constants({"fc.weight": torch.rand(1, 16)}, check_full_update=False)
    # CHECK-MESSAGES: :[[@LINE-1]]:23: warning: 'fc.weight' is [1, 16] here and [16, 16] in 'whole.pt2', which takes its memory for that


# Silent.
#---
def right(n, weights):
    m = aoti_load_package("whole.pt2")
    m.load_constants({"fc.weight": torch.rand(16, 16)}, check_full_update=True)
    m.load_constants({"fc.weight": torch.rand(n, 16)}, check_full_update=True)
    m.load_constants({"fc.weight": torch.rand(16, 16, dtype=torch.float64).float()}, check_full_update=True)
    m.load_constants({"fc.weight": torch.rand(16, 16).to(weights.dtype)}, check_full_update=True)
    m.load_constants({"fc.weight": weights["fc.weight"]}, check_full_update=True)
    m.load_constants({"fc.weight": torch.rand(4, 64).reshape(16, 16)}, check_full_update=True)


# pytorch/pytorch#163303: a parameter that forward() takes out of a list or dict.
#---
class Mixer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.p = torch.nn.Parameter(torch.eye(64))
        self.q = torch.nn.Parameter(torch.eye(64))
        self.weights = {"p": self.p, "q": self.q}

    def forward(self, x):
        return x @ self.weights["p"] + self.q


program = torch.export.export(Mixer().eval(), (torch.randn(2, 64),))
torch._inductor.aoti_compile_and_package(program, package_path="mixer.pt2")
run = aoti_load_package("mixer.pt2")
run.load_constants({"p": torch.zeros(64, 64)}, check_full_update=False)
# CHECK-MESSAGES: :[[@LINE-1]]:21: warning: forward() reads 'p' out of 'self.weights', a plain list or dict, so the package has no constant of that name, and this raises "Constant not found: p"; read 'self.p' there
# CHECK-MESSAGES: :[[@LINE-11]]:9: note: it is put in here
# CHECK-MESSAGES: :[[@LINE-6]]:11: note: exported here
# Read by its own name, too.
run.load_constants({"q": torch.zeros(64, 64)}, check_full_update=False)


class Registered(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.p = torch.nn.Parameter(torch.eye(64))
        self.weights = torch.nn.ParameterList([self.p])
        self.shown = [self.p]

    def forward(self, x):
        return x @ self.p


program = torch.export.export(Registered().eval(), (torch.randn(2, 64),))
torch._inductor.aoti_compile_and_package(program, package_path="other.pt2")
other = aoti_load_package("other.pt2")
other.load_constants({"p": torch.zeros(64, 64)}, check_full_update=False)
