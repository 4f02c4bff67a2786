#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cache_mutants.py AOTI_TIDY MOCK MAKE_PACKAGE FOLDER N [SEED]: changes what a run
reads in N ways and holds what the cache says against a run without one.

The project is two hosts, of which one makes the other's inputs, a custom operator
with its schema elsewhere, headers, configuration, flags, a package and torch's
headers. A change is a byte of any of them, with the file's times set back now and
then; a file that appears where one was looked for, or goes away; a link that leads
elsewhere. The cache is the same throughout, so that it has seen nearly all texts.
"""
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

aoti_tidy, mock, make_package, folder = (os.path.abspath(a) for a in sys.argv[1:5])
count = int(sys.argv[5])
random.seed(int(sys.argv[6]) if len(sys.argv) > 6 else 19)

FILES = {
    "src/serve.cpp": """#include "inputs.h"
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#if __has_include("config.h")
#include "config.h"
#endif
#ifndef RANKER
#define RANKER "../model.pt2"
#endif
void serve() {
  torch::inductor::AOTIModelPackageLoader Model(RANKER, "model", "cuda");
  Model.run({makeInput(3)});
  Model.run({at::zeros({8, 10}, at::kFloat), limit()});
}
""",
    "src/inputs.cpp": """#include "inputs.h"
at::Tensor makeInput(int64_t Rows) { return at::zeros({Rows, 12}, at::kFloat); }
""",
    "include/inputs.h": """#pragma once
#include <ATen/ATen.h>
#include "limit.h"
at::Tensor makeInput(int64_t Rows);
""",
    "include/limit.h": """#pragma once
inline at::Tensor limit() { return at::zeros({4}, at::kDouble); }
""",
    "src/meta.cpp": """#include <ATen/ATen.h>
#include <torch/library.h>
#include <missing.h>
at::Tensor scale_meta(const at::Tensor &X) {
  return at::empty({X.size(0), X.size(1)}, X.options());
}
TORCH_LIBRARY_IMPL(mine, Meta, M) { M.impl("scale", &scale_meta); }
""",
    "src/schema.cpp": """#include <torch/library.h>
