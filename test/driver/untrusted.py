# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lints a folder that wants more than to be read, and says what it got.

usage: untrusted.py PROGRAM TORCH_INCLUDE FOLDER [--strace]

FOLDER is filled with sources whose compile commands, configurations and
neighbours ask for files to be written, plugins to be loaded and programs to be
run. Prints each file of FOLDER that is new or changed after the run, and with
--strace each file that the run opened for writing, or program it started, apart
from the terminal, /dev/null, the cache and Python, which is asked where torch is.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

HOST = """#include <torch/csrc/inductor/aoti_runner/model_container_runner_cpu.h>
torch::inductor::AOTIModelContainerRunnerCpu Runner("model.so");
"""

# Each would write a file, load one or run one.
DRIVER_FLAGS = [
    ["--serialize-diagnostics", "serialized.dia"],
    ["-gen-cdb-fragment-path", "fragments"],
    ["-save-stats=cwd"],
    ["-save-temps=cwd"],
    ["-MD", "-MF", "depends.d"],
    ["-MJ", "entry.json"],
    ["-o", "out.o"],
    ["-fmodules", "-fcxx-modules", "-fmodules-cache-path=modules"],
    ["-fmodule-output=module.pcm"],
    ["-ftime-trace=trace.json"],
    ["-fproc-stat-report=stat.txt"],
    ["-fsave-optimization-record", "-foptimization-record-file=opt.yaml"],
    ["-fprofile-generate=profile"],
    ["-fplugin=./evil.so"],
    ["-fpass-plugin=./evil.so"],
    ["--config=./evil.cfg"],
    ["-x", "cuda", "--offload-arch=native", "--nvptx-arch-tool=./evil.sh"],
    ["-Wp,-MD,preprocessor.d"],
]
COMPILER_FLAGS = [
    ["-dependency-file", "cc1.d", "-MT", "x"],
    ["-header-include-file", "includes.txt", "-H"],
    ["-stats-file=stats.json"],
    ["-dependency-dot", "depends.dot"],
    ["-diagnostic-log-file", "log.plist"],
    ["-module-dependency-dir", "headers"],
    ["-serialize-diagnostic-file", "cc1.dia"],
    ["-fmodules-cache-path=modules1"],
    ["-load", "./evil.so", "-add-plugin", "evil"],
    ["-emit-obj", "-o", "cc1.o"],
    ["-emit-pch", "-o", "cc1.pch"],
    ["-fixit"],
    ["-opt-record-file", "opt1.yaml"],
]


def behind_xclang(flags):
    return [word for flag in flags for word in ("-Xclang", flag)]


def fill(folder, torch_include):
    os.makedirs(os.path.join(folder, "fragments"), exist_ok=True)
    os.makedirs(os.path.join(folder, "headers"), exist_ok=True)
    script = "#!/bin/sh\ntouch '%s'\n" % os.path.join(folder, "was-run")
    with open(os.path.join(folder, "evil.sh"), "w") as file:
        file.write(script)
    os.chmod(os.path.join(folder, "evil.sh"), 0o755)
    with open(os.path.join(folder, "evil.cfg"), "w") as file:
        file.write("-save-temps=cwd\n")
    # What Python would take for its own if it looked here first.
    os.makedirs(os.path.join(folder, "importlib"), exist_ok=True)
    for name in ("contextlib.py", "torch.py", "importlib/__init__.py", "importlib/util.py"):
        with open(os.path.join(folder, name), "w") as file:
            file.write("open(%r, 'w')\n" % os.path.join(folder, "was-imported"))
    commands = []
    all_flags = DRIVER_FLAGS + [behind_xclang(flags) for flags in COMPILER_FLAGS]
    for number, flags in enumerate(all_flags):
        name = os.path.join(folder, f"host{number}.cpp")
        with open(name, "w") as file:
            file.write(HOST)
        commands.append(
            {
                "directory": folder,
                "file": name,
                "arguments": ["clang++", "-std=c++20", "-isystem", torch_include, *flags, "-c", name],
            }
        )
        # The same through a configuration.
        flags = [flag for flag in flags if flag not in ("-x", "cuda")]
        configured = os.path.join(folder, f"configured{number}")
        os.makedirs(configured, exist_ok=True)
        with open(os.path.join(configured, ".clang-tidy"), "w") as file:
            json.dump({"ExtraArgs": flags, "ExtraArgsBefore": flags}, file)
        name = os.path.join(configured, "host.cpp")
        with open(name, "w") as file:
            file.write(HOST)
        commands.append(
            {
                "directory": folder,
                "file": name,
                "arguments": ["clang++", "-std=c++20", "-isystem", torch_include, "-c", name],
            }
        )
    with open(os.path.join(folder, "compile_commands.json"), "w") as file:
        json.dump(commands, file)
    return len(commands)


def state(folder):
    files = {}
    for parent, folders, names in os.walk(folder):
        for name in folders + names:
            path = os.path.join(parent, name)
            status = os.lstat(path)
            files[os.path.relpath(path, folder)] = (status.st_size, status.st_mtime_ns, status.st_mode)
    return files


def main():
    program, torch_include, folder = sys.argv[1:4]
    wanted = fill(folder, torch_include)
    before = state(folder)
    command = [program, "--format=json", "--checks=aoti-raw-runner", "-p", folder, folder]
    with tempfile.TemporaryDirectory() as outside:
        trace = os.path.join(outside, "trace")
        if "--strace" in sys.argv:
            command = ["strace", "-f", "-o", trace, "-e", "trace=open,openat,creat,execve,mkdir,rename,unlink", *command]
        # Elsewhere, VIRTUAL_ENV would say where torch is without asking Python.
        environment = {k: v for k, v in os.environ.items() if k not in ("VIRTUAL_ENV", "CONDA_PREFIX")}
        cache = os.path.join(outside, "cache")
        environment["XDG_CACHE_HOME"] = cache
        run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
        calls = open(trace).read().splitlines() if "--strace" in sys.argv else []
    after = state(folder)
    for name in sorted(set(before) | set(after)):
        if before.get(name) != after.get(name):
            print("changed:", name)
    started = 0
    for call in calls:
        if re.search(r" execve\(.* = 0$", call):
            started += 1
            if started > 1 and "python3" not in call:
                print("started:", call)
        elif re.search(r"O_(WRONLY|RDWR|CREAT)| (creat|mkdir|rename|unlink)\(", call) and " = -1 " not in call:
            # The answer of the Python that is asked where torch is; what LLVM writes to
            # prune the cache, by the open folder.
            if not re.search(r'"(/dev/null|/dev/tty|[^"]*/aoti-tidy-python[^"]*|/proc/self/fd/\d+/llvmcache\.timestamp|%s(/[^"]*)?)"' % re.escape(cache), call):
                print("written:", call)
    sys.stderr.write(run.stderr)
    report = json.loads(run.stdout)
    print("%d findings of %d, exit %d" % (len(report["findings"]), wanted, run.returncode))


main()
