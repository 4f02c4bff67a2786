# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every function below loads a package that constants_truth.py makes of Model or of a
small torch.nn.Linear; a comment that begins with "wrong" is in those that die or raise.
"""
import torch
from torch._inductor import aoti_load_package


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(16, 16)
        self.register_buffer("scale", torch.rand(16))
        self.offset = torch.rand(16)

    def forward(self, x):
        return self.fc(x) * self.scale + self.offset


x = torch.rand(2, 16)
vec = torch.rand(16)
matrix = torch.rand(16, 16)


def run_without_weights():
    m = aoti_load_package("bare.pt2")
    m(x)  # wrong


def run_with_weights_that_nobody_reads():
    aoti_load_package("pickles.pt2")(x)  # wrong


def run_with_a_blob():
    aoti_load_package("blob.pt2")(x)


def load_all():
    m = aoti_load_package("bare.pt2")
    m.load_constants({"fc.weight": matrix, "fc.bias": vec, "scale": vec, "_tensor_constant0": vec},
                     check_full_update=True)
    m(x)


def load_by_its_own_list():
    m = aoti_load_package("bare.pt2")
    state = Model().state_dict()
    m.load_constants({name: state.get(name, vec) for name in m.get_constant_fqns()}, check_full_update=True)
    m(x)


def load_too_late():
    m = aoti_load_package("bare.pt2")
    m(x)  # wrong
    m.load_constants({"fc.weight": matrix}, check_full_update=False)


def load_a_part():
    m = aoti_load_package("bare.pt2")
    m.load_constants({"fc.weight": matrix, "fc.bias": vec}, check_full_update=False)
    m(x)  # wrong


def load_in_two_parts():
    m = aoti_load_package("bare.pt2")
    m.load_constants({"fc.weight": matrix, "fc.bias": vec}, check_full_update=False)
    m.load_constants({"scale": vec, "_tensor_constant0": vec}, check_full_update=False)
    m(x)


def state_dict_without_an_attribute():
    m = aoti_load_package("bare.pt2")
    m.load_constants(Model().state_dict(), check_full_update=True)
    m(x)  # wrong


def state_dict_over_a_blob():
    m = aoti_load_package("blob.pt2")
    m.load_constants(Model().state_dict(), check_full_update=True)
    m(x)


def state_dict_of_a_small_layer():
    m = aoti_load_package("small.pt2")
    m.load_constants(torch.nn.Linear(16, 4).state_dict(), check_full_update=True)  # wrong


def state_dict_without_its_bias():
    m = aoti_load_package("small.pt2")
    state = torch.nn.Linear(16, 4).state_dict()
    del state["bias"]
    m.load_constants(state, check_full_update=True)
    m(x)


def full_update_without_a_parameter():
    m = aoti_load_package("blob.pt2")
    m.load_constants({"fc.weight": matrix}, check_full_update=True)  # wrong
