#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds that the driver and the plugin say the same.

    parity.py FRONT TORCH_INCLUDE TEMP TEST_FILE...

For each %check_aoti_tidy RUN line of the test files, runs all checks (not only
the line's own) through the driver and through FRONT ('plugin' or 'pypi'), and
compares the findings with their notes, and the files after the fixes.
--first-of-each: of each folder, the first file that has such a line.
"""
import concurrent.futures
import os
import re
import shlex
import shutil
import sys

TEST_ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, TEST_ROOT)
import check_aoti_tidy as harness  # noqa: E402


def run_lines(path, torch_include, temp):
    for line in open(path):
        found = re.match(r"// RUN: %check_aoti_tidy (.*)", line)
        if not found:
            continue
        text = found.group(1)
        for name, value in [("%torch_include", torch_include), ("%S", os.path.dirname(path)),
                            ("%s", path), ("%test_root", TEST_ROOT),
                            ("%t", temp)]:
            text = text.replace(name, value)
        yield shlex.split(text)


# What clang-tidy says of fixes.
OF_FIXES = re.compile("FIX-IT applied suggested code changes|this fix will not be applied because it overlaps")


def findings(output):
    """(line, column, message) of our findings, each with its notes, by their places:
    of two checks at one place, each front has its own order."""
    result, ours = [], False
    for line in output.splitlines():
        found = re.match(r"(?:.*?:(\d+):(\d+): )?(warning|error|note): (.*)$", line)
        if not found:
            continue
        if found.group(3) != "note":
            ours = "[aoti-" in line
            if ours:
                result.append([])
        if ours and not OF_FIXES.match(found.group(4)):
            result[-1].append(found.groups())
    return sorted(result, key=lambda found: (int(found[0][0] or 0), int(found[0][1] or 0), found[0][3]))


def text_of(path):
    with open(path) as file:
        return file.read()


def observe(argv, front, source):
    args, flags = harness.parse(argv)
    # aoti-missing-meta is about what no file of a run has: one file never says.
    args.front, args.check = front, "aoti-*,-aoti-missing-meta"
    runner = harness.front_for(args, flags)
    shutil.copyfile(args.file, source)
    # clang-tidy prints what it fixes, aoti-tidy what is left.
    output = runner.run([source], fix=front != "driver")
    seen = findings(output)
    if not seen:
        shutil.copyfile(args.file, source)
    elif front == "driver":
        runner.run([source], fix=True)
    else:
        # aoti-tidy fixes until nothing is left to fix; clang-tidy goes once over a file.
        before, fixed = text_of(args.file), text_of(source)
        for _ in range(3):
            if fixed == before:
                break
            runner.run([source], fix=True)
            before, fixed = fixed, text_of(source)
    return seen, text_of(source)


def main():
    arguments = sys.argv[1:]
    first_of_each = arguments[0] == "--first-of-each"
    front, torch_include, temp, *tests = arguments[first_of_each:]
    os.makedirs(temp, exist_ok=True)
    if first_of_each:
        of_folders = {}
        for test in tests:
            if any(run_lines(test, torch_include, temp)):
                of_folders.setdefault(os.path.dirname(test), test)
        tests = of_folders.values()
    runs = [(test, argv) for test in tests for argv in run_lines(test, torch_include, temp)]

    def compare(number):
        test, argv = runs[number]
        # One name for both: paths must not make a difference.
        folder = os.path.join(temp, str(number))
        os.makedirs(folder, exist_ok=True)
        source = os.path.join(folder, "input" + os.path.splitext(test)[1])
        return [observe(argv, f, source) for f in ("driver", front)]

    total, differences = 0, []
    # Where it is the last test that runs, the other cores would be idle.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (_, argv), (driver, other) in zip(runs, pool.map(compare, range(len(runs)))):
            total += sum(map(len, driver[0]))
            if driver != other:
                differences.append(f"{' '.join(argv)}\n  driver: {driver[0]}\n  {front}: {other[0]}"
                                   + ("\n  the fixed files differ" if driver[1] != other[1] else ""))
    compared = len(runs)
    print(f"{compared} runs, {total} findings and notes compared")
    if differences:
        sys.exit("\n".join(differences))
    if not total:
        sys.exit("nothing was compared")


main()
