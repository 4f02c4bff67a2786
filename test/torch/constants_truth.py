# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds aoti-tidy's word on constants against what happens when programs are run.

    constants_truth.py packages FOLDER
    constants_truth.py run FOLDER COMPILER
    constants_truth.py compare FOLDER

packages: compiles the models that FOLDER/host.cpp and FOLDER/script.py load. run:
builds the one, runs the functions of both, each in a process of its own, and writes
what came of them to FOLDER/truth.json. compare: prints a table and fails unless the
functions that die, throw or raise are those that FOLDER/report.json, which aoti-tidy
wrote, has findings in, and those that a comment calls wrong.
"""
import json
import logging
import os
import pathlib
import re
import sys
import warnings

import contract_truth

# A function that is run; what stands between it and the one before belongs to it.
FUNCTIONS = {"host.cpp": contract_truth.FUNCTION,
             "script.py": re.compile(r"^def (\w+)\(\):\n(?:(?: .*)?\n)+", re.M)}


def packages(folder):
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(folder / "inductor")
    os.environ["TORCHINDUCTOR_FORCE_DISABLE_CACHES"] = "1"
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)

    import torch

    # The models are those of the script.
    sys.path.insert(0, str(folder))
    from script import Model

    outside = {"package_constants_in_so": False}
    for name, model, config in [
        ("bare", Model(), outside),
        ("pickles", Model(), outside | {"package_constants_on_disk_format": "pickle_weights"}),
        ("blob", Model(), outside | {"package_constants_on_disk_format": "binary_blob"}),
        ("small", torch.nn.Linear(16, 4), {}),
    ]:
        # What makes the wrapper fast is not needed.
        config |= {"compile_wrapper_opt_level": "O0", "precompile_headers": False}
        with torch.no_grad():
            program = torch.export.export(model.eval(), (torch.rand(2, 16),))
        torch._inductor.aoti_compile_and_package(
            program, package_path=str(folder / f"{name}.pt2"),
            inductor_configs={f"aot_inductor.{key}": value for key, value in config.items()})


def outcome(function):
    """What comes of a Python function: "returns", "raises ...", "dies of ..."."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        text = "returns"
        try:
            function()
        except Exception as error:
            text = f"raises {type(error).__name__}: {error}".split("\n")[0]
        os.write(writer, text.encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        text = pipe.read()
    _, status = os.waitpid(child, 0)
    return f"dies of signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else text


def run(folder, compiler):
    contract_truth.run(folder, compiler, folder / "host.cpp", [])
    truth = json.loads((folder / "truth.json").read_text())["unchecked"]
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)
    import script

    for function in FUNCTIONS["script.py"].finditer((folder / "script.py").read_text()):
        truth[function[1]] = outcome(getattr(script, function[1]))
    (folder / "truth.json").write_text(json.dumps(truth, indent=1))


def compare(folder):
    truth = json.loads((folder / "truth.json").read_text())
    report = json.loads((folder / "report.json").read_text())
    found = {(pathlib.Path(f["file"]).name, f["line"]) for f in report["findings"]}
    wrong = [f"error: {e}" for e in report["errors"]]
    seen = set()
    for file, pattern in FUNCTIONS.items():
        text = (folder / file).read_text()
        previous = 0
        for function in pattern.finditer(text):
            name = function[1]
            lines = {(file, line) for line in range(text.count("\n", 0, previous) + 1,
                                                    text.count("\n", 0, function.end()) + 2)}
            previous = function.end()
            here = found & lines - seen
            seen |= here
            print(f"{name:44} {'reported' if here else 'silent':10} {truth[name][:100]}")
            if (truth[name] == "returns") == ("wrong" in function[0]):
                wrong.append(f"{name}: {truth[name]}, and its comments say otherwise")
            if bool(here) != (truth[name] != "returns"):
                wrong.append(f"{name}: {truth[name]}, reported: {sorted(here)}")
            if len(here) > 1:
                wrong.append(f"{name}: one defect has {len(here)} findings")
    wrong += [f"{place}: outside of all functions" for place in found - seen]
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    command, folder, *rest = sys.argv[1:]
    globals()[command](pathlib.Path(folder).resolve(), *rest)
