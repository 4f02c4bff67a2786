# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Puts what is no plain file where each reader looks, and prints how the run ends.

usage: plain_files.py AOTI_TIDY TORCH_MOCK PACKAGE

A run that waits is ended after 20 s, and one that reads without end by a limit of its
memory: both fail the test.
"""
import json
import os
import resource
import shutil
import socket
import subprocess
import sys

tool, mock, package = sys.argv[1:]
LIMIT = 3 << 30
HOST = '#include <torch/csrc/inductor/aoti_package/model_package_loader.h>\n'


def zero(path):
    os.symlink("/dev/zero", path)


def pipe(path):
    os.mkfifo(path)


def listener(path):
    with socket.socket(socket.AF_UNIX) as s:
        s.bind(path)


def folder(path):
    os.mkdir(path)


def sparse(path):
    with open(path, "wb") as f:
        f.truncate(10 << 30)


def dangling(path):
    os.symlink("nowhere", path)


def loop(path):
    os.symlink(os.path.basename(path), path)


KINDS = [zero, pipe, listener, folder, sparse, dangling, loop]
# What the run reads: where it is, and what is run.
CHECK = ["--torch-include", mock, "--no-cache"]
READERS = {
    "pyproject.toml": ("pyproject.toml", [*CHECK, "."]),
    "aoti-tidy.toml": ("aoti-tidy.toml", [*CHECK, "."]),
    ".clang-tidy": (".clang-tidy", [*CHECK, "."]),
    "compile_commands.json": ("compile_commands.json", [*CHECK, "."]),
    "build/compile_commands.json": ("build/compile_commands.json", [*CHECK, "."]),
    "compile_flags.txt": ("compile_flags.txt", [*CHECK, "."]),
    "-p": ("db/compile_commands.json", [*CHECK, "-p", "db", "a.cpp"]),
    "response file": ("flags.rsp", [*CHECK, "listed/a.cpp"]),
    "argument file": ("args", [*CHECK, "@args", "a.py"]),
    "--config-file": ("config", [*CHECK, "--config-file=config", "a.py"]),
    "--baseline": ("base.json", [*CHECK, "--baseline=base.json", "a.py"]),
    "suppressions": ("m.pt2.suppressions", [*CHECK, "m.pt2"]),
    "--package": ("other.pt2", [*CHECK, "--package=other.pt2", "a.py"]),
    "--exported": ("other.pt2", [*CHECK, "--exported=other.pt2", "m.pt2"]),
    "merge": ("a.facts", ["merge", "a.facts"]),
    "trace": ("t.cpp", ["trace", "t.cpp"]),
    "package": ("t.pt2", ["package", "t.pt2"]),
    "named": ("t.py", [*CHECK, "t.py"]),
    "header": ("h.h", [*CHECK, "a.cpp"]),
    "imported module": ("other.py", [*CHECK, "a.py"]),
    "found by a walk": ("t.py", [*CHECK, "."]),
    "pin": ("requirements.txt", ["--no-cache", "a.py"]),
    "lock": ("uv.lock", ["--no-cache", "a.py"]),
    "environment": (".venv/pyvenv.cfg", [*CHECK, "a.cpp"]),
}


def limited():
    if "ASAN_OPTIONS" not in os.environ:
        resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


for reader, (path, command) in READERS.items():
    for kind in KINDS:
        shutil.rmtree("work", ignore_errors=True)
        for name in ("build", "db", "listed", ".git", ".venv"):
            os.makedirs(f"work/{name}")
        shutil.copy(package, "work/m.pt2")
        texts = {"a.cpp": HOST, "a.py": "import other\nimport torch\n", "log.txt": "x\n"}
        if reader == "header":
            texts["a.cpp"] += '#include "h.h"\n'
        if reader == "response file":
            command_of_file = {"directory": os.path.abspath("work"), "file": "listed/a.cpp",
                               "command": "c++ @flags.rsp listed/a.cpp"}
            texts |= {"listed/a.cpp": HOST, "listed/compile_commands.json": json.dumps([command_of_file])}
        for name, text in texts.items():
            with open(f"work/{name}", "w") as f:
                f.write(text)
        kind(f"work/{path}")
        try:
            done = subprocess.run([tool, *command], cwd="work", timeout=20, preexec_fn=limited, text=True,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            said = [line for line in done.stderr.splitlines() if line.startswith("aoti-tidy: ")]
            said = [line for line in said if os.path.basename(path) in line] or said[-1:]
            print(f"{reader}, {kind.__name__}: {done.returncode} {said[0] if done.returncode else ''}", flush=True)
        except subprocess.TimeoutExpired:
            print(f"{reader}, {kind.__name__}: it waits", flush=True)
shutil.rmtree("work")
