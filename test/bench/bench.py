#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares aoti-tidy with the same checks in stock clang-tidy on one file.

The two run in turns, so that a busy machine hurts both alike; what counts is
the user time of each process, which waiting for others does not add to. A
comparison of unequal findings fails, as does a ratio above --max-ratio.
"""
import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def run(command):
    """The process's user time, and the findings in its output."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        text = out.read()
        # Findings are no failure here, and clang-tidy reports them with 0.
        if child.returncode not in (0, 1):
            sys.exit(f"exit {child.returncode}: {' '.join(command)}\n{text}{err.read()}")
    return usage.ru_utime, findings(text)


def findings(text):
    """File, line, column and message with check of each warning and error."""
    pattern = r"^(.+?):(\d+):(\d+): (?:warning|error): (.*)$"
    return sorted((os.path.realpath(file), int(line), int(column), message)
                  for file, line, column, message in re.findall(pattern, text, re.M))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--aoti-tidy", required=True)
    parser.add_argument("--clang-tidy", default="clang-tidy-22")
    parser.add_argument("--plugin", required=True)
    parser.add_argument("--torch-include", required=True)
    parser.add_argument("--pairs", type=int, default=3, metavar="N")
    parser.add_argument("--max-ratio", type=float, metavar="X",
                        help="fail if aoti-tidy takes more than X times as long")
    parser.add_argument("file", nargs="?", default=str(HERE / "host.cpp"))
    args = parser.parse_args()
    if args.pairs < 1:
        parser.error("--pairs must be 1 or more")

    flags = ["-std=c++20", f"-isystem{args.torch_include}",
             f"-isystem{args.torch_include}/torch/csrc/api/include"]
    checks = "--checks=-*,aoti-*"
    stock_command = [args.clang_tidy, f"--load={args.plugin}", checks, "--quiet", args.file, "--", *flags]
    ours_command = [args.aoti_tidy, checks, "--quiet", args.file, "--", *flags]

    stock_times, ours_times = [], []
    for pair in range(1, args.pairs + 1):
        stock, stock_findings = run(stock_command)
        ours, ours_findings = run(ours_command)
        if stock_findings != ours_findings:
            for name, only in (("clang-tidy", set(stock_findings) - set(ours_findings)),
                               ("aoti-tidy", set(ours_findings) - set(stock_findings))):
                for file, line, column, message in sorted(only):
                    print(f"only {name}: {file}:{line}:{column}: {message}", file=sys.stderr)
            sys.exit("the two do not report the same")
        if not ours_findings:
            sys.exit(f"neither reports anything in {args.file}: there is nothing to compare")
        stock_times.append(stock)
        ours_times.append(ours)
        print(f"pair {pair}: clang-tidy {stock:.2f} s, aoti-tidy {ours:.2f} s", flush=True)

    stock, ours = statistics.median(stock_times), statistics.median(ours_times)
    ratio = ours / stock
    print(f"median: clang-tidy {stock:.2f} s, aoti-tidy {ours:.2f} s, "
          f"ratio {ratio:.3f}, {len(ours_findings)} findings each (user time)")
    if args.max_ratio is not None and ratio > args.max_ratio:
        sys.exit(f"the ratio {ratio:.3f} is above {args.max_ratio}")


if __name__ == "__main__":
    main()
