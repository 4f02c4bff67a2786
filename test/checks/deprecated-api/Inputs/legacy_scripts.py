# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and runs models by torch's deprecated functions, and prints what they
give. Linted, fixed and run again by deprecated-api-runs.test."""
import os
import sys

import torch


class Net(torch.nn.Module):
    def forward(self, x, bias=None):
        y = torch.sin(x) * 2
        return y if bias is None else y + bias


x = torch.arange(12.0).reshape(3, 4)
bias = torch.full((4,), 0.5)


def by_result():
    model = Net().eval()
    path = torch._export.aot_compile(
        model,
        (x,),
        # any batch
        dynamic_shapes={"x": {0: torch.export.Dim("batch", min=2, max=64)}},
        options={"aot_inductor.debug_compile": True},
    )
    run = torch._export.aot_load(path, "cpu")
    return run(x), run(x[:2])


def by_path(folder):
    path = torch._export.aot_compile(
        f=Net().eval(),
        args=(x,),
        kwargs={"bias": bias},
        options={
            "aot_inductor.output_path": os.path.join(folder, "net.so"),
            "aot_inductor.debug_compile": True,
        },
    )
    return torch._export.aot_load(path, device="cpu")(x, bias=bias)


def with_inputs(folder):
    program = torch.export.export(Net(), (x,))
    path = torch._inductor.aoti_compile_and_package(
        program,
        (x,),
        package_path=os.path.join(folder, "again.pt2"),
        inductor_configs={"aot_inductor.debug_compile": True},
    )
    return torch._inductor.aoti_load_package(path)(x)


def numbers(result):
    return [t.tolist() for t in (result if isinstance(result, (list, tuple)) else [result])]


print(numbers(by_result()))
print(numbers(by_path(sys.argv[1])))
print(numbers(with_inputs(sys.argv[1])))
