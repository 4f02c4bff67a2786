# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The repository in which the code blocks of the documentation run."""
import json
import os
import shutil
import subprocess
import sys
import textwrap

GIT = {"GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b",
       "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b"}

EXPORT = '''\
import os

import torch

os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "false"
library = torch._export.aot_compile(model, example)
'''
HOST = '''\
#include <ATen/ops/zeros.h>
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>

at::Tensor infer() {
  torch::inductor::AOTIModelPackageLoader loader("ranker.pt2");
  return loader.run({at::zeros({8}, at::kLong), at::zeros({8, 32})}).at(0);
}
'''
CRASH_LOG = '''\
Traceback (most recent call last):
  File "serve.py", line 9, in rank
    return model(ids, torch.zeros(len(item_ids), 31))
RuntimeError: input_handles[1]: unmatched dim value at 1, expected: 32, but got: 31
'''


def dedent(text):
    return textwrap.dedent(text)


def package(root, to, *arguments):
    subprocess.run([sys.executable, root / "test/Inputs/make_package.py", *arguments, to, "model=cpu"], check=True)


def pack(root, to, name):
    """A package of emitted code of the tests."""
    emitted = root / "test/Inputs/emitted"
    sys.path.insert(0, str(emitted))
    import expand
    folder = to.parent / ".emitted"
    folder.mkdir(exist_ok=True)
    expand.write(folder)
    subprocess.run([sys.executable, emitted / "pack.py", to, folder / f"{name}.wrapper.cpp", folder / f"{name}.kernel.cpp"], check=True)
    shutil.rmtree(folder)


def make(folder, root):
    folder.mkdir(parents=True)
    for file in (root / "docs/examples").iterdir():
        if file.suffix in (".py", ".cpp"):
            shutil.copy(file, folder)
    write = lambda name, text: (folder / name).parent.mkdir(parents=True, exist_ok=True) or (folder / name).write_text(text)
    write("export.py", EXPORT)
    write("crash.log", CRASH_LOG)
    write("src/rank/serve.cpp", HOST)
    write("serving/serve.py", "import torch\n")
    write("requirements.txt", "torch==2.13.0\n")
    write("files.txt", "export.py\n")
    write("src/.clang-tidy", "Checks: '-aoti-raw-runner'\n")
    write("pyproject.toml", '[tool.aoti-tidy]\nchecks = ["aoti-missing-meta"]\ntorch-version = "2.13"\n')
    # Of a folder that a build makes: the block's copy has it elsewhere.
    write("build/compile_commands.json", json.dumps([{"directory": "..", "file": "src/rank/serve.cpp",
                                                      "arguments": ["c++", "-std=c++20", "-c", "src/rank/serve.cpp"]}]))
    ranker = ["--input", "int64[s42:2..512]", "--input", "float32[s42:2..512,32]"]
    package(root, folder / "ranker.pt2", *ranker)
    (folder / "models").mkdir()
    for name in ("ranker.pt2", "user.pt2"):
        shutil.copy(folder / "ranker.pt2", folder / "models" / name)
    package(root, folder / "old.pt2", "--input", "float32[s77:2..512,16]")
    package(root, folder / "new.pt2", "--input", "float32[s77:2..128,16]")
    pack(root, folder / "hits.pt2", "hits")
    shutil.copy(folder / "hits.pt2", folder / "model.pt2")
    for command in (["init", "-q", "-b", "main"], ["add", "-A"], ["commit", "-qm", "stage"],
                    ["update-ref", "refs/remotes/origin/main", "HEAD"]):
        subprocess.run(["git", *command], cwd=folder, env={**os.environ, **GIT}, check=True)
