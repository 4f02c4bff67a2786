#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""kernel_mutants.py AOTI_TIDY INPUTS FOLDER N [SEED]: models of one family, told
apart by N changes, with the kernels of all that came before in the cache.

A change is a number of the wrapper (a guard, a size, a stride), a dtype, a
comparison, a byte of the kernels; or nothing that a kernel means: the numbers in
names, lines before it, the order of the kernels, one that is gone. What is said of
the model is held against a run without a cache.
"""
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

aoti_tidy, inputs, folder = (os.path.abspath(a) for a in sys.argv[1:4])
count = int(sys.argv[4])
random.seed(int(sys.argv[5]) if len(sys.argv) > 5 else 19)

NAMES = ["hits", "reads", "writes", "safe", "cond", "cond-size", "while-loop", "torch-2.9"]
cache, model = (pathlib.Path(folder, name) for name in ("cache", "model"))


def lint(*options):
    ran = subprocess.run([aoti_tidy, "--format=json", "--verbose", "--statistics", *options, "x.wrapper.cpp"], cwd=model,
                         capture_output=True, stdin=subprocess.DEVNULL)
    read = re.search(rb"emitted kernels: (\d+) read, (\d+) from", ran.stderr)
    said = re.sub(rb"(?m)^aoti-tidy: (statistics:|memory:|  ).*\n?", b"", ran.stderr)
    assert ran.returncode in (0, 1, 3), said
    return (ran.returncode, re.sub(rb'"cached": ?\d+', b"", ran.stdout), said), int(read[2]) if read else 0


def one_of(pattern, text, by):
    """The text with one of the places of a pattern changed; the text itself if there is none."""
    places = list(re.finditer(pattern, text))
    if not places:
        return text
    place = random.choice(places)
    return text[:place.start()] + by(place) + text[place.end():]


def kernels_of(text):
    """What is before, between and behind them, and they."""
    return re.split(r'(?ms)(^extern "C" .*?^\}$)', text)


def reordered(text):
    parts = kernels_of(text)
    kernels = parts[1::2]
    random.shuffle(kernels)
    parts[1::2] = kernels
    return "".join(parts)


def without_one(text):
    parts = kernels_of(text)
    if len(parts) > 1:
        parts[random.randrange(1, len(parts), 2)] = ""
    return "".join(parts)


def renumbered(wrapper, kernels):
    shift = random.randrange(1, 2000)
    by = lambda name: f"{name[1]}_{int(name[2]) + shift}"  # noqa: E731
    pattern = r"\b(cpp_fused\w*?)_(\d+)\b"
    return re.sub(pattern, by, wrapper), re.sub(pattern, by, kernels)


def byte(text):
    at = random.randrange(len(text))
    return text[:at] + random.choice(" \n;(){}<>[]0129abkinstx_/*,.+-=%&|!") + text[at + 1:]


def changed(wrapper, kernels):
    kind = random.randrange(8)
    if kind == 0:
        return one_of(r"\d", wrapper, lambda at: str((int(at[0]) + random.randrange(1, 10)) % 10)), kernels
    if kind == 1:
        return one_of(r"dtype_float32|\bfloat\b", wrapper,
                      lambda at: at[0].replace("float32", "int64").replace("float", "double")), kernels
    if kind == 2:
        return one_of(r"[<>]=?|[!=]=", wrapper, lambda _: random.choice(["<", "<=", ">", ">=", "==", "!="])), kernels
    if kind == 3:
        return renumbered(wrapper, kernels)
    if kind == 4:
        return wrapper, "// one line more\n" * random.randrange(1, 5) + kernels
    if kind == 5:
        return wrapper, reordered(kernels)
    if kind == 6:
        return wrapper, without_one(kernels)
    return wrapper, byte(kernels)


shutil.rmtree(folder, ignore_errors=True)
model.mkdir(parents=True)
stale, known, different, before = 0, 0, 0, {}
for _ in range(count):
    name = random.choice(NAMES)
    texts = [pathlib.Path(inputs, f"{name}.{kind}.cpp").read_text() for kind in ("wrapper", "kernel")]
    texts = list(changed(*texts))
    if random.random() < 0.5:
        texts = list(changed(*texts))
    for kind, text in zip(("wrapper", "kernel"), texts):
        (model / f"x.{kind}.cpp").write_text(text)
    cold, _ = lint("--no-cache")
    different += before.setdefault(name, cold) != cold
    # Before its kernels are known, and after; what was found is not replayed.
    for jobs in ("-j1", "-j2"):
        for entry in cache.glob("llvmcache-packages-*"):
            entry.unlink()
        warm, hits = lint(f"--cache-dir={cache}", jobs)
        known += hits
        if warm != cold:
            stale += 1
            print(f"{name}: without a cache {cold}\nwith it {warm}")
print(f"{count} changes, {different} of which change what is said: {stale} stale answers")
if not different or known < count:
    sys.exit(f"only {different} changes changed anything, and only {known} kernels were known")
sys.exit(stale != 0)
