#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures how time and memory grow with a repository.

Makes repositories, under git, of several sizes, with several numbers of files
that the checks concern; the others are C++ and Python as any project has them.
Lints each and prints what it took. What a file costs that no check concerns is
the slope over the sizes; with --max-file-ms, a larger one fails. With
--max-memory-mb, a run that takes more memory than that at once fails.

Memory is of the process and of its workers together, at their most.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

MOCK = pathlib.Path(__file__).resolve().parent.parent / "Inputs" / "torch-mock"
PER_FOLDER = 50

RELEVANT_CPP = """\
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include "part{part}/shared.h"
namespace part{part} {{
void serve{n}() {{
  torch::inductor::AOTIModelPackageLoader Loader("model{n}.pt2", "model", "cpu");
}}
}}
"""
RELEVANT_PYTHON = """\
import torch
def compile_{n}(model, inputs):
    return torch._export.aot_compile(model, inputs)
"""
PLAIN_CPP = """\
#include "part{part}/shared.h"
#include <string>
#include <vector>
namespace part{part} {{
""" + "".join(f"int step{{n}}_{i}(const std::vector<int> &Rows, int Scale) {{{{\n"
              f"  int Sum = {i};\n  for (const int Row : Rows)\n    Sum += Row * Scale;\n  return Sum;\n}}}}\n"
              for i in range(20)) + "}}\n"
PLAIN_PYTHON = "import json\n" + "".join(
    f"def step_{{n}}_{i}(rows, scale):\n    return json.dumps([row * scale for row in rows])\n\n" for i in range(20))
SHARED = "#pragma once\nnamespace part{part} {{\nstruct Options {{ int Threads = 1; }};\n}}\n"


def make(folder, files, relevant):
    """FILES files, half of them C++; RELEVANT of them concern the checks."""
    step = max(1, files // relevant)
    for n in range(files):
        part = n // PER_FOLDER
        directory = folder / f"part{part}"
        if n % PER_FOLDER == 0:
            directory.mkdir(parents=True)
            (directory / "shared.h").write_text(SHARED.format(part=part))
        is_relevant = n % step == 0 and n // step < relevant
        is_cpp = n // step % 2 == 0 if is_relevant else n % 2 == 0
        text = {(True, True): RELEVANT_CPP, (True, False): RELEVANT_PYTHON,
                (False, True): PLAIN_CPP, (False, False): PLAIN_PYTHON}[is_relevant, is_cpp]
        (directory / f"file{n}.{'cpp' if is_cpp else 'py'}").write_text(text.format(n=n, part=part))
    for command in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *command], cwd=folder, check=True, stdout=subprocess.DEVNULL)


def own_memory(pid):
    """In MB; pages that a worker shares with its parent are divided."""
    try:
        with open(f"/proc/{pid}/smaps_rollup") as f:
            return sum(int(line.split()[1]) for line in f if line.startswith("Pss:")) / 1024
    except (OSError, IndexError):
        return 0


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as f:
            return [int(child) for child in f.read().split()]
    except OSError:
        return []


class Memory(threading.Thread):
    """Looks at a process and its children until it ends."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.most, self.ended = pid, 0, threading.Event()
        self.start()

    def run(self):
        while not self.ended.wait(0.05):
            self.most = max(self.most, sum(map(own_memory, [self.pid, *children(self.pid)])))


def measure(command, folder):
    """Seconds by the clock and of the processor, MB, findings."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as err:
        child = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=err)
        memory = Memory(child.pid)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - start
        memory.ended.set()
        memory.join()
        err.seek(0)
        said = err.read().decode(errors="replace")
    if child.returncode != 1:
        sys.exit(f"exit {child.returncode}: {' '.join(map(str, command))}\n{said[-2000:]}")
    findings = next(line for line in said.splitlines() if " in " in line and "finding" in line)
    return seconds, usage.ru_utime + usage.ru_stime, memory.most, findings.split()[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aoti-tidy", required=True, type=pathlib.Path)
    parser.add_argument("--files", type=int, nargs="+", default=[100, 1000, 10000])
    parser.add_argument("--relevant", type=int, nargs="+", default=[1, 20, 100])
    parser.add_argument("--most", type=int, default=20000, help="files of a last run, for the memory (0: none)")
    parser.add_argument("--max-file-ms", type=float)
    parser.add_argument("--max-memory-mb", type=float)
    args = parser.parse_args()
    command = [args.aoti_tidy.resolve(), "--torch-include", MOCK, "--torch-version", "2.10",
               # What is kept of an earlier size is no work of this one.
               "--no-cache", "."]
    print(f"{'files':>7} {'relevant':>9} {'seconds':>9} {'cpu s':>9} {'MB':>7} {'findings':>9}", flush=True)
    rows = [(files, relevant) for relevant in args.relevant for files in args.files]
    if args.most:
        rows.append((args.most, args.relevant[-1]))
    failed, taken = [], {}
    for files, relevant in rows:
        with tempfile.TemporaryDirectory() as folder:
            make(pathlib.Path(folder), files, relevant)
            seconds, cpu, memory, findings = measure(command, folder)
        taken[files, relevant] = cpu
        print(f"{files:7} {relevant:9} {seconds:9.2f} {cpu:9.2f} {memory:7.0f} {findings:>9}", flush=True)
        if args.max_memory_mb and memory > args.max_memory_mb:
            failed.append(f"{files} files took {memory:.0f} MB, more than {args.max_memory_mb:.0f}")
    few, many = args.files[0], args.files[-1]
    for relevant in args.relevant if few < many else []:
        each = (taken[many, relevant] - taken[few, relevant]) / (many - few) * 1000
        print(f"with {relevant} relevant files, each other file takes {each:.2f} ms of CPU time")
        if args.max_file_ms and each > args.max_file_ms:
            failed.append(f"each other file takes {each:.2f} ms, more than {args.max_file_ms}")
    few, many = args.relevant[0], args.relevant[-1]
    for files in args.files if few < many else []:
        each = (taken[files, many] - taken[files, few]) / (many - few) * 1000
        print(f"among {files} files, each relevant file takes {each:.0f} ms of CPU time")
    if failed:
        sys.exit("\n".join(failed))


main()
