#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Installs the wheel where nothing else is, and lints there.

    bare_root.py [--python PYTHON]... WHEEL CLANG_TIDY_WHEELS TORCH_INCLUDE WORK

In WORK, debootstrap makes a root file system of Debian's smallest set with Python:
no compiler, no LLVM, no libzip. The wheel and clang-tidy's, from the folder
CLANG_TIDY_WHEELS, are installed there without a network; a torch as pip installs it,
of which TORCH_INCLUDE are the headers, is mounted. --python: other Pythons of this
machine, each in a virtual environment of its own. Needs root. Prints a transcript;
the first thing that is not as it should be ends it.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

TEST = pathlib.Path(__file__).resolve().parent.parent
SUITE, MIRROR = "bookworm", "http://deb.debian.org/debian"
EXPORT = """import torch

so = torch._export.aot_compile(model, (x,))
"""
API = """import aoti_tidy
report = aoti_tidy.lint("export.py", torch_version="2.13")
print(report.exit_code, report.findings[0].check, report.findings[0].line)
try:
    aoti_tidy.lint("export.py", checks="aoti-none")
except aoti_tidy.LintError as error:
    print(error.exit_code, error)
"""


def shell(command, *, wanted, status=0, env=None, cwd=None, chroot=None):
    """Runs COMMAND, which must end with STATUS and write all of WANTED."""
    if chroot:
        command = f"exec chroot {chroot} env -i HOME=/root PATH=/v/bin:/usr/bin:/bin NO_COLOR=1 sh -c 'cd /work; {command}'"
    start = time.monotonic()
    done = subprocess.run(["sh", "-c", command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=env,
                          cwd=cwd)
    print(f"$ {command}\n{done.stdout}[{done.returncode}, {time.monotonic() - start:.1f} s]\n", flush=True)
    missing = [text for text in wanted if text not in done.stdout]
    if done.returncode != status or missing:
        sys.exit(f"this should have ended with {status}" + (f" and said {missing}" if missing else ""))


def make_root(root):
    if not (root / "v").exists():
        if root.exists():
            shutil.rmtree(root)
        subprocess.run(["debootstrap", "--variant=minbase", "--include=python3,python3-venv", SUITE, root, MIRROR],
                       check=True, stdout=subprocess.DEVNULL)
    for name in ("v", "work", "torch"):
        shutil.rmtree(root / name, ignore_errors=True)
        (root / name).mkdir()


def lint_sources(folder):
    (folder / "export.py").write_text(EXPORT)
    (folder / "api.py").write_text(API)
    for name in ("serve.cpp", "repeat_rows.cpp"):
        shutil.copy(TEST.parent / "docs" / "examples" / name, folder)
    scripts = TEST / "Inputs" / "emitted"
    with tempfile.TemporaryDirectory() as emitted:
        subprocess.run([sys.executable, scripts / "expand.py", emitted], check=True)
        subprocess.run([sys.executable, scripts / "pack.py", folder / "hits.pt2", f"{emitted}/hits.wrapper.cpp",
                        f"{emitted}/hits.kernel.cpp"], check=True)


def bare(args, root):
    make_root(root)
    lint_sources(root / "work")
    shutil.copy(args.wheel, root / "work")
    for wheel in args.clang_tidy_wheels.glob("*.whl"):
        shutil.copy(wheel, root / "work")
    torch = root / "torch" / "lib" / "python3" / "site-packages" / "torch" / "include"
    torch.mkdir(parents=True)
    name = args.wheel.name
    subprocess.run(["mount", "--bind", args.torch_include, torch], check=True)
    try:
        in_root = {"chroot": root}
        shell("ls /usr/bin/*clang* /usr/bin/gcc* /usr/lib/*/libLLVM* /usr/lib/*/libzip* /usr/lib/*/libz3* 2>/dev/null | wc -l",
              wanted=["0\n"], **in_root)
        shell(f"python3 -m venv /v && pip install --no-index -q ./{name} && aoti-tidy --version", wanted=["aoti-tidy 0"],
              **in_root)
        shell("aoti-tidy --torch-version=2.13 export.py", status=1, wanted=["[aoti-deprecated-api]", "1 finding in 1 file"],
              **in_root)
        shell("aoti-tidy hits.pt2", status=1, wanted=["[aoti-unchecked-dynamic-index]"], **in_root)
        shell("aoti-tidy --torch-include /torch/lib/python3/site-packages/torch/include serve.cpp repeat_rows.cpp", status=1,
              wanted=["[aoti-debug-flag]", "[aoti-symint-meta]"], **in_root)
        shell("aoti-tidy rule aoti-symint-meta | head -3", wanted=["aoti-symint-meta"], **in_root)
        shell("python3 api.py", wanted=["1 aoti-deprecated-api 3\n2 aoti-tidy: ", "aoti-none"], **in_root)
        shell("python3 -m aoti_tidy --version", wanted=["aoti-tidy 0"], **in_root)
        # clang-tidy brings no standard headers; the wheel's serve it, too.
        shell("pip install --no-index -q --find-links . clang-tidy && "
              "plugin=$(python -c \"import aoti_tidy; print(aoti_tidy.plugin_path())\") && clang-tidy --load=$plugin "
              "--checks=-*,aoti-symint-meta --quiet repeat_rows.cpp -- -std=c++20 -nostdlibinc "
              "-D_LIBCPP_PROVIDES_DEFAULT_RUNE_TABLE -isystem /v/lib/aoti-tidy/std/c++ -isystem /v/lib/aoti-tidy/std/c "
              "-isystem/torch/lib/python3/site-packages/torch/include "
              "-isystem/torch/lib/python3/site-packages/torch/include/torch/csrc/api/include",
              wanted=["freezes every dynamic dimension of 'x' in a meta kernel"], **in_root)
        shell("plugin=$(python -c \"import aoti_tidy; print(aoti_tidy.plugin_path())\"); clang-tidy --load=$plugin "
              "--checks=-*,aoti-* --list-checks", wanted=["aoti-input-contract", "aoti-symint-meta"], **in_root)
    finally:
        subprocess.run(["umount", torch], check=True)


def other_python(args, python, folder):
    """Another Python of this machine: wheel, program, interface."""
    lint_sources(folder)
    env = {"HOME": str(folder), "PATH": f"{folder}/v/bin:/usr/bin:/bin", "NO_COLOR": "1"}
    shell(f"{python} -m venv v && pip install --no-index -q {args.wheel} && python --version && aoti-tidy --version",
          wanted=["aoti-tidy 0"], env=env, cwd=folder)
    shell("aoti-tidy --torch-version=2.13 export.py", status=1, wanted=["[aoti-deprecated-api]"], env=env, cwd=folder)
    shell("python api.py", wanted=["1 aoti-deprecated-api 3"], env=env, cwd=folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", action="append", default=[])
    parser.add_argument("wheel", type=pathlib.Path)
    parser.add_argument("clang_tidy_wheels", type=pathlib.Path)
    parser.add_argument("torch_include", type=pathlib.Path)
    parser.add_argument("work", type=pathlib.Path)
    args = parser.parse_args()
    args.wheel = args.wheel.resolve()
    args.work.mkdir(parents=True, exist_ok=True)
    bare(args, args.work.resolve() / "root")
    for python in args.python:
        with tempfile.TemporaryDirectory() as folder:
            other_python(args, python, pathlib.Path(folder))
    print("the wheel does what it should")


if __name__ == "__main__":
    main()
