#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cache_parity.py [--together] AOTI_TIDY TORCH_INCLUDE TEMP PATH... [-- FLAG...]

Lints each C++ file below the paths, and of each .test file what it has for split-file,
five times: in full, with slices of torch's headers, with headers that are precompiled
for it, with those of before, and with what was found before. Fails if a byte of the
findings, the fixes, the runs or the exit code differs.
Prints how many files took their headers from where, and what that cost.

With --together, the files below a path are linted in one run each time, as a repository
is, and its findings with their notes and fixes are compared: a quarter of the time. The
compiler's flags are relative to it. A file with an error is parsed in full in any case,
so what a repository includes of others should be among the flags."""
import argparse
import difflib
import itertools
import os
import re
import resource
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import gate  # noqa: E402 - what copies the inputs

FORMS = (["--format=json"], ["--unsafe-fixes", "--diff"], ["--runs"])


def run(command, cache, folder, files, flags):
    """What is said, how the headers were read, and the CPU seconds."""
    command = [*command, *cache, *(os.path.join(folder, file) for file in files), *flags]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    said = [line for line in done.stderr.splitlines() if not re.match("aoti-tidy: (  |statistics|memory)", line)]
    # How many results are of earlier runs, JSON says as well.
    out = re.sub('"cached": [0-9]+', "", done.stdout)
    read = re.findall("(?:headers of C\\+\\+ files|of those parsed): (.*)", done.stderr)
    return ((done.returncode, out, said), ", ".join(read),
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def forget_results(cache):
    """What was found before would spare the headers."""
    for name in os.listdir(cache) if os.path.isdir(cache) else ():
        if name.startswith("llvmcache-results-"):
            os.remove(os.path.join(cache, name))


def compare(lint, cache, folder, files, flags, forms, firsts):
    """Lints the files in one run in each way. What differs, seconds by way, and whence the headers came."""
    different, seconds, reads = [], dict.fromkeys(("plain", "sliced", "first", "again", "replayed"), 0.0), []
    for form in forms:
        def in_turn(way, options):
            said, read, cost = run([*lint, *form], options, folder, files, flags)
            seconds[way] += cost
            return said, read

        plain, _ = in_turn("plain", ["--no-cache", "--no-slices"])
        sliced, read = in_turn("sliced", ["--no-cache"])
        reads.append(read)
        if sliced != plain:
            different.append((form, "sliced", plain, sliced))
        for way in (*["first"] * firsts, "again", "replayed"):
            if way != "replayed":
                forget_results(cache)
            got, read = in_turn(way, [f"--cache-dir={cache}"])
            if got != plain:
                different.append((form, f"{way}: {read}", plain, got))
                break
        reads.append(read)
    return different, seconds, reads


def lines_that_differ(plain, other):
    """Of the exit code, the report and what is said, with two lines around."""
    for before, after in zip(plain, other):
        texts = ["\n".join(part) if isinstance(part, list) else str(part) for part in (before, after)]
        for line in difflib.unified_diff(*(text.splitlines() for text in texts), "plain", "other", lineterm="", n=2):
            yield f"    {line[:300]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--together", action="store_true")
    parser.add_argument("program")
    parser.add_argument("torch_include")
    parser.add_argument("temp")
    parser.add_argument("paths", nargs="+")
    given, flags = sys.argv[1:], []
    if "--" in given:
        given, flags = given[:given.index("--")], given[given.index("--"):]
    args = parser.parse_args(given)
    for path in args.paths:
        if not os.path.isdir(path):
            parser.error(f"there is no folder '{path}'")
    # Each lint has a folder of its own.
    args.program, args.torch_include, args.temp = map(os.path.abspath, (args.program, args.torch_include, args.temp))
    shutil.rmtree(args.temp, ignore_errors=True)
    inputs = os.path.join(args.temp, "inputs")
    for path in args.paths:
        gate.copy(path, os.path.join(inputs, os.path.basename(os.path.abspath(path))))
    files = sorted(os.path.relpath(os.path.join(folder, name), inputs)
                   for folder, _, names in os.walk(inputs) for name in names if name.endswith((".cpp", ".cc", ".cu")))
    if not files:
        sys.exit("nothing was compared: there is no C++ file in " + ", ".join(args.paths))
    if args.together:
        runs = [(os.path.join(inputs, name), [os.path.relpath(file, name) for file in group])
                for name, group in itertools.groupby(files, lambda file: file.split(os.sep)[0])]
    else:
        runs = [(os.path.dirname(os.path.join(inputs, file)), [os.path.basename(file)]) for file in files]
    lint = [args.program, "--torch-include", args.torch_include, "--checks=aoti-*", "--config={}", "--no-gate",
            "--no-search", "--statistics"]
    different, total, counts = 0, {}, {}
    for folder, group in runs:
        if args.together:
            os.makedirs(os.path.join(folder, ".git"))  # what is a repository's root
        # Alone, a file's headers are only wanted the first time, and precompiled the next.
        found, seconds, reads = compare(lint, f"{args.temp}/cache", folder, group, flags,
                                        FORMS[:1] if args.together else FORMS, 1 if args.together else 2)
        different += len(found)
        for form, way, plain, other in found:
            print(f"differs: {os.path.relpath(os.path.join(folder, '' if args.together else group[0]), inputs)} "
                  f"{' '.join(form)} ({way})", *lines_that_differ(plain, other), sep="\n", flush=True)
        for way, cost in seconds.items():
            total[way] = total.get(way, 0.0) + cost
        for read in reads:
            counts[read] = counts.get(read, 0) + 1
    for read, count in sorted(counts.items()):
        print(f"{count} runs: {read or 'nothing was parsed'}")
    print("seconds: " + ", ".join(f"{way} {cost:.1f}" for way, cost in total.items()))
    print(f"{len(files)} files, {different} differ")
    sys.exit(bool(different))


if __name__ == "__main__":
    main()
