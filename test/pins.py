#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pins.py AOTI_TIDY TEMP: prints what a run without torch says of the version, for
each of several projects that ask for one."""
import os
import shutil
import subprocess
import sys

PROJECTS = {
    "requirements": {"requirements.txt": "numpy\n-r other.txt\ntorch==2.5.1+cpu  # not 2.6\n"},
    "continued": {"requirements-gpu.txt": "torch==2.5.0 \\\n    --hash=sha256:00\n"},
    "extras": {"pyproject.toml": "[project]\ndependencies = ['torch[opt-einsum] == 2.6.* ; python_version > \"3.9\"']\n"},
    "groups": {"pyproject.toml": "[dependency-groups]\ntest = ['pytest', 'torch==2.7']\n"},
    "poetry": {"pyproject.toml": "[tool.poetry.dependencies]\ntorch = {version = '2.8.0', source = 'cpu'}\n"},
    "uv": {"uv.lock": "version = 1\n[[package]]\nname = 'torch'\nversion = '2.9.1'\n",
           "pyproject.toml": "[project]\ndependencies = ['torch>=2.6']\n"},
    "poetry-lock": {"poetry.lock": "[[package]]\nname = 'torchvision'\nversion = '0.2'\n"
                                   "[[package]]\nname = 'torch'\nversion = '2.10.0'\n"},
    "conda": {"environment.yml": "name: x\ndependencies:\n  - python=3.11\n  - pytorch=2.4.1=py3.11_cuda12\n"},
    "conda-pip": {"environment.yml": "dependencies:\n- pip\n- pip:\n  - torch==2.3.0\n"},
    "requirements-dev": {"requirements-dev.txt": "torch==2.6.0\n", "requirements.txt": "torch==2.5.1\n"},
    "same": {"requirements-dev.txt": "torch==2.5.0\n", "requirements.txt": "torch==2.5.1\n"},
    "newer": {"requirements.txt": "torch==2.99.0\n"},
    "range": {"pyproject.toml": "[project]\ndependencies = ['torch>=2.6,<2.8']\n"},
    "other": {"requirements.txt": "torchvision==0.20\ntorch-geometric==2.5\npytorch==2.1\n"},
    "several": {"uv.lock": "[[package]]\nname = 'torch'\nversion = '2.9.1'\n"
                           "[[package]]\nname = 'torch'\nversion = '2.8.0'\n"},
    "broken": {"pyproject.toml": "dependencies = ['torch==2.7'\n", "environment.yml": "- [\n"},
}

program, temp = sys.argv[1:]
shutil.rmtree(temp, ignore_errors=True)
for name, files in PROJECTS.items():
    folder = os.path.join(temp, name)
    os.makedirs(os.path.join(folder, ".git"))
    for file, text in files.items():
        with open(os.path.join(folder, file), "w") as f:
            f.write(text)
    with open(os.path.join(folder, "export.py"), "w") as f:
        f.write("import torch\ntorch._export.aot_load('model.so', 'cpu')\n")
    done = subprocess.run([program, "export.py"], cwd=folder, env={"PATH": "/nonexistent"},
                          capture_output=True, text=True)
    lines = [line for line in done.stderr.splitlines() if "torch" in line]
    print(f"{name}: {lines[0].removeprefix('aoti-tidy: ').split(';')[0]}")
    for line in lines[1:]:
        print(f"  {line.removeprefix('aoti-tidy: ')}")
