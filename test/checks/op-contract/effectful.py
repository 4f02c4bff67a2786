# RUN: %check_aoti_tidy %s aoti-op-contract %t --torch-version=2.13
# Calls of operators that are registered as effectful stay in the package: run on torch 2.13.
import torch
from torch._higher_order_ops.effects import _register_effectful_op


@torch.library.custom_op("quiet::send", mutates_args=())
def send(x: torch.Tensor, out: torch.Tensor) -> None:
    channel.put(x, out)


_register_effectful_op(torch.ops.quiet.send.default, "ordered")