TORCH_LIBRARY(mine, M) { M.def("scale(Tensor x, SymInt n) -> Tensor"); }
""",
    "csrc/missing.h": "struct Missing {};\n",
    ".clang-tidy": "Checks: '-*,aoti-*'\nWarningsAsErrors: 'aoti-raw-runner'\n",
    "aoti-tidy.toml": 'packages = ["model.pt2"]\n',
}
UNITS = ["serve.cpp", "inputs.cpp", "meta.cpp", "schema.cpp"]
project, torch, cache = (os.path.join(folder, name) for name in ("project", "torch", "cache"))


def write(path, text):
    pathlib.Path(path).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(path).write_bytes(text if isinstance(text, bytes) else text.encode())


def make():
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in FILES.items():
        write(os.path.join(project, name), text)
    pathlib.Path(project, ".git").mkdir()
    shutil.copytree(mock, torch)
    subprocess.run([sys.executable, make_package, "--input", "float32[s0:2..64,10]", "--input", "float32[4]",
                    os.path.join(project, "model.pt2"), "model=cpu"], check=True)
    commands = [{"directory": os.path.join(project, "src"), "file": name,
                 "arguments": ["clang++", "-std=c++20", "-I../near", "-I../include", f"-isystem{torch}", "-c", name]}
                for name in UNITS]
    write(os.path.join(project, "compile_commands.json"), json.dumps(commands, indent=1))


def lint(units, *options):
    # The package is found from where the service runs.
    ran = subprocess.run([aoti_tidy, "--format=json", "--verbose", "--statistics", *options, *units], cwd=os.path.join(project, "src"),
                         capture_output=True, stdin=subprocess.DEVNULL)
    # How many were replayed, and what it took, is the only thing that may differ.
    cached = re.search(rb'"cached": ?(\d+)', ran.stdout)
    out = re.sub(rb'"cached": ?\d+', b"", ran.stdout)
    said = re.sub(rb"(?m)^aoti-tidy: (statistics:|memory:|  ).*\n?", b"", ran.stderr)
    return (ran.returncode, out, said), int(cached[1]) if cached else 0


def lint_files():
    """One file or two, so that each of a thousand changes takes a second."""
    return random.sample(UNITS, random.choice([1, 1, 2]))


def sources():
    found = []
    for top in (project, torch):
        for path, _, names in os.walk(top):
            found += [os.path.join(path, name) for name in names if not os.path.islink(os.path.join(path, name))]
    return sorted(found)


def change_byte(path):
    """What undoes it, and what it was."""
    text, times = pathlib.Path(path).read_bytes(), os.stat(path)
    if not text:
        return None
    at = random.randrange(len(text))
    new = random.choice(b" \n;(){}<>0129abnsx_/\"*,.#") if random.random() < 0.9 else random.randrange(256)
    if new == text[at]:
        return None
    in_place = random.random() < 0.5

    def put(content):
        # In its place, or as editors and git do.
        if in_place:
            pathlib.Path(path).write_bytes(content)
        else:
            pathlib.Path(path + ".new").write_bytes(content)
            os.replace(path + ".new", path)
        if random.random() < 0.5:
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    put(text[:at] + bytes([new]) + text[at + 1:])
    return lambda: put(text), f"byte {at} of {os.path.relpath(path, folder)}: {text[at:at + 1]!r} -> {bytes([new])!r}"


def add_file():
    """Where one is looked for first."""
    name = random.choice(["limit.h", "inputs.h", "missing.h", "config.h", "ATen/ATen.h", "torch/library.h"])
    where = random.choice(["near", "src", "include"])
    path = os.path.join(project, where, name)
    if os.path.exists(path):
        return None
    text = random.choice(["#pragma once\n", "#pragma once\n#include <ATen/ATen.h>\n"
                          "inline at::Tensor limit() { return at::zeros({4}, at::kFloat); }\n",
                          '#define RANKER "../other.pt2"\n'])
    write(path, text)
    return lambda: os.unlink(path), f"a new {where}/{name}"


def remove_file(path):
    os.rename(path, path + ".away")
    return lambda: os.rename(path + ".away", path), f"{os.path.relpath(path, folder)} is gone"


def redirect(path):
    """The same name, another file."""
    other = random.choice([p for p in sources() if p != path])
    os.rename(path, path + ".away")
    os.symlink(other, path)

    def undo():
        os.unlink(path)
        os.rename(path + ".away", path)
    return undo, f"{os.path.relpath(path, folder)} is a link to {os.path.relpath(other, folder)}"


def change(old):
    kind = random.random()
    if kind < 0.1:
        return add_file()
    # The project's own files are a handful among torch's.
    own = [path for path in old if path.startswith(project)]
    path = random.choice(own if random.random() < 0.7 else old)
    if kind < 0.15:
        return remove_file(path)
    if kind < 0.2:
        return redirect(path)
    return change_byte(path)


make()
befores = {}
differ, replayed, done, changed = 0, 0, 0, 0
while done < count:
    units = lint_files()
    if tuple(units) not in befores:
        befores[tuple(units)] = lint(units, f"--cache-dir={cache}")[0]
        assert befores[tuple(units)][0] in (0, 1, 3), befores
    before = befores[tuple(units)]
    changed_by = change(sources())
    if not changed_by:
        continue
    done += 1
    undo, what = changed_by
    cold, _ = lint(units, "--no-cache")
    # Before it is known, and after.
    for _ in range(2):
        warm, hits = lint(units, f"--cache-dir={cache}")
        replayed += hits
        if warm != cold:
            differ += 1
            for name, said in (("without a cache", cold), ("with it", warm)):
                print(f"{what}\n--- {name}: exit {said[0]}")
                print(said[1].decode(errors="replace"), said[2].decode(errors="replace"))
            break
    changed += cold != before
    undo()
    if done % 10 == 0:
        after, hits = lint(units, f"--cache-dir={cache}")
        replayed += hits
        if after != before:
            sys.exit(f"after '{what}' was undone, the cache says something else")
print(f"{count} changes, {changed} of which change what is said: {differ} stale answers")
if not changed or replayed < count:
    sys.exit(f"only {changed} changes changed anything, and only {replayed} results were replayed")
sys.exit(differ != 0)
