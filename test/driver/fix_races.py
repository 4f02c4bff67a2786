#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""fix_races.py AOTI_TIDY FOLDER N: makes --fix race N times, with
an editor that writes the same files, with other runs, or with both, and compares
every byte with what may come of it. An editor's text is never lost, whole and
never mixed with another; runs that race make the fixes as one run would."""
import os
import random
import shutil
import subprocess
import sys
import time

aoti_tidy, folder = map(os.path.abspath, sys.argv[1:3])
races = int(sys.argv[3])
torch_include = os.path.join(folder, "torch-include")
command = [aoti_tidy, "--quiet", "--torch-include", torch_include, "--torch-version", "2.13", "--include-notebooks",
           "--include-markdown", "--fix", "."]

# As little as a parse can do with: hundreds of them run.
torch_headers = {
    "torch/version.h": "#define TORCH_VERSION_MAJOR 2\n#define TORCH_VERSION_MINOR 13\n",
    "torch/csrc/inductor/aoti_package/model_package_loader.h": """#pragma once
namespace std { struct string { string(const char *); ~string(); }; }
namespace torch::inductor {
class AOTIModelPackageLoader {
public:
  AOTIModelPackageLoader(const std::string &path, const std::string &name = "model",
                         const bool run_single_threaded = false, const unsigned long num_runners = 1,
                         const signed char device_index = -1);
  ~AOTIModelPackageLoader();
};
}
""",
}

LOADER = "torch::inductor::AOTIModelPackageLoader"
CXX = f"""#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
#include "shared.h"
{LOADER} A("a.pt2", "model", "cpu");
""" + ("// " + "more than a reader maps into memory " * 60 + "\n") * 8
PYTHON = """import os
os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = True
""" + ("# " + "more than a reader maps into memory " * 60 + "\n") * 8
files = {
    "src/a.cpp": CXX,
    "src/b.cpp": CXX.replace(" A(", " B("),
    "src/shared.h": f'#pragma once\ninline {LOADER} Shared("s.pt2", "model", "cuda");\n',
    "py/c.py": PYTHON,
    "py/d.ipynb": '{"cells": [{"cell_type": "code", "source": "import os\\nos.environ[\\"AOTI_RUNTIME_CHECK_INPUTS\\"] '
                  '= True"}]}\n',
    "py/e.md": "# Title\n\n```python\n" + PYTHON + "```\n",
}


def edited(name, text, version):
    """As somebody would edit it: all behind is at other places."""
    if name.endswith(".ipynb"):
        return text.replace('"import os', f'"# version {version}' + "x" * version + '\\nimport os')
    first = "// " if "/src" in "/" + name else "# "
    return text.replace("\n", f"\n{first}version {version} {'x' * version}\n", 1)


def write_tree(root, texts):
    shutil.rmtree(root, ignore_errors=True)
    for name, text in texts.items():
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as f:
            f.write(text)


def read_tree(root):
    texts = {}
    for parent, _, names in os.walk(root):
        for name in names:
            path = os.path.join(parent, name)
            with open(path) as f:
                texts[os.path.relpath(path, root)] = f.read()
    return texts


def fixed(texts):
    root = os.path.join(folder, "alone")
    write_tree(root, texts)
    result = subprocess.run(command, cwd=root, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"alone: exit code {result.returncode}: {result.stdout}{result.stderr}")
    return read_tree(root)


def save(path, text, in_place):
    if in_place:
        with open(path, "w") as f:
            f.write(text)
        return
    with open(path + ".new", "w") as f:
        f.write(text)
    os.rename(path + ".new", path)


random.seed(15)
write_tree(torch_include, torch_headers)
versions = [{name: edited(name, text, v) for name, text in files.items()} for v in (1, 40, 300)]
begin = time.monotonic()
fixed_files, fixed_versions = fixed(files), [fixed(v) for v in versions]
duration = (time.monotonic() - begin) / 4
assert all(fixed_files[name] != files[name] for name in files), "nothing to fix"

root = os.path.join(folder, "tree")
outcomes = {}
for race in range(races):
    write_tree(root, files)
    edits, runs = [(True, 1), (False, 3), (True, 3)][race % 3]
    processes = [subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(runs)]
    version = random.choice(range(len(versions)))
    if edits:
        for name in random.sample(sorted(files), len(files)):
            time.sleep(random.random() * duration * runs / len(files))
            save(os.path.join(root, name), versions[version][name], in_place=random.random() < 0.5)
    for process in processes:
        out, err = process.communicate(timeout=300)
        if process.returncode not in ((0, 1, 2, 3) if edits else (0, 2)):
            sys.exit(f"race {race}: exit code {process.returncode}: {err.decode()}")
    after = read_tree(root)
    if set(after) != set(files):
        sys.exit(f"race {race}: {set(after) ^ set(files)} came or went")
    for name, text in after.items():
        allowed = ({"edited": versions[version][name], "edited, then fixed": fixed_versions[version][name]}
                   if edits else {"fixed": fixed_files[name]})
        outcome = next((o for o, t in allowed.items() if t == text), None)
        if outcome is None:
            with open(os.path.join(folder, "wrong"), "w") as f:
                f.write(text)
            sys.exit(f"race {race}: '{name}' is none of what it may be; it is in '{folder}/wrong'")
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
print(f"{races} races, no byte lost: {outcomes}")
