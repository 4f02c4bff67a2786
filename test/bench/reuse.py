#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What bench.py leaves out: what a run costs that has nothing to parse.

A row each: start-up (--version), a Python file, many Python files, the replay of a
host and of a package. Of the host also the time of stock clang-tidy, which takes turns
with ours. What counts is the processor's time, user and system, the median of some
runs. Fails where a row is over its bound.
"""
import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
# A stamp tells nothing of a file that was changed within that many seconds.
GRAIN = 2.5


def cost(command, accepted=(0, 1)):
    """Seconds of processor time, and megabytes of the largest process."""
    with tempfile.TemporaryFile() as err:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in accepted:
            err.seek(0)
            sys.exit(f"exit {child.returncode}: {' '.join(map(str, command))}\n{err.read().decode(errors='replace')}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def median(command, runs):
    costs = [cost(command) for _ in range(runs)]
    return statistics.median(seconds for seconds, _ in costs), max(size for _, size in costs)


class Table:
    def __init__(self):
        self.missed = []
        print(f"{'what':44}{'is':>12}{'bound':>10}")

    def row(self, what, value, bound, unit):
        print(f"{what:44}{value:>9.4g} {unit:2}{bound:>7g} {unit}", flush=True)
        if value > bound:
            self.missed.append(what)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aoti-tidy", required=True)
    parser.add_argument("--clang-tidy", default="clang-tidy-22")
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--torch-include", required=True)
    parser.add_argument("--package", type=pathlib.Path, help="one of 300 kernels (package.py --keep --kernels 300)")
    parser.add_argument("--runs", type=int, default=11)
    args = parser.parse_args()
    ours = os.path.abspath(args.aoti_tidy)
    table = Table()
    # A cache beside what is linted is refused.
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as kept:
        folder = pathlib.Path(name, "project")
        folder.mkdir()
        cache = f"--cache-dir={kept}"

        table.row("start-up: --version", 1000 * median([ours, "--version"], 5 * args.runs)[0], 8, "ms")
        (folder / "a.py").write_text("import torch\nprint(torch.__version__)\n")
        one = [ours, "--quiet", "--torch-version=2.10", folder / "a.py"]
        table.row("one Python file", 1000 * median(one, 5 * args.runs)[0], 8, "ms")
        many = folder / "many"
        for number in range(10_000):
            path = many / str(number // 100) / f"m{number}.py"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"def f{number}(x):\n    return x + {number}\n" * 20)
        seconds, size = median([ours, "--quiet", "--torch-version=2.10", many], 3)
        table.row("10,000 Python files", seconds, 2, "s")
        table.row("10,000 Python files, memory", size, 200, "MB")

        host = folder / "host"
        host.mkdir()
        shutil.copy(HERE / "host.cpp", host)
        flags = ["--", "-std=c++20", f"-isystem{args.torch_include}",
                 f"-isystem{args.torch_include}/torch/csrc/api/include"]
        checks = "--checks=-*,aoti-*"
        stock = [args.clang_tidy, f"--load={args.plugin}", checks, "--quiet", host / "host.cpp", *flags]
        replay = [ours, checks, "--quiet", cache, host / "host.cpp", *flags]
        time.sleep(GRAIN)
        cost(replay)
        pairs = [(cost(stock)[0], *cost(replay)) for _ in range(3)]
        ratio = statistics.median(mine / theirs for theirs, mine, _ in pairs)
        table.row("replay of a host, of stock clang-tidy's time", ratio, 0.003, "")
        table.row("replay of a host", 1000 * statistics.median(mine for _, mine, _ in pairs), 100, "ms")
        table.row("replay of a host, memory", max(size for *_, size in pairs), 60, "MB")

        if args.package:
            package = folder / "model.pt2"
            shutil.copy(args.package, package)
            cold = [ours, checks, "--quiet", "--no-cache", package]
            seconds, size = median(cold, 5)
            table.row("package of 300 kernels", seconds, 1, "s")
            table.row("package of 300 kernels, memory", size, 300, "MB")
            time.sleep(GRAIN)
            replay = [ours, checks, "--quiet", cache, package]
            cost(replay)
            table.row("replay of that package", 1000 * median(replay, args.runs)[0], 30, "ms")
    if table.missed:
        sys.exit("over the bound: " + ", ".join(table.missed))


if __name__ == "__main__":
    main()
