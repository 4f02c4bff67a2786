# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds 'aoti-tidy package --memory' against torch's counter in runs of packages.

    memory_truth.py FOLDER AOTI_TIDY

Prints whether the bound is all of what a run allocates at its peak, for each model and
size, and fails where it is more.
"""
import json
import logging
import pathlib
import subprocess
import sys
import tempfile
import warnings

warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)
import torch  # noqa: E402
from torch.export import Dim, export  # noqa: E402
from torch.profiler import ProfilerActivity, profile  # noqa: E402


class Softmax(torch.nn.Module):
    def forward(self, x):
        return (x.softmax(0) + x.softmax(1)).softmax(0), x.double() * 2


class Reuse(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.wide = torch.nn.Linear(64, 128)
        self.back = torch.nn.Linear(128, 64)

    def forward(self, x):
        x = self.back(self.wide(x).softmax(-1)).softmax(-1)
        return self.back(self.wide(x).relu_())


class Views(torch.nn.Module):
    def forward(self, x):
        rows = (x * 2).softmax(-1).view(x.shape[0] * 4, 16)
        return rows.t().contiguous().reshape(16, -1, 4).sum(-1), rows[:2]


class Branches(torch.nn.Module):
    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda x: x.softmax(-1) * x.softmax(0), lambda x: x * 2, (x,))


class Selected(torch.nn.Module):
    def forward(self, x):
        return x[x[:, 0].gt(0).nonzero().squeeze(1)].softmax(-1) * 2


def peak(model, x):
    """The most bytes that were allocated at once, as torch's allocator counts them."""
    model(x)
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as p:
        kept = model(x)  # noqa: F841
    with tempfile.NamedTemporaryFile(suffix=".json") as trace:
        p.export_chrome_trace(trace.name)
        events = json.loads(pathlib.Path(trace.name).read_bytes())["traceEvents"]
    now = most = 0
    for event in sorted((e for e in events if e.get("name") == "[memory]"), key=lambda e: e["ts"]):
        now += event["args"]["Bytes"]
        most = max(most, now)
    return most


folder, tool = pathlib.Path(sys.argv[1]), sys.argv[2]
for make in (Softmax, Reuse, Views, Branches, Selected):
    name = make.__name__.lower()
    package = str(folder / f"{name}.pt2")
    program = export(make().eval(), (torch.rand(4, 64),), dynamic_shapes=({0: Dim("batch", min=2, max=64)},))
    torch._inductor.aoti_compile_and_package(program, package_path=package)
    model = torch._inductor.aoti_load_package(package)
    for batch in (2, 9, 33):
        page = json.loads(subprocess.run([tool, "package", "--memory", "--format=json", package],
                                         capture_output=True, check=True).stdout)
        symbol, = page["packages"][0]["memory"][0]["sizes"]
        page = json.loads(subprocess.run([tool, "package", f"--memory={symbol}={batch}", "--format=json", package],
                                         capture_output=True, check=True).stdout)
        said, = (row["atLeast"] for row in page["packages"][0]["memory"] if row["sizes"] == {symbol: batch})
        most = peak(model, torch.rand(batch, 64))
        print(f"{name} {batch}: {'100%' if said == most else 'less' if said < most else f'TOO MUCH, {said} of {most}'}")
        if said > most:
            sys.exit(1)
