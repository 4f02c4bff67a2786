#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""python_mutants.py AOTI_TIDY FOLDER N: changes lines of the standard library in N
ways and compares what is reported as no Python with what Python's own parser
refuses. (What has a tree and makes no sense, 'return' outside of a function, is for
its compiler to refuse.)"""
import ast
import glob
import json
import os
import random
import shutil
import subprocess
import sys
import sysconfig
import warnings

warnings.simplefilter("ignore")
aoti_tidy, folder = map(os.path.abspath, sys.argv[1:3])
count = int(sys.argv[3])
random.seed(15)


def sources():
    for path in sorted(glob.glob(os.path.join(sysconfig.get_path("stdlib"), "*.py"))):
        with open(path, encoding="utf-8", errors="replace") as f:
            text = f.read()
        # An import of the future must come first.
        if 300 < len(text) < 8000 and "__future__" not in text:
            yield text


def mutant(text):
    lines = text.split("\n")
    at = random.randrange(len(lines))
    line = lines[at]
    lines[at:at + 1] = random.choice([
        [" " * random.randrange(1, 9) + line], [line[random.randrange(1, 5):]], [line.replace("    ", "\t", 1)],
        ["\t" + line], [], [line, random.choice(lines)], [line.lstrip()], [line.rstrip(":")],
    ])
    return "\n".join(lines)


shutil.rmtree(folder, ignore_errors=True)
os.makedirs(os.path.join(folder, ".git"))
texts = list(sources())
refused = {}
for i in range(count):
    text = 'import os\nos.environ["AOTI_RUNTIME_CHECK_INPUTS"] = True\n' + mutant(random.choice(texts))
    name = f"mutant{i}.py"
    with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
        f.write(text)
    try:
        ast.parse(text)
    except SyntaxError as error:
        refused[name] = f"{type(error).__name__}: {error.msg}"

result = subprocess.run([aoti_tidy, "--quiet", "--format=json", "--torch-version", "2.13", "--checks=-*,aoti-debug-flag",
                         "."], cwd=folder, capture_output=True, text=True)
told = {error["file"]: error["message"] for error in json.loads(result.stdout)["errors"]}
wrong = {name: message for name, message in told.items() if name not in refused}
missed = {name: why for name, why in refused.items() if name not in told}
if wrong or missed or not refused:
    sys.exit(f"taken for no Python: {wrong}; not told: {missed}; of {len(refused)} that Python refuses")
print(f"{count} mutants, of which Python refuses {len(refused)}: all told, and no other")
