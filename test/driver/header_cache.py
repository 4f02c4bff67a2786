# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""header_cache.py PROGRAM [--at-once N] [--as-nobody] OPTION...

Runs the program with the options, and again without a cache; fails unless both say the
same. Prints how the headers were read, as --statistics tells it.

--at-once: that many processes; --as-nobody: not as root, to whom nothing is read-only.

header_cache.py --damage cut|version|nonsense FOLDER: does that to what is in a cache."""
import os
import re
import subprocess
import sys


def damage(how, folder):
    for name in os.listdir(folder):
        if not re.fullmatch("llvmcache-headers-[0-9a-f]+", name):
            continue
        with open(os.path.join(folder, name), "r+b") as f:
            if how == "cut":
                f.truncate(os.path.getsize(f.name) // 2)
            elif how == "version":
                f.seek(8)
                f.write(b"\1\2\3\4\5\6\7\10")
            else:
                f.truncate(0)
                f.write(b"nonsense" * 1000)


def split(stderr):
    """What is said, and how the headers were read; times differ."""
    lines = stderr.splitlines()
    read = [line for line in lines if "headers of C++ files" in line]
    rest = [line for line in lines if not re.match(r"aoti-tidy:   |aoti-tidy: (statistics|memory)", line)]
    return rest, read[0].split(": ")[-1] if read else "no headers"


def main():
    args = sys.argv[1:]
    if args[0] == "--damage":
        return damage(*args[1:])
    processes = 1
    if "--at-once" in args:
        at = args.index("--at-once")
        processes = int(args[at + 1])
        del args[at : at + 2]
    who = {}
    if "--as-nobody" in args:
        args.remove("--as-nobody")
        if os.geteuid() == 0:
            who = {"user": 65534, "group": 65534, "extra_groups": []}
    program, cache, rest = args[0], args[args.index("--cache-dir") :][:2], list(args[1:])
    at = rest.index("--cache-dir")
    del rest[at : at + 2]
    plain = subprocess.run([program, "--no-cache", "--statistics", *rest], capture_output=True, text=True, **who)
    # What an earlier run found would spare the headers.
    if os.path.isdir(cache[1]):
        for name in os.listdir(cache[1]):
            if name.startswith("llvmcache-results-"):
                os.remove(os.path.join(cache[1], name))
    command = [program, *cache, "--statistics", *rest]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **who)
               for _ in range(processes)]
    for process in running:
        out, err = process.communicate()
        said, read = split(err)
        for got, wanted in ((out, plain.stdout), (said, split(plain.stderr)[0]), (process.returncode, plain.returncode)):
            if got != wanted:
                sys.exit(f"with the cache ({read}): {got}\n{err}\nwithout: {wanted}")
        print(f"same output, exit {process.returncode}, {read}")


main()
