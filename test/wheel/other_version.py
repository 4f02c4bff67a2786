#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""other_version.py FOLDER: writes a wheel of another version of aoti-tidy into FOLDER and
prints its path. Its program and its package fail: a test that runs one of them, because
they lie in the environment that it runs in, does so, too."""
import pathlib
import sys
import zipfile

NAME = "aoti_tidy-0.0.1"
FILES = {
    "aoti_tidy/__init__.py": "raise ImportError('this is the package of another version of aoti-tidy')\n",
    f"{NAME}.data/scripts/aoti-tidy": "#!python\nimport sys\nprint('aoti-tidy: this is another version', file=sys.stderr)\n"
                                      "sys.exit(70)\n",
    f"{NAME}.dist-info/METADATA": "Metadata-Version: 2.1\nName: aoti-tidy\nVersion: 0.0.1\n",
    f"{NAME}.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: other_version\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
}

wheel = pathlib.Path(sys.argv[1], f"{NAME}-py3-none-any.whl")
wheel.parent.mkdir(parents=True, exist_ok=True)
record = f"{NAME}.dist-info/RECORD"
with zipfile.ZipFile(wheel, "w") as archive:
    for name, text in {**FILES, record: "".join(f"{name},,\n" for name in [*FILES, record])}.items():
        entry = zipfile.ZipInfo(name)
        # pip keeps that a script can be run.
        entry.external_attr = 0o100755 << 16
        archive.writestr(entry, text)
print(wheel)
