#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares aoti-tidy with the same checks in stock clang-tidy on one file.

They run in turns, so that a busy machine hurts all alike; what counts is the
user time of each process, which waiting for others does not add to. aoti-tidy
runs without a cache (cold), with torch's headers in it (warm) and with the result
(replay); how long it takes to put the headers there is printed, too. A comparison
of unequal findings fails, as does a ratio above --max-ratio, --max-warm-ratio or
--max-replay-ratio.
"""
import argparse
import os
import pathlib
import re
import shutil
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


def forget_results(cache):
    """Leaves torch's headers in it."""
    for entry in pathlib.Path(cache).glob("llvmcache-results-*"):
        entry.unlink()


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
                        help="fail if aoti-tidy takes more than X times as long without a cache")
    parser.add_argument("--max-warm-ratio", type=float, metavar="X", help="the same with torch's headers in the cache")
    parser.add_argument("--max-replay-ratio", type=float, metavar="X", help="the same with the result in the cache")
    parser.add_argument("file", nargs="?", default=str(HERE / "host.cpp"))
    args = parser.parse_args()
    if args.pairs < 1:
        parser.error("--pairs must be 1 or more")

    flags = ["-std=c++20", f"-isystem{args.torch_include}",
             f"-isystem{args.torch_include}/torch/csrc/api/include"]
    checks = "--checks=-*,aoti-*"
    with tempfile.TemporaryDirectory() as folder:
        # Alone: what else is in its repository would be looked through.
        os.mkdir(os.path.join(folder, "source"))
        file = shutil.copy(args.file, os.path.join(folder, "source"))
        cache = os.path.join(folder, "cache")
        stock_command = [args.clang_tidy, f"--load={args.plugin}", checks, "--quiet", file, "--", *flags]
        ours_command = [args.aoti_tidy, checks, "--quiet", "--message-length=0", file, "--", *flags]
        commands = {
            "clang-tidy": stock_command,
            "cold": [*ours_command[:2], "--no-cache", *ours_command[2:]],
            "warm": [*ours_command[:2], f"--cache-dir={cache}", *ours_command[2:]],
        }
        commands["replay"] = commands["warm"]
        # The first run only says that it would like to have them.
        run(commands["warm"])
        forget_results(cache)
        building, _ = run(commands["warm"])
        print(f"to put torch's headers into the cache: {building:.2f} s", flush=True)
        times = {name: [] for name in commands}
        for pair in range(1, args.pairs + 1):
            found = {}
            for name, command in commands.items():
                if name == "warm":
                    forget_results(cache)
                seconds, found[name] = run(command)
                times[name].append(seconds)
            print(f"pair {pair}: " + ", ".join(f"{name} {seconds[-1]:.2f} s" for name, seconds in times.items()), flush=True)
            for name, other in found.items():
                if other != found["clang-tidy"]:
                    for file, line, column, message in sorted(set(other) ^ set(found["clang-tidy"])):
                        print(f"not in both: {file}:{line}:{column}: {message}", file=sys.stderr)
                    sys.exit(f"clang-tidy and aoti-tidy ({name}) do not report the same")
            if not found["cold"]:
                sys.exit(f"neither reports anything in {args.file}: there is nothing to compare")

    median = {name: statistics.median(seconds) for name, seconds in times.items()}
    failures = []
    for name, bound in (("cold", args.max_ratio), ("warm", args.max_warm_ratio),
                        ("replay", args.max_replay_ratio)):
        ratio = median[name] / median["clang-tidy"]
        print(f"median: clang-tidy {median['clang-tidy']:.2f} s, {name} {median[name]:.2f} s, "
              f"ratio {ratio:.4f}, {len(found[name])} findings each (user time)")
        if bound is not None and ratio > bound:
            failures.append(f"the ratio {ratio:.3f} ({name}) is above {bound}")
    if failures:
        sys.exit("\n".join(failures))


if __name__ == "__main__":
    main()
