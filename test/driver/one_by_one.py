#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""one_by_one.py ALL.json ROOT -- COMMAND: lints each C++ file of the repository ROOT alone, and says whether
its findings are those that the run over all files, whose report is ALL.json, has in it."""
import json
import os
import subprocess
import sys

report, root = sys.argv[1:3]
command = sys.argv[4:]


def key(finding):
    return [finding[k] for k in ("file", "line", "column", "message", "tier", "notes", "fixes")]


with open(report, encoding="utf-8") as f:
    whole = json.load(f)["findings"]
for folder, _, files in os.walk(root):
    for name in sorted(files):
        if not name.endswith(".cpp"):
            continue
        file = os.path.relpath(os.path.join(folder, name), root)
        run = subprocess.run([*command, "--format=json", file], cwd=root, capture_output=True, text=True)
        alone = [key(f) for f in json.loads(run.stdout)["findings"] if f["file"] == file]
        expected = [key(f) for f in whole if f["file"] == file]
        what = "findings" if alone else "nothing"
        print(f"{file}: {what}, {'as in' if alone == expected else 'unlike'} the whole run")
        if alone != expected:
            print("whole:", expected, "\nalone:", alone)
