#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the seeds of all targets: seeds.py OUT

OUT/package, OUT/wrapper and OUT/library hold the files of the folders here;
what a package consists of is a seed, too, and need not be kept twice.
"""
import pathlib
import shutil
import sys
import zipfile

HERE = pathlib.Path(__file__).parent


def main(out):
    for target in ("package", "wrapper", "library"):
        shutil.copytree(HERE / target, out / target, dirs_exist_ok=True)
    for package in sorted((HERE / "package").glob("*.pt2")):
        with zipfile.ZipFile(package) as archive:
            for name in archive.namelist():
                if name.endswith("wrapper.cpp"):
                    model = pathlib.PurePath(name).parent.name
                    (out / "wrapper" / f"{package.stem}-{model}.cpp").write_bytes(archive.read(name))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
