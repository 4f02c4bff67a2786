#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""truncated.py AOTI_TIDY TEMP FLAG... -- FILE...: cuts each file at many places
and lints the pieces, all checks on. A piece rarely parses; the linter must end
with exit code 0, 1 or 3, not crash."""
import os
import re
import subprocess
import sys

CUTS = 12


def main():
    tool, temp, *rest = sys.argv[1:]
    flags, files = rest[:rest.index("--")], rest[rest.index("--") + 1:]
    os.makedirs(temp, exist_ok=True)
    pieces = []
    for file in files:
        # Without the comments, which are most of a test.
        text = re.sub(r"//.*", "", open(file).read())
        for n in range(CUTS):
            piece = os.path.join(temp, f"{n}-{os.path.basename(os.path.dirname(file))}-{os.path.basename(file)}")
            with open(piece, "w") as f:
                f.write(text[: len(text) * n // CUTS])
            pieces.append(piece)
    done = subprocess.run([tool, "--checks=-*,aoti-*", *pieces, "--", *flags],
                          capture_output=True, text=True, stdin=subprocess.DEVNULL)
    print(f"{len(pieces)} pieces, exit code {done.returncode}")
    if done.returncode not in (0, 1, 3):
        sys.exit(done.stdout + done.stderr)


main()
