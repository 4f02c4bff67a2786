#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fetches the C++ headers of releases of torch.

    headers.py FOLDER X.Y...

FOLDER/X.Y/torch/include holds those of the newest patch of X.Y; what is there
already is not fetched again. They come from the wheels for macOS, which pip can
download on any machine, and which are a tenth of those for Linux. Nothing is
installed.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

# Each release has a wheel for this Python and for one of these platforms.
PYTHON = "3.11"
PLATFORMS = ["macosx_11_0_arm64", "macosx_14_0_arm64"]
VERSION_HEADERS = ["headeronly/version.h", "csrc/api/include/torch/version.h"]
NEEDED = ["ATen/ATen.h", "c10/core/SymInt.h", "torch/library.h", "torch/csrc/api/include/torch/torch.h",
          "torch/csrc/inductor/aoti_runtime/interface.h"]


def download(version, folder):
    """The wheel of torch VERSION, in FOLDER."""
    subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
                    "--only-binary=:all:", f"--python-version={PYTHON}", *(f"--platform={p}" for p in PLATFORMS),
                    f"--dest={folder}", f"torch=={version}.*"],
                   # A machine's constraints are about what is installed there.
                   env={**os.environ, "PIP_CONSTRAINT": os.devnull},
                   check=True, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    (wheel,) = folder.glob("torch-*.whl")
    return wheel


def problem(version, include):
    """Why INCLUDE does not hold the headers of torch VERSION; nothing if it does."""
    if missing := [name for name in NEEDED if not (include / name).is_file()]:
        return f"it has no {missing[0]}"
    for name in VERSION_HEADERS:
        header = include / "torch" / name
        found = dict(re.findall(r"define TORCH_VERSION_(MAJOR|MINOR) (\d+)", header.read_text() if header.is_file() else ""))
        if found:
            return None if "{MAJOR}.{MINOR}".format(**found) == version else f"{name} says {found}"
    return "no header says its version"


def fetch(version, folder):
    # What has its name is complete: it is moved there as a whole.
    with tempfile.TemporaryDirectory(dir=folder, prefix=f".{version}-") as temp:
        temp = pathlib.Path(temp)
        with zipfile.ZipFile(download(version, temp)) as wheel:
            wheel.extractall(temp / "new", [n for n in wheel.namelist() if n.startswith("torch/include/")])
        if why := problem(version, temp / "new" / "torch" / "include"):
            sys.exit(f"headers.py: the wheel of torch {version} is not as it was: {why}")
        shutil.rmtree(folder / version, ignore_errors=True)
        (temp / "new").rename(folder / version)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for version in sys.argv[2:]:
        if problem(version, folder / version / "torch" / "include") is None:
            continue
        print(f"headers.py: downloading the headers of torch {version}", file=sys.stderr)
        try:
            fetch(version, folder)
        except subprocess.CalledProcessError as failure:
            sys.exit(f"{failure.stderr}headers.py: pip could not download torch {version}; see above")


if __name__ == "__main__":
    main()
