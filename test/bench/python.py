#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures how fast aoti-tidy passes over Python that has nothing to do with it.

Writes a tree of FILES files of some 5 kB each, of which one mentions AOTI, and lints
the folder on one core; then lints a script that exports a model. What counts
is the processor's time, user and system, of the best of three runs.
"""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile

EXPORT = '''\
import torch


class Model(torch.nn.Module):
    def forward(self, x):
        return torch.relu(x)


def main():
    model = Model().eval()
    inputs = (torch.randn(8, 16),)
    batch = torch.export.Dim("batch", min=2, max=64)
    exported = torch.export.export(model, inputs, dynamic_shapes=({0: batch},))
    path = torch._inductor.aoti_compile_and_package(exported, package_path="model.pt2")
    print(torch._inductor.aoti_load_package(path)(*inputs))


if __name__ == "__main__":
    main()
'''

WORDS = ("self model batch torch load compile path inductor export config device logs name "
         "value result index shape tensor size data loss optimizer environ get set items "
         "register package options kwargs").split()


def module(rng):
    """Python whose words are those that checks look for, taken apart."""
    lines = ["import os", "import torch", ""]
    for _ in range(12):
        name = "_".join(rng.sample(WORDS, 2))
        lines += [f"def {name}({', '.join(rng.sample(WORDS, 3))}):",
                  f'    """Returns {" ".join(rng.sample(WORDS, 8))}."""']
        for _ in range(6):
            a, b, c, d = rng.sample(WORDS, 4)
            lines.append(f"    {a} = torch.{b}({c}, {d}={a}['{b}'])  # {c} {d}")
        lines += ["    return self", ""]
    return "\n".join(lines) + "\n"


def write_tree(root, files):
    rng = random.Random(1)
    texts = [module(rng) for _ in range(50)]
    for i in range(files):
        folder = root / f"package{i // 50}"
        folder.mkdir(exist_ok=True)
        (folder / f"module{i}.py").write_text(texts[i % len(texts)])
    (root / "export.py").write_text(EXPORT)
    return sum(len(texts[i % len(texts)]) for i in range(files))


def processor_time(command):
    """Of the best of three runs, which must find nothing."""
    best = None
    for _ in range(3):
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            sys.exit(f"exit {child.returncode}: {' '.join(command)}")
        time = usage.ru_utime + usage.ru_stime
        best = time if best is None else min(best, time)
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--aoti-tidy", required=True)
    parser.add_argument("--files", type=int, default=10000, metavar="N")
    parser.add_argument("--max-seconds", type=float, metavar="X",
                        help="fail if the tree takes longer")
    args = parser.parse_args()
    command = [args.aoti_tidy, "-j1", "--quiet", "--torch-version=2.13"]
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        size = write_tree(root, args.files)
        tree = processor_time([*command, folder])
        print(f"{args.files} files, {size / 1e6:.0f} MB without an AOTI name: {tree:.2f} s")
        script = processor_time([*command, str(root / "export.py")])
        print(f"a script that exports a model: {script * 1000:.0f} ms")
    if args.max_seconds is not None and tree > args.max_seconds:
        sys.exit(f"{tree:.2f} s is above {args.max_seconds} s")


if __name__ == "__main__":
    main()
