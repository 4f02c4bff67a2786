#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fingerprints.py AOTI_TIDY TORCH_MOCK FOLDER: changes sources in ways that do not concern
their findings and fails if a fingerprint changes, or if two findings share one.

A finding is known again by a marker that its line ends with, which the tool does not
read: '# m3'. Every change is made many times, with different random numbers."""
import json
import os
import random
import re
import shutil
import subprocess
import sys

tool, mock, top = sys.argv[1:]
CXX = """#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
namespace one {
void f() {
  int unrelated = 0;
  torch::inductor::AOTIModelPackageLoader A("a.pt2", "model", "cpu"); // m0
  torch::inductor::AOTIModelPackageLoader B("a.pt2", "model", "cuda"); // m1
}
}
void g() {
  int unrelated = 1;
  torch::inductor::AOTIModelPackageLoader A("a.pt2", "model", "cpu"); // m0
}
"""
PYTHON = """import os
import torch
unrelated = 1
def f():
    os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "false"  # m2
    os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "false"  # m2
def g(unrelated):
    os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "false"  # m2
    run = torch._export.aot_load("a.so", "cpu")  # m3
    os.environ.update({"AOTI_RUNTIME_CHECK_INPUTS": "false", "TORCH_LOGS": "aot_inductor"})  # m4
"""
ALL_FILES = {"src/host.cpp": CXX, "py/tool.py": PYTHON, "py/deep/tool.py": PYTHON}


# C++ takes its time.
CXX_SEEDS, PYTHON_SEEDS = 2, 30
FILES = ALL_FILES


def lint(root, *options, cwd=None, order=None):
    paths = order or ["."]
    run = subprocess.run([tool, "--quiet", "--format=json", "--torch-version=2.13", "--torch-include", mock, *options, *paths],
                         cwd=cwd or root, capture_output=True, text=True)
    assert run.returncode == 1, (run.returncode, run.stderr)
    found = []
    for f in json.loads(run.stdout)["findings"]:
        path = next(p for p in (os.path.join(base, f["file"]) for base in (root, cwd or root)) if os.path.exists(p))
        with open(path, encoding="utf-8") as text:
            line = text.read().split("\n")[f["line"] - 1]
        found.append((os.path.relpath(path, root), f["check"], re.search(r"m\d", line)[0], f["fingerprint"]))
    return found


def write(root, change=lambda text, comment, rng: text, rng=None):
    shutil.rmtree(root, ignore_errors=True)
    os.makedirs(os.path.join(root, ".git"))
    for name, text in FILES.items():
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(change(text, "//" if name.endswith(".cpp") else "#", rng))


def insert_lines(text, comment, rng):
    lines = text.split("\n")
    for _ in range(rng.randint(1, 8)):
        lines.insert(rng.randint(1, len(lines) - 1), rng.choice(["", f"{comment} a remark {rng.random()}"]))
    return "\n".join(lines)


def rename(text, comment, rng):
    return text.replace("unrelated", f"renamed_{rng.randint(0, 999)}")


def blanks(text, comment, rng):
    return "\n".join(line if "m" not in line else re.sub(r"(, )", lambda m: rng.choice([", ", ",", ",  "]), line)
                     for line in text.split("\n"))


base = os.path.join(top, "checkout")
write(base)
reference = lint(base)
prints = [f[3] for f in reference]
assert len(set(prints)) == len(prints) >= 15, reference
# Equal lines are told apart by their rank alone.
assert sum(p.endswith("-2") for p in prints) >= 3 and sum(p.endswith("-3") for p in prints) >= 2, prints

compared = 0


def same(found, what):
    global compared
    assert sorted(found) == sorted(reference), (what, set(found) ^ set(reference))
    compared += len(found)


for files, seeds in ((ALL_FILES, CXX_SEEDS), ({n: t for n, t in ALL_FILES.items() if n.endswith(".py")}, PYTHON_SEEDS)):
    FILES = files
    write(base)
    reference = lint(base)
    for change in (insert_lines, rename, blanks):
        for seed in range(seeds):
            write(base, change, random.Random(seed))
            same(lint(base), change.__name__)
FILES = ALL_FILES
write(base)
reference = lint(base)
for jobs in (1, 3):
    same(lint(base, f"-j{jobs}"), "jobs")
for seed in range(2):
    order = sorted(FILES)
    random.Random(seed).shuffle(order)
    same(lint(base, order=order), "order")
for other in ("moved", "deep/er/checkout"):
    moved = os.path.join(top, other)
    write(moved)
    same(lint(moved), "moved")
    # From a folder of it, and from outside of it.
    same(lint(moved, cwd=os.path.join(moved, "py"), order=[".."]), "from a folder")
    same(lint(moved, cwd=top, order=[moved]), "from outside")
# What does matter: another file, another line, another check.
write(base, lambda text, comment, rng: text.replace("a.pt2", "b.pt2").replace("false", "no"))
changed = {f[3] for f in lint(base)} & set(prints)
assert len(changed) <= len(prints) // 2, changed
print(f"{compared} fingerprints compared, none differs")
