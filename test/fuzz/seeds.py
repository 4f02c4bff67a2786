#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the seeds of all targets: seeds.py OUT [FOLDER...]

OUT/package, OUT/python and so on are filled with the files here, with the tests'
inputs, and with what lies in FOLDERs: packages, emitted code, Python. The notebooks
and Markdown hold that Python, too.
"""
import hashlib
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).parent
TEST = HERE.parent
MARK = b"//--- kernel.cpp\n"
# libFuzzer's mutations of a larger one seldom mean anything.
LARGEST = 64 * 1024


class Seeds:
    def __init__(self, out):
        self.out = out
        self.count = 0

    def add(self, target, content):
        if not content or len(content) > LARGEST:
            return
        folder = self.out / target
        folder.mkdir(parents=True, exist_ok=True)
        (folder / hashlib.sha256(content).hexdigest()[:16]).write_bytes(content)
        self.count += 1

    def package(self, path):
        self.add("package", path.read_bytes())
        try:
            with zipfile.ZipFile(path) as archive:
                for name in archive.namelist():
                    if name.endswith("wrapper.cpp"):
                        self.wrapper(archive.read(name), None)
        except zipfile.BadZipFile:
            pass  # a crasher

    def wrapper(self, text, kernels):
        self.add("wrapper", text)
        if b"@triton.jit" in text:
            self.add("triton", text)
        elif kernels:
            self.add("kernel", text + MARK + kernels)

    def python(self, text):
        self.add("python", text)
        self.add("suppressions", text)
        source = text.decode(errors="replace")
        # Cells are made of sections; each is a notebook's or a page's code.
        parts = [part for part in re.split(r"^#---.*\n", source, flags=re.MULTILINE) if part.strip()]
        cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None,
                  "source": part.splitlines(keepends=True)} for part in parts]
        notebook = {"cells": cells, "metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}
        self.add("notebook", json.dumps(notebook, indent=1).encode())
        self.add("markdown", "\n".join(f"Text\n\n```python\n{part}\n```\n" for part in parts).encode())


def kernels_of(wrapper):
    """What lies beside it: x.kernel.cpp, or the only one of its folder."""
    own = wrapper.with_name(wrapper.name.replace("wrapper.cpp", "kernel.cpp"))
    others = [own] if own.exists() else list(wrapper.parent.glob("*kernel.cpp"))
    return others[0].read_bytes() if len(others) == 1 else None


def main(out, folders):
    seeds = Seeds(out)
    for path in (HERE / "library").iterdir():
        seeds.add("library", path.read_bytes())
    scripts = TEST / "Inputs" / "emitted"
    temporary = tempfile.TemporaryDirectory()
    emitted = pathlib.Path(temporary.name)
    subprocess.run([sys.executable, scripts / "expand.py", emitted], check=True)
    for folder in [HERE, TEST, emitted, *folders]:
        for path in sorted(folder.rglob("*.pt2")):
            seeds.package(path)
        for path in sorted(folder.rglob("*wrapper.cpp")):
            seeds.wrapper(path.read_bytes(), kernels_of(path))
        if folder != HERE:
            for path in sorted(folder.rglob("*.py")):
                seeds.python(path.read_bytes())
    # The logs in explain's tests, and the pages of the causes, which quote what is printed.
    for path in sorted((TEST / "driver" / "explain").glob("*.test")):
        for part in re.split(rb"^//---.*\n", path.read_bytes(), flags=re.MULTILINE)[1:]:
            seeds.add("log", part)
    for form in ("printed", "traced"):
        for pids in (["14118"], ["11", "12"]):
            seeds.add("log", subprocess.run([sys.executable, scripts / "log_code.py", form, emitted / "hits.wrapper.cpp",
                                             emitted / "hits.kernel.cpp", *pids], capture_output=True, check=True).stdout)
    for path in sorted((TEST.parent / "docs" / "explain").glob("*.md")):
        seeds.add("log", path.read_bytes())
    for config in (b"Checks: 'aoti-*'\n", b"Checks: '-*,aoti-debug-flag'\nWarningsAsErrors: '*'\nHeaderFilterRegex: '.*'\n",
                   b"CheckOptions:\n  aoti-symint-meta.SchemaInts: true\n  aoti-symint-meta.UnbackedSizes: 'true'\n",
                   b"{Checks: 'aoti-*', ExtraArgs: ['-DX'], InheritParentConfig: true}\n"):
        seeds.add("configuration", config)
    numbers = random.Random(1)
    for _ in range(200):
        seeds.add("prover", bytes(numbers.randrange(256) for _ in range(200)))
    print(f"{seeds.count} seeds")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), [pathlib.Path(folder) for folder in sys.argv[2:]])
