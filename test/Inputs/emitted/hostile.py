#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes packages that are as torch writes them but for one hostile place, and runs
`aoti-tidy` and `aoti-tidy trace` on each: hostile.py AOTI_TIDY FOLDER

Prints for each shape the exit codes and what is said of accesses that are not decided.
A run that takes a minute or two gigabytes is stopped, and ends with a signal.
"""
import json
import pathlib
import re
import resource
import subprocess
import sys

import expand

tool, out = sys.argv[1], pathlib.Path(sys.argv[2])
here = pathlib.Path(__file__).parent
WRAPPER, KERNELS = (expand.files()[f"hits.{kind}.cpp"] for kind in ("wrapper", "kernel"))

INDEX = "x1 + 8L*tmp5"
BEFORE = "                        auto tmp6 ="
assert INDEX in KERNELS and BEFORE in KERNELS


def index(text):
    return {"kernels": KERNELS.replace(INDEX, text)}


def before(text):
    """In the innermost loop; the last value, 't', is an index."""
    return {"kernels": KERNELS.replace(BEFORE, text + "auto read = in_ptr0[t];\n" + BEFORE)}


def wrapper(text):
    """After the inputs have been read."""
    assert "    inputs.clear();\n" in WRAPPER
    return {"wrapper": WRAPPER.replace("    inputs.clear();\n", text + "    inputs.clear();\n")}


def nested(head, times, inner, tail):
    return "".join(head.format(i) for i in range(times)) + inner + "".join(tail.format(i) for i in range(times))


def chain(first, following, times, kind="auto"):
    return f"{kind} t0 = {first};\n" + "".join(
        f"{kind} t{i + 1} = {following.format(f't{i}', i)};\n" for i in range(times)) + f"auto t = t{times};\n"


SUM = "(x0 + x1 + ks0 + ks1 + 1L)"
SHAPES = {
    "minima": index(nested("std::min(x1, ", 200, "x0", ")")),
    "other minima": index(nested("std::min(x1 + {}L*ks0, ", 200, "x0", ")")),
    "minima and maxima": index(nested("std::max(x0 - {0}L, std::min(x1 + {0}L, ", 40, "x0", "))")),
    "choices": index(nested("(x1 > {0} ? {0}L : ", 60, "x0", ")")),
    "choices of choices": before(chain("x0 + ks0", "{0} > {1} ? {0} + 1L : {0} - ks1", 60)),
    "quotients": index(nested("c10::div_floor_integer(static_cast<int64_t>(", 30, "x0", "), static_cast<int64_t>(ks0))")),
    "rests": index(nested("(", 30, "x0", " % (ks0 + 3L))")),
    "sum of quotients": index("+".join(
        f"c10::div_floor_integer(static_cast<int64_t>(x0*ks{i % 2} + {i}L), static_cast<int64_t>({i + 2}L))"
        for i in range(60))),
    "product of sums": index("*".join([SUM] * 40)),
    "power": index("*".join(["x1"] * 200)),
    "squares": before(chain("x0 + ks0", "{0} * {0}", 30)),
    "long sums": before(chain("x0", "{0} + x1*{1}L + ks0", 20_000)),
    "lambdas": before("auto t0 = [&] { return x0; };\n" + "".join(
        f"auto t{i + 1} = [&] {{ return t{i}() + t{i}(); }};\n" for i in range(60)) + "auto t = t60();\n"),
    "reads": before(chain("x0", "in_ptr0[{0} + t0]", 2_000)),
    "deep parentheses": index("(" * 100_000 + "x1" + ")" * 100_000),
    "deep signs": index("- " * 100_000 + "x1"),
    "deep choices": index(nested("x1 > {0} ? {0}L : ", 20_000, "x0", "")),
    "deep loops": {"kernels": KERNELS.replace(
        BEFORE, "for(int64_t y=0; y<ks0; y+=1) " * 20_000 + "in_ptr0[y];\n" + BEFORE)},
    "else if": {"kernels": KERNELS.replace(BEFORE, "if (x0 > 0) x0;\n" + "".join(
        f"else if (x0 > {i}) x0;\n" for i in range(20_000)) + BEFORE)},
    "long sum": index(" + ".join(["x1"] * 50_000)),
    "inputs": wrapper("".join(
        f"    auto more{i} = std::move(inputs[{i}]);\n    auto more{i}_size = more{i}.sizes();\n"
        f"    int64_t s{i + 200} = more{i}_size[0];\n" for i in range(4, 5_004))),
    "symbols": wrapper("    int64_t s1000 = s77;\n" + "".join(
        f"    int64_t s{1001 + i} = s{1000 + i}*s{1000 + i};\n" for i in range(60))),
    "calls": {"wrapper": re.sub(
        r"\n    cpp_fused_index_1\(.*\n", lambda call: call.group(0) * 5_000, WRAPPER, count=1)},
}


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (60, 62))
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(*arguments):
    return subprocess.run([tool, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          preexec_fn=limits)


def shape(name, wrapper=WRAPPER, kernels=KERNELS):
    folder = out / name.replace(" ", "-")
    folder.mkdir(parents=True, exist_ok=True)
    for kind, text in (("wrapper", wrapper), ("kernel", kernels)):
        (folder / f"{kind}.cpp").write_text(text)
    package = folder / "model.pt2"
    subprocess.run([sys.executable, here / "pack.py", package, folder / "wrapper.cpp", folder / "kernel.cpp"],
                   check=True)
    lint = run("--checks=-*,aoti-unchecked-dynamic-index", "--verbose", str(package))
    trace = run("trace", "--format=json", str(package))
    said = re.search(r"\d+ accesses of kernels.*", lint.stderr)
    reasons = set()
    if trace.returncode == 0:
        for model in json.loads(trace.stdout)["models"]:
            for call in model["calls"]:
                reasons |= {a["reason"] for a in call["accesses"] if a["verdict"] == "not-decided"}
                reasons |= {n["why"] for n in call["notFollowed"]}
            reasons |= {n["why"] for n in model["notFollowed"]}
    print(f"{name}: {lint.returncode} {trace.returncode} {said.group(0) if said else ''} {sorted(reasons)}", flush=True)


for name, parts in SHAPES.items():
    if len(sys.argv) == 3 or name in sys.argv[3:]:
        shape(name, **parts)
