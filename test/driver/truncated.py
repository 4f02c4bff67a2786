#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""truncated.py [--cuts=N] [--plugin=PLUGIN] PROGRAM TEMP FLAG... -- FILE...

Cuts each file at N places (12) and lints the pieces, all checks on, with aoti-tidy,
or with the clang-tidy PROGRAM and our PLUGIN in it. A piece rarely parses; the
linter must end as it does with code that does not, and not crash."""
import concurrent.futures
import os
import re
import subprocess
import sys


def option(name, default):
    for argument in sys.argv[1:]:
        if argument.startswith(f"--{name}="):
            sys.argv.remove(argument)
            return argument.split("=", 1)[1]
    return default


def cut(files, cuts, temp):
    os.makedirs(temp, exist_ok=True)
    pieces = []
    for file in files:
        # Without the comments, which are most of a test.
        text = re.sub(r"//.*", "", open(file).read())
        for n in range(cuts):
            piece = os.path.join(temp, f"{n}-{os.path.basename(os.path.dirname(file))}-{os.path.basename(file)}")
            with open(piece, "w") as f:
                f.write(text[: len(text) * n // cuts])
            pieces.append(piece)
    return pieces


def main():
    cuts, plugin = int(option("cuts", "12")), option("plugin", "")
    tool, temp, *rest = sys.argv[1:]
    flags, files = rest[: rest.index("--")], rest[rest.index("--") + 1 :]
    pieces = cut(files, cuts, temp)

    def lint(part):
        # clang-tidy lints one after the other, in one process.
        load = [f"--load={plugin}", "--quiet"] if plugin else []
        return subprocess.run([tool, *load, "--checks=-*,aoti-*", *part, "--", *flags],
                              capture_output=True, text=True, stdin=subprocess.DEVNULL)

    batch = 50 if plugin else len(pieces)
    parts = [pieces[i : i + batch] for i in range(0, len(pieces), batch)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() if plugin else 1) as pool:
        codes = set()
        for part, done in zip(parts, pool.map(lint, parts)):
            codes.add(done.returncode)
            # clang-tidy's codes: 1 is an error of the compiler, as here in most.
            if done.returncode not in ((0, 1) if plugin else (0, 1, 3)):
                sys.exit(f"{' '.join(part)}\n{done.stdout}{done.stderr}")
    print(f"{len(pieces)} pieces, exit codes {sorted(codes)}")


main()
