#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times aoti-unchecked-dynamic-index on a package of 40 different kernels.

The model is compiled by the torch at hand, which takes a minute, unless
--package names one that is there. Prints what became of the accesses and the
processes' times, of which the median counts, solver and parsing included. Fails
if the package has too few kernels to say anything, if more than a tenth of the
accesses is not decided, or if it takes longer than --max-seconds.
"""
import argparse
import json
import logging
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time
import warnings

KERNELS = 40
CHECK = "aoti-unchecked-dynamic-index"


def compile_package(package, kernels):
    """Stages that differ in their ops and constants, with a matrix product after
    each, which nothing is fused across. Some of them give no kernel of their own."""
    import torch
    import torch.nn.functional as F
    from torch.export import Dim, export

    stages = [
        lambda h, index, c: torch.roll(h, c, 0) * c,
        lambda h, index, c: h - h[index[c].item()],
        lambda h, index, c: h.flip(0) + h * c,
        lambda h, index, c: torch.softmax(h * c, 1),
        lambda h, index, c: F.layer_norm(h * c, (32,)) + h,
        lambda h, index, c: h[index].sum(0, keepdim=True) * c + h,
        lambda h, index, c: torch.index_add(h * c, 0, index, h[index] + c),
        lambda h, index, c: torch.cat([h[c:] * 2, h[:c]]),
        lambda h, index, c: h - h[-c] * h[:, c : c + 1],
        lambda h, index, c: F.pad(h, (c, 0), mode="reflect")[:, :32] + h,
        lambda h, index, c: torch.where(h > c, h, h.gather(1, h.argmax(1, keepdim=True).expand(-1, 32))),
        lambda h, index, c: torch.cumsum(h, 0) * c + h.mean(0),
    ]

    rounds = math.ceil(1.2 * kernels / len(stages))

    class Model(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.weights = torch.nn.Parameter(torch.randn(rounds * len(stages), 32, 32))

        def forward(self, h, index):
            for number in range(rounds * len(stages)):
                stage, turn = stages[number % len(stages)], number // len(stages)
                # What shifts the rows stays below the fewest that there can be.
                h = stage(h if turn < 4 else h * (1 + turn / 64), index, turn % 4 + 1) @ self.weights[number]
            return h

    torch.manual_seed(0)
    shapes = {"h": {0: Dim("n", min=8, max=4096)}, "index": {0: Dim("k", min=5, max=4096)}}
    program = export(Model(), (torch.randn(16, 32), torch.arange(5)), dynamic_shapes=shapes)
    # How fast the wrapper is does not matter.
    torch._inductor.aoti_compile_and_package(program, package_path=str(package), inductor_configs={
        "aot_inductor.compile_wrapper_opt_level": "O0"})


def kernels_of(program, package):
    ran = subprocess.run([program, "package", "--format=json", str(package)],
                         capture_output=True, text=True, check=True)
    models = json.loads(ran.stdout)["packages"][0]["models"]
    return sum(name.startswith("cpp_fused") for model in models for name in model["kernels"])


def lint(program, package):
    """The processor's and the clock's time, and what is said of the accesses."""
    command = [program, "--no-cache", f"--checks=-*,{CHECK}", "--verbose", str(package)]
    with tempfile.TemporaryFile("w+") as err:
        start = time.monotonic()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err)
        _, status, usage = os.wait4(child.pid, 0)
        clock = time.monotonic() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        err.seek(0)
        text = err.read()
    counts = re.search(r"(\d+) access(?:es)? of kernels, (\d+) proved[^,]*, (\d+) that[^,]*, (\d+) not decided", text)
    # Findings are no failure here.
    if child.returncode not in (0, 1) or not counts:
        sys.exit(f"exit {child.returncode}: {' '.join(command)}\n{text}")
    return (usage.ru_utime + usage.ru_stime, clock, [int(count) for count in counts.groups()],
            text.count("not modelled: "))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aoti-tidy", required=True)
    parser.add_argument("--package", type=pathlib.Path)
    parser.add_argument("--kernels", type=int, default=KERNELS, metavar="N", help="that it has at least")
    parser.add_argument("--keep", type=pathlib.Path, metavar="P.pt2", help="write the package there, for --package")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--max-seconds", type=float, metavar="X")
    args = parser.parse_args()
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)

    with tempfile.TemporaryDirectory() as scratch:
        package = args.package or args.keep or pathlib.Path(scratch, "model.pt2")
        if not args.package:
            compile_package(package, args.kernels)
        kernels = kernels_of(args.aoti_tidy, package)
        runs = [lint(args.aoti_tidy, package) for _ in range(args.runs)]

    (accesses, proved, refuted, unknown), left_out = runs[0][2:]
    if any(run[2:] != runs[0][2:] for run in runs):
        sys.exit("the runs do not agree")
    seconds, clock = (statistics.median(run[i] for run in runs) for i in (0, 1))
    print(f"{kernels} kernels, {accesses + left_out} accesses: {proved} proved in bounds, {refuted} with a witness, "
          f"{unknown} not decided, {left_out} not modelled")
    print(f"median of {args.runs}: {seconds:.2f} s of processor time, {clock:.2f} s")
    if kernels < args.kernels:
        sys.exit(f"these are fewer than {args.kernels} kernels")
    if 10 * (unknown + left_out) > accesses + left_out:
        sys.exit("more than a tenth is not decided")
    if args.max_seconds is not None and seconds > args.max_seconds:
        sys.exit(f"that is more than {args.max_seconds} s")


if __name__ == "__main__":
    main()
