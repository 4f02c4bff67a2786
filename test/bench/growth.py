#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures how time and memory grow with the text: double the input, about double
the time, and no more than double the memory.

Each shape is one way to make a file, a notebook or a package larger. It is
linted at n, 2n and 4n lines, as text and, where the shape has fixes, with
--unsafe-fixes --diff. C++ goes through the program, and with --plugin through
clang-tidy, too. What counts is the processor's time, user and system; a ratio
is that of the last two, as the start of a process hides in the first. With
--max-ratio, a larger ratio of runs that took --from-seconds or more is measured
again, twice at most, and the smallest time of each size counts. If it stays, 8n
lines are measured, too: where a text outgrows one of the processor's caches, the
time makes a step, and only there; a time that grows faster than the text does so
there as well. That fails, as does memory of --from-megabytes or more that has a
larger ratio.
"""
import argparse
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile

# Each fills its tables.
import growth_cxx  # noqa: F401
import growth_python  # noqa: F401
from growth_shapes import CPP, MARKDOWN, NOTEBOOK, PACKAGE, PYTHON

# Times --lines.
SIZES, BEYOND = (1, 2, 4), 8
MOCK = pathlib.Path(__file__).resolve().parent.parent / "Inputs" / "torch-mock"


def spent(command, limit):
    """User and system time, nothing if it took more than LIMIT, and the most megabytes
    that a process of it had."""
    def restrict():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryFile() as err:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err,
                                 preexec_fn=restrict)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = usage.ru_utime + usage.ru_stime
        megabytes = usage.ru_maxrss / 1024
        if seconds >= limit or child.returncode == -signal.SIGXCPU:
            return None, megabytes
        # Findings are none here, and neither is what is broken on purpose.
        if child.returncode not in (0, 1, 3):
            err.seek(0)
            sys.exit(f"exit {child.returncode}: {' '.join(map(str, command))}\n"
                     f"{err.read().decode(errors='replace')[-2000:]}")
    return seconds, megabytes


class Table:
    def __init__(self, args, folder):
        self.args, self.folder, self.slow, self.fat = args, folder, [], []
        sizes = "".join(f"{args.lines * factor:>9}" for factor in SIZES)
        print(f"{'shape':46}{sizes}    ratio       MB    ratio  {args.lines * BEYOND:>9}    ratio", flush=True)

    def measure(self, row, name, make, command):
        """COMMAND(file) at three sizes."""
        if self.args.shapes and not any(wanted in row for wanted in self.args.shapes):
            return
        self.times, self.megabytes = {}, {}
        seconds = self.best(name, make, command)
        # Other work on the machine only ever adds to a time.
        for _ in range(2):
            if not self.is_slow(seconds):
                break
            seconds = self.best(name, make, command)
        beyond = ""
        if self.is_slow(seconds):
            taken = None if None in seconds else self.once(BEYOND, name, make, command)
            further = taken / seconds[-1] if taken else None
            beyond = f"{taken:11.2f}{further:9.2f}" if taken else f"{f'>{self.args.limit}':>11}"
            if further is None or further > self.args.max_ratio:
                self.slow.append(row)
        grown = self.megabytes[SIZES[2]] / self.megabytes[SIZES[1]] if SIZES[2] in self.megabytes else 0
        if self.args.max_ratio and grown > self.args.max_ratio and self.megabytes[SIZES[2]] >= self.args.from_megabytes:
            self.fat.append(row)
        cells = [f"{s:9.2f}" if s is not None else f"{f'>{self.args.limit}':>9}" for s in seconds]
        ratio = self.ratio(seconds)
        memory = f"{self.megabytes[SIZES[2]]:9.0f}{grown:9.2f}" if grown else ""
        print(f"{row:46}{''.join(cells)}{f'{ratio:9.2f}' if ratio else ''}{memory}{beyond}", flush=True)

    def best(self, name, make, command):
        """The smallest time so far of each size; up to the first that took too long."""
        seconds = []
        for factor in SIZES:
            taken = self.once(factor, name, make, command)
            if taken is not None:
                taken = self.times[factor] = min(taken, self.times.get(factor, taken))
            seconds.append(taken)
            if taken is None:
                break
        return seconds

    def once(self, factor, name, make, command):
        """The time for FACTOR times the lines; nothing if it took too long."""
        file = self.folder / name
        if make.__code__.co_argcount == 2:
            make(self.args.lines * factor, file)
        else:
            file.write_text(make(self.args.lines * factor), newline="")
        seconds, self.megabytes[factor] = spent(command(file), self.args.limit)
        return seconds

    @staticmethod
    def ratio(seconds):
        return seconds[2] / max(seconds[1], 0.01) if len(seconds) == len(SIZES) and None not in seconds else None

    def is_slow(self, seconds):
        ratio = self.ratio(seconds)
        return ratio is None or bool(self.args.max_ratio and ratio > self.args.max_ratio
                                     and seconds[2] >= self.args.from_seconds)


def measure_all(args, table):
    program = [args.aoti_tidy, "--quiet", "--torch-version=2.13", "--include-notebooks",
               "--include-markdown"]
    fixes = ["--unsafe-fixes", "--diff"]
    for kind, shapes, ending in (("python", PYTHON, "py"), ("notebook", NOTEBOOK, "ipynb"), ("markdown", MARKDOWN, "md")):
        for name, make in shapes.items():
            table.measure(f"{kind} {name}", f"{name}.{ending}", make, lambda file: [*program, file])
            table.measure(f"{kind} {name} --diff", f"{name}.{ending}", make, lambda file: [*program, *fixes, file])
    flags = ["--", "-std=c++20", f"-isystem{MOCK}"]
    for name, make in CPP.items():
        table.measure(f"c++ {name}", f"{name}.cpp", make, lambda file: [*program, file, *flags])
        table.measure(f"c++ {name} --diff", f"{name}.cpp", make, lambda file: [*program, *fixes, file, *flags])
        if args.plugin:
            stock = [args.clang_tidy, "--quiet"]
            table.measure(f"plugin {name}", f"{name}.cpp", make,
                          lambda file: [*stock, f"--load={args.plugin}", "--checks=-*,aoti-*", file, *flags])
            if args.stock:
                # Clang's own time, with a check that does next to nothing.
                table.measure(f"stock {name}", f"{name}.cpp", make,
                              lambda file: [*stock, "--checks=-*,llvm-namespace-comment", file, *flags])
    for name, make in PACKAGE.items():
        table.measure(f"package {name}", f"{name}.pt2", make, lambda file: [*program, file])
        table.measure(f"trace {name}", f"{name}.pt2", make, lambda file: [args.aoti_tidy, "trace", file])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aoti-tidy", required=True)
    parser.add_argument("--clang-tidy", default="clang-tidy-22")
    parser.add_argument("--plugin", help="aoti-tidy-plugin.so, for clang-tidy")
    parser.add_argument("--stock", action="store_true", help="time clang-tidy without the plugin, too")
    parser.add_argument("--lines", type=int, default=4000, metavar="N", help="of the smallest input")
    parser.add_argument("--limit", type=int, default=60, metavar="SECONDS", help="of one run")
    parser.add_argument("--max-ratio", type=float, metavar="X", help="fail above it")
    parser.add_argument("--from-seconds", type=float, default=0.5, metavar="S",
                        help="ratios of runs shorter than that are noise")
    parser.add_argument("--from-megabytes", type=float, default=300, metavar="MB",
                        help="ratios of less memory than that do not matter")
    parser.add_argument("shapes", nargs="*", metavar="shape", help="part of the name of a row")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        table = Table(args, pathlib.Path(folder))
        measure_all(args, table)
    for what, rows in (("time", table.slow), ("memory", table.fat)):
        if rows:
            print(f"the {what} grows faster than the text: " + ", ".join(rows), file=sys.stderr)
    sys.exit(bool(table.slow or table.fat))


if __name__ == "__main__":
    main()
