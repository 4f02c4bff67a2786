#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the findings of aoti-unchecked-dynamic-index with what happened when
packages were run.

    truth_table.py --aoti-tidy PROGRAM FOLDER

FOLDER is a collection of emitted code with the records of its runs: zoo.py
makes the inputs of each run ("probe"), cpu/NAME__VARIANT/ has wrapper.cpp,
kernel.cpp, metadata.json and the records runtime.json (plain), asan.json and
fuzz.json (kernels under AddressSanitizer).

A run counts if its inputs agree with the contract that the wrapper records:
types, ranks, strides, constants, sizes that share a symbol; and sizes in the
emitted bounds, or 0 and 1 where the bound is the compiler's own 2. A package is
reachable if such a run without AOTI_RUNTIME_CHECK_INPUTS touched memory out of
bounds, otherwise safe as far as it was run. Prints what disagrees and the
table. Fails if a reachable package is silent: a finding in a safe one may be
right, since nobody ran its witness, and is there to be read.
"""
import argparse
import collections
import itertools
import json
import logging
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import warnings
import zipfile

import torch
from torch.utils._pytree import tree_leaves

KILLED = ("signal SIGSEGV", "signal SIGBUS")


def pack(folder, package):
    """Emitted code as a package; nothing reads the library."""
    root = f"{package.stem}/data/aotinductor/model"
    with zipfile.ZipFile(package, "w") as archive:
        archive.write(folder / "wrapper.cpp", f"{root}/c.wrapper.cpp")
        if (folder / "kernel.cpp").exists():
            archive.write(folder / "kernel.cpp", f"{root}/c.kernel.cpp")
        metadata = folder / "metadata.json"
        archive.writestr(f"{root}/c.wrapper_metadata.json",
                         metadata.read_text() if metadata.exists() else '{"AOTI_DEVICE_KEY": "cpu"}')
        archive.writestr(f"{package.stem}/archive_format", "pt2")
        archive.writestr(f"{package.stem}/archive_version", "0")


def value_of(text, symbols):
    try:
        return eval(text.replace("/", "//"), {"__builtins__": {}}, symbols)
    except NameError:
        return None


def solves(text, size, symbols):
    """Whether the size can be what the wrapper calls it."""
    if text.isidentifier():
        return symbols.setdefault(text, size) == size
    known = value_of(text, symbols)
    if known is not None:
        return known == size
    names = [name for name in re.findall(r"[a-z]\w*", text) if name not in symbols]
    return any(value_of(text, symbols | dict(zip(names, values))) == size
               for values in itertools.product(range(size + 4), repeat=len(set(names))))


def agrees(contract, tensors):
    """Whether the inputs are ones that the tier is about."""
    if len(contract) != len(tensors):
        return False
    symbols = {}
    derived = []
    for promised, tensor in zip(contract, tensors):
        dims = promised["dims"]
        if not isinstance(tensor, torch.Tensor) or tensor.device.type != "cpu":
            return False
        if promised["dtype"] != str(tensor.dtype).removeprefix("torch.") or dims is None or len(dims) != tensor.dim():
            return False
        for dim, size in zip(dims, tensor.shape):
            lower, upper = dim["lower"] or 0, dim["upper"]
            # Without the assertions of sizes, nothing says which ones are to be
            # equal.
            if not dim["symbol"] and lower != upper:
                return False
            least = 0 if dim["symbol"] and lower == 2 else lower
            if size < least or (upper is not None and size > upper):
                return False
            if dim["symbol"].isidentifier() and not solves(dim["symbol"], size, symbols):
                return False
            derived.append((dim["symbol"], size))
        if promised["contiguous"]:
            if not tensor.is_contiguous():
                return False
        elif any(stride is not None and size > 1 and stride != actual and tensor.numel()
                 for stride, actual, size in zip(promised["strides"], tensor.stride(), tensor.shape)):
            return False
    return all(solves(text, size, symbols) for text, size in derived if text)


def probes(zoo, name):
    """The inputs of each run, by its name."""
    torch.manual_seed(0)
    specification = zoo.ZOO[name][0]()
    made = {}
    base = None
    for label, category, function in specification["probes"]:
        torch.manual_seed(1)
        made[label] = function()
        if category == "in" and base is None:
            base = made[label]
    return made, base


def inputs_of(run, made, base):
    if run["cat"] != "fuzz":
        return made.get(run["probe"])
    # "arg0 dim1 8->0"
    cut = re.fullmatch(r"arg(\d+) dim(\d+) \d+->(\d+)", run["probe"])
    index, dim, size = (int(number) for number in cut.groups())
    inputs = list(base)
    inputs[index] = inputs[index].narrow(dim, 0, size).contiguous()
    return tuple(inputs)


def lint(program, package):
    command = [program, "--checks=-*,aoti-unchecked-dynamic-index", "--format=json", "--verbose", str(package)]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode not in (0, 1):
        sys.exit(f"exit {ran.returncode}: {' '.join(command)}\n{ran.stderr}")
    counts = re.search(r"(\d+) accesses of kernels, (\d+) proved[^,]*, (\d+) that[^,]*, (\d+) not decided", ran.stderr)
    if not counts:
        sys.exit(f"{package.stem}: no accesses are counted\n{ran.stderr}")
    messages = [finding["message"] for finding in json.loads(ran.stdout)["findings"]]
    return messages, [int(count) for count in counts.groups()], ran.stderr.count("not modelled: ")


def contract_of(program, package):
    ran = subprocess.run([program, "package", "--format=json", str(package)],
                         capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)["packages"][0]["models"][0]["inputs"]


def in_kernel(run):
    """Whether the sanitizer saw a kernel go wrong. It reports the divisions by
    zero of oneDNN as well."""
    frames = " ".join(run.get("asan_frames", []))
    return "asan" in run and ("DEADLYSIGNAL" not in run["asan"] or "cpp_" in frames or "at::vec" in frames)


def reached(folder, zoo, contract):
    """The runs that count, and those of them that left their memory."""
    made, base = probes(zoo, folder.name.split("__")[0])
    count, bad = 0, []
    for record in ("runtime.json", "asan.json", "fuzz.json"):
        if not (folder / record).exists():
            continue
        for run in json.loads((folder / record).read_text()):
            inputs = inputs_of(run, made, base) if run["env"] is None else None
            if inputs is None or not agrees(contract, tree_leaves(inputs)):
                continue
            count += 1
            if run.get("status") in KILLED or in_kernel(run):
                bad.append(run["probe"])
    return count, bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aoti-tidy", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    args = parser.parse_args()
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)
    sys.path.insert(0, str(args.folder))
    sys.dont_write_bytecode = True
    import zoo

    table = collections.Counter()
    totals = [0] * 4
    left_out = 0
    with tempfile.TemporaryDirectory() as scratch:
        for folder in sorted((args.folder / "cpu").iterdir()):
            if not (folder / "wrapper.cpp").exists():
                continue
            package = pathlib.Path(scratch, folder.name + ".pt2")
            pack(folder, package)
            messages, counts, unmodelled = lint(args.aoti_tidy, package)
            totals = [a + b for a, b in zip(totals, counts)]
            left_out += unmodelled
            count, bad = reached(folder, zoo, contract_of(args.aoti_tidy, package))
            truth = "reachable" if bad else "safe" if count else "not run"
            verdict = "found" if messages else "silent"
            table[truth, verdict] += 1
            if (truth, verdict) not in (("safe", "silent"), ("not run", "silent")) or counts[3] or unmodelled:
                print(f"{folder.name}: {truth} ({', '.join(sorted(set(bad))) or f'{count} runs'}), {verdict}, "
                      f"{counts[3]} of {counts[0]} not decided, {unmodelled} not modelled")
                for message in messages:
                    print(f"    {message}")
    print(f"{'':12}{'silent':>8}{'found':>8}")
    for truth in ("safe", "not run", "reachable"):
        print(f"{truth:12}{table[truth, 'silent']:8}{table[truth, 'found']:8}")
    print("{} accesses: {} proved, {} with a witness, {} not decided; {} not modelled".format(*totals, left_out))
    if table["reachable", "silent"]:
        sys.exit("a package that was seen out of bounds has no finding")


if __name__ == "__main__":
    main()
