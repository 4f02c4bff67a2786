# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds aoti-tidy's word on a program's packages against what happens when the
program is run.

    contract_truth.py packages FOLDER
    contract_truth.py run FOLDER COMPILER HOST.cpp [OTHER.cpp...]
    contract_truth.py compare FOLDER HOST.cpp REPORT.json

packages: compiles the models that the program loads. run: builds it, runs each
of its functions with and without AOTI_RUNTIME_CHECK_INPUTS=1, and writes what
came of it to FOLDER/truth.json. compare: prints a table and fails unless the
functions that fail under the check are those that aoti-tidy --format=json
reports, and those that the program's own comments call wrong. A comment that
begins with "silent:" names a check that ought to report the function and does
not: it fails all the same, and it is a failure of the comparison if it is reported.
"""
import json
import logging
import os
import pathlib
import re
import subprocess
import sys
import warnings

# A function of the program that is run; what stands between it and the one
# before it belongs to it.
FUNCTION = re.compile(r"^void (\w+)\(\) \{.*?^\}$", re.M | re.S)


def packages(folder):
    # Inductor's caches are not to decide what is in a package.
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(folder / "inductor")
    os.environ["TORCHINDUCTOR_FORCE_DISABLE_CACHES"] = "1"
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)

    import torch
    from torch.export import Dim, export

    class Sum(torch.nn.Module):
        def forward(self, x, y):
            return 2 * x + y

    class Lookup(torch.nn.Module):
        def forward(self, ids, weights):
            return weights * ids.unsqueeze(1)

    class Mean(torch.nn.Module):
        def forward(self, x):
            return x.mean(-1)

    def rand(*sizes, dtype=torch.float):
        return torch.rand(sizes).to(dtype)

    batch = Dim("batch", min=1, max=1024)
    tokens = Dim("tokens", min=2, max=128)
    width = Dim("width", min=4, max=64)
    half, double = torch.half, torch.double
    for name, model, inputs, shapes in [
        ("fixed", Sum(), (rand(8, 64), rand(8, 64)), None),
        ("batch", Sum(), (rand(6, 16), rand(6, 16)), ({0: batch}, {0: batch})),
        ("tokens", Lookup(), (torch.arange(9), rand(9, 8)), ({0: tokens}, {0: tokens})),
        ("strided", Mean(), (rand(16, 8).t(),), None),
        ("half", Sum(), (rand(4, 16, dtype=half), rand(4, 16, dtype=double)), None),
        ("image", Mean(), (rand(1, 3, 32),), ({2: width},)),
    ]:
        program = export(model, inputs, dynamic_shapes=shapes)
        torch._inductor.aoti_compile_and_package(
            program, package_path=str(folder / f"{name}.pt2"))


def outcomes(program, names, folder, check):
    """What comes of each function: "returns", "throws: ...", "dies of ...".
    """
    environment = {k: v for k, v in os.environ.items()
                   if k != "AOTI_RUNTIME_CHECK_INPUTS"}
    if check:
        environment["AOTI_RUNTIME_CHECK_INPUTS"] = "1"
    output = subprocess.run(
        [program, *names], cwd=folder, env=environment, check=True,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    found = dict(re.findall(r"^(\w+): (returns|throws: .*|dies of .*)$", output, re.M))
    assert sorted(found) == sorted(names), set(names) ^ set(found)
    return found


def run(folder, compiler, host, others):
    import torch

    home = pathlib.Path(torch.__file__).parent
    abi = int(torch._C._GLIBCXX_USE_CXX11_ABI)
    program = folder / "host"
    subprocess.run(
        [compiler, "-std=c++20", "-O0", "-w", f"-D_GLIBCXX_USE_CXX11_ABI={abi}",
         "-isystem", home / "include",
         "-isystem", home / "include/torch/csrc/api/include", host, *others, "-o", program, "-rdynamic",
         f"-L{home}/lib", f"-Wl,-rpath,{home}/lib", "-ltorch", "-ltorch_cpu", "-lc10"],
        check=True)
    names = [f[1] for f in FUNCTION.finditer(host.read_text())]
    truth = {"checked": outcomes(program, names, folder, check=True),
             "unchecked": outcomes(program, names, folder, check=False)}
    (folder / "truth.json").write_text(json.dumps(truth, indent=1))


def compare(folder, host, report):
    truth = json.loads((folder / "truth.json").read_text())
    report = json.loads(report.read_text())
    text = host.read_text()
    found = {}
    for finding in report["findings"]:
        assert pathlib.Path(finding["file"]).name == host.name, finding
        found.setdefault(finding["line"], set()).add(finding["check"])

    wrong = [f"error: {e}" for e in report["errors"]]
    previous = 0
    print(f"{'':34}{'aoti-tidy':23}{'unchecked':23}checked")
    for function in FUNCTION.finditer(text):
        name = function[1]
        lines = range(text.count("\n", 0, previous) + 2,
                      text.count("\n", 0, function.end()) + 2)
        own = text[previous:function.end()]
        previous = function.end()
        expected = set(re.findall("// wrong: (.*)", own))
        silent = set(re.findall("// silent: (.*)", own))
        reported = set().union(*(found.pop(line, ()) for line in lines))
        checked, unchecked = truth["checked"][name], truth["unchecked"][name]
        print(f"{name:34}{', '.join(sorted(reported)):23}"
              f"{unchecked[:20]:22} {checked[:120]}")
        if checked.startswith("dies"):
            wrong.append(f"{name}: {checked} although inputs are checked")
        if (checked == "returns") == bool(expected | silent):
            wrong.append(f"{name}: {checked}, and its comments say {expected | silent or 'right'}")
        if not expected | silent and unchecked != "returns":
            wrong.append(f"{name}: {unchecked} where inputs are not checked")
        if reported != expected:
            wrong.append(f"{name}: reported {reported or 'nothing'},"
                         f" not {expected or 'nothing'}")
    wrong += [f"line {line}: {checks}, outside of all functions"
              for line, checks in found.items()]
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    command, folder, *rest = sys.argv[1:]
    folder = pathlib.Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    if command == "packages":
        packages(folder)
    elif command == "run":
        run(folder, rest[0], pathlib.Path(rest[1]), rest[2:])
    else:
        compare(folder, pathlib.Path(rest[0]), pathlib.Path(rest[1]))
