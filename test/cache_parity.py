#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cache_parity.py AOTI_TIDY TORCH_INCLUDE TEMP PATH...

Lints each C++ file below the paths, and of each .test file what it has for split-file,
five times: in full, with slices of torch's headers, with headers that are precompiled
for it, with those of before, and with what was found before. Fails if a byte of the
findings, the fixes, the runs or the exit code differs.
Prints how many files took their headers from where, and what that cost."""
import os
import re
import resource
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import gate  # noqa: E402 - what copies the inputs

FORMS = (["--format=json"], ["--unsafe-fixes", "--diff"], ["--runs"])


def run(program, torch, cache, folder, file, form):
    """What is said, how the headers were read, and the CPU seconds."""
    command = [program, "--torch-include", torch, "--checks=aoti-*", "--config={}", "--no-gate", "--no-search",
               "--statistics", *cache, *form, os.path.join(folder, file)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = [line for line in done.stderr.splitlines() if not re.match("aoti-tidy: (  |statistics|memory)", line)]
    # How many results are of earlier runs, JSON says as well.
    out = re.sub('"cached": [0-9]+', "", done.stdout)
    read = re.findall("(?:headers of C\\+\\+ files|of those parsed): (.*)", done.stderr)
    return ((done.returncode, out, said), ", ".join(read),
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main():
    program, torch, temp, *paths = sys.argv[1:]
    shutil.rmtree(temp, ignore_errors=True)
    inputs = os.path.join(temp, "inputs")
    for path in paths:
        gate.copy(path, os.path.join(inputs, os.path.basename(path)))
    cache = [f"--cache-dir={temp}/cache"]
    files = sorted(os.path.relpath(os.path.join(folder, name), inputs)
                   for folder, _, names in os.walk(inputs) for name in names if name.endswith((".cpp", ".cc", ".cu")))
    different, seconds, reads = 0, {"plain": 0.0, "sliced": 0.0, "first": 0.0, "again": 0.0, "replayed": 0.0}, {}
    for file in files:
        folder = os.path.dirname(os.path.join(inputs, file))
        for form in FORMS:
            plain, _, cost = run(program, torch, ["--no-cache", "--no-slices"], folder, os.path.basename(file), form)
            seconds["plain"] += cost
            sliced, read, cost = run(program, torch, ["--no-cache"], folder, os.path.basename(file), form)
            seconds["sliced"] += cost
            reads[read] = reads.get(read, 0) + 1
            if sliced != plain:
                different += 1
                print(f"differs: {file} {' '.join(form)} (sliced)")
            # The first one only wants it, and the next one makes it.
            for when in ("first", "first", "again", "replayed"):
                # What was found before would spare the headers.
                for name in os.listdir(f"{temp}/cache") if os.path.isdir(f"{temp}/cache") else ():
                    if name.startswith("llvmcache-results-") and when != "replayed":
                        os.remove(f"{temp}/cache/{name}")
                got, read, cost = run(program, torch, cache, folder, os.path.basename(file), form)
                seconds[when] += cost
                if got != plain:
                    different += 1
                    print(f"differs: {file} {' '.join(form)} ({read})")
                    break
            reads[read] = reads.get(read, 0) + 1
    for read, count in sorted(reads.items()):
        print(f"{count} runs: {read or 'nothing was parsed'}")
    print("seconds: " + ", ".join(f"{when} {s:.1f}" for when, s in seconds.items()))
    print(f"{len(files)} files, {different} differ")
    sys.exit(bool(different or not files))


if __name__ == "__main__":
    main()
