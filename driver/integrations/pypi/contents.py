#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what a wheel holds, packed and unpacked, by kind; fails if it is too large."""
import argparse
import collections
import os
import sys
import zipfile

KINDS = [
    ("/scripts/", "the program"),
    ("plugin.so", "the plugin"),
    ("/lib/aoti-tidy/clang/", "Clang's headers"),
    ("/lib/aoti-tidy/std/", "standard headers"),
    ("/lib/cmake/", "CMake's package"),
    ("/share/doc/", "documentation"),
    (".libs/", "shared libraries"),
    ("aoti_tidy/", "Python"),
    ("", "metadata"),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--max-megabytes", type=float, required=True)
    parser.add_argument("wheel")
    args = parser.parse_args()
    sums = collections.defaultdict(lambda: [0, 0, 0])
    with zipfile.ZipFile(args.wheel) as archive:
        for entry in archive.infolist():
            kind = next(name for part, name in KINDS if part in entry.filename)
            for i, value in enumerate((1, entry.compress_size, entry.file_size)):
                sums[kind][i] += value
    for kind, (files, packed, unpacked) in sums.items():
        print(f"{kind:18} {files:5} files {packed / 1e6:8.2f} MB packed {unpacked / 1e6:8.2f} MB unpacked")
    size = os.path.getsize(args.wheel) / 1e6
    print(f"{os.path.basename(args.wheel)}: {size:.2f} MB")
    if size > args.max_megabytes:
        sys.exit(f"the wheel has more than {args.max_megabytes} MB")


if __name__ == "__main__":
    main()
