# Registrations by another name.
# RUN: %check_aoti_tidy %s aoti-op-contract %t --torch-version=2.13
import torch
from torch.library import Library
from torch.library import impl as reg

lib = Library("other", "DEF")
lib.define("scale_(Tensor x, float by) -> ()")


@reg(lib, "scale_", "CPU")
def scale(x, by):
    x.mul_(by)
    # CHECK-MESSAGES: :[[@LINE-1]]:5: warning: 'other::scale_' writes its argument 'x' and does not say so: the package may lack the write; write 'Tensor(a!) x' in the schema [aoti-op-contract]
    # CHECK-MESSAGES: :[[@LINE-7]]:1: note: the operator is defined here
