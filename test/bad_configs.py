#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bad_configs.py AOTI_TIDY TEMP: prints the exit code and the sentence of a run for
each of several configurations that are not understood, and of one that is not ours."""
import os
import shutil
import subprocess
import sys

OURS = [
    'exlude = ["x"]',
    "colour = 1",
    'exclude = "x"',
    'exclude = ["["]',
    'checks = ["aoti-raw-runer"]',
    "torch-version = 2.13",
    'torch-version = "x"',
    'loaders = ["load"]',
    'packages = ["none.pt2"]',
    'packages = {"src/*.cpp" = "none.pt2"}',
    'check-options = {"aoti-symint-meta.SchemaInt" = true}',
    "checks = [",
    'include-notebooks = "yes"',
    'languages = ["c"]',
    'severity = {"aoti-debug-flag" = "note"}',
    'severity = {"aoti-debug" = "info"}',
]

program, temp = sys.argv[1:]
shutil.rmtree(temp, ignore_errors=True)
os.makedirs(os.path.join(temp, ".git"))
with open(os.path.join(temp, "a.cpp"), "w") as f:
    f.write("int x;\n")
for text in [*(f"[tool.aoti-tidy]\n{line}\n" for line in OURS), "[tool]\naoti-tidy = 1\n", "dependencies = [\n"]:
    with open(os.path.join(temp, "pyproject.toml"), "w") as f:
        f.write(text)
    done = subprocess.run([program, "--quiet", "a.cpp"], cwd=temp, capture_output=True, text=True)
    print(done.returncode, done.stderr.strip().removeprefix("aoti-tidy: ").replace(temp + "/", ""))
