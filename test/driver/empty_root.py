# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program in a file system that has nothing but what is named.

usage: empty_root.py ROOT FOLDER PATH... -- PROGRAM ARGUMENT...

ROOT is made, and filled with PROGRAM, its shared libraries and the PATHs, each
where it is outside. The working directory, FOLDER, is the only one that can be
written to. 'empty_root.py --probe' exits with 0 if that works here.
"""
import os
import re
import subprocess
import sys


def mount(root, path, *options):
    inside = root + path
    if os.path.isdir(path):
        os.makedirs(inside, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(inside), exist_ok=True)
        open(inside, "a").close()
    subprocess.run(["mount", "--bind", path, inside], check=True)
    if options:
        subprocess.run(["mount", "-o", ",".join(("remount", "bind", *options)), inside], check=True)


def fill(root, folder, paths, program):
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", root], check=True)
    libraries = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    for path in {program, *re.findall(r"(/\S+) \(", libraries), *paths}:
        mount(root, os.path.abspath(path), "ro")
    mount(root, folder)
    for name in ("null", "urandom"):
        mount(root, "/dev/" + name)


def main():
    if sys.argv[1] == "--probe":
        return subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True).returncode
    if os.environ.get("EMPTY_ROOT") != "inside":
        return subprocess.run(["unshare", "-m", "--propagation=private", sys.executable, *sys.argv],
                              env={**os.environ, "EMPTY_ROOT": "inside"}).returncode
    root, folder, *rest = sys.argv[1:]
    paths, command = rest[: rest.index("--")], rest[rest.index("--") + 1 :]
    os.makedirs(root, exist_ok=True)
    fill(root, folder, paths, command[0])
    os.chroot(root)
    os.chdir(folder)
    os.execve(command[0], command, {})


sys.exit(main())
