#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a registry of packages by varying a few that torch wrote.

    registry.py FOLDER COUNT

Each differs from the others in its text: its kernels have other names. One of a
hundred is cut off. The last line printed is how many are.
"""
import pathlib
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
EMITTED = HERE.parent / "Inputs" / "emitted"
PAIRS = ("hits", "reads", "safe", "writes")


def seeds(scratch):
    packages = sorted((HERE.parent / "fuzz" / "package").glob("*.pt2"))
    subprocess.run([sys.executable, EMITTED / "expand.py", scratch], check=True)
    for pair in PAIRS:
        packed = scratch / f"{pair}.pt2"
        sources = [scratch / f"{pair}.wrapper.cpp", scratch / f"{pair}.kernel.cpp"]
        subprocess.run([sys.executable, EMITTED / "pack.py", packed, *sources], check=True)
        packages.append(packed)
    return [(package.stem, [(entry.filename, archive.read(entry)) for entry in archive.infolist()])
            for package in packages for archive in [zipfile.ZipFile(package)]]


def write(path, parts, number):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in parts:
            if name.endswith(".cpp"):
                content = content.replace(b"cpp_fused_", b"cpp_fused_v%d_" % number)
            # A time of its own would make no two registries the same.
            archive.writestr(zipfile.ZipInfo(name), content)


def main():
    folder, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    cut = 0
    with tempfile.TemporaryDirectory() as scratch:
        models = seeds(pathlib.Path(scratch))
    for number in range(count):
        name, parts = models[number % len(models)]
        path = folder / f"team{number % 7}" / f"{name}-{number}.pt2"
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, parts, number)
        if number % 100 == 99:
            cut += 1
            path.write_bytes(path.read_bytes()[:2000])
    print(cut)


if __name__ == "__main__":
    main()
