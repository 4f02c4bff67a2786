# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the tables of checks/lib/torch/ to the torch that runs this.

    python_tables.py FOLDER_OF_TABLES

Prints what differs, how many rows of each table hold, and what imports
torch._inductor.config.
"""
import ast
import importlib
import inspect
import os
import re
import subprocess
import sys

import torch

MINOR = int(torch.__version__.split(".")[1])


def rows(folder, table, macro):
    """The rows of a table that are for this torch, as tuples of strings."""
    text = open(os.path.join(folder, table)).read()
    for row in re.findall(rf"^{macro}\((.*)\)$", text, re.M):
        *fields, first, last = [f.strip().strip('"') for f in row.split(",")]
        if int(first) <= MINOR <= int(last):
            yield tuple(fields)


def compare(what, table, real):
    """Of any two collections of rows."""
    table, real = set(table), set(real)
    for row in sorted(table - real):
        print(f"{what}: torch has no {row}")
    for row in sorted(real - table):
        print(f"{what}: the table has no {row}")
    print(f"{what}: {len(table & real)} rows hold")


def flag_uses():
    """What torch/_inductor/config.py does with each variable."""
    tree = ast.parse(inspect.getsource(importlib.import_module("torch._inductor.config")))
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    uses = {}
    for node in ast.walk(tree):
        if (isinstance(node, ast.Call) and ast.unparse(node.func) in ("os.environ.get", "os.getenv")
                and isinstance(node.args[0], ast.Constant)):
            parent = parents[node]
            use = "Text"
            if isinstance(parent, ast.Compare) and ast.unparse(parent).endswith("== '1'"):
                use = "One"
            elif isinstance(parent, ast.Call) and ast.unparse(parent.func) == "int":
                use = "Integer"
            uses.setdefault(node.args[0].value, set()).add(use)
    return uses


def flags(folder):
    uses = flag_uses()
    table = [(name, value) for name, phase, value in rows(folder, "EnvFlags.def", "AOTI_ENV_FLAG")
             if phase == "Import" and value != "Text"]
    compare("flags", table, [(name, value) for name, value in table if uses.get(name) == {value}])


def keys(folder):
    config = importlib.import_module("torch._inductor.config")
    real = [(key,) for key in config.get_config_copy() if key.startswith(("aot_inductor.", "aot_inductor_mode."))]
    compare("keys", rows(folder, "InductorConfig.def", "AOTI_CONFIG_KEY"), real)


def logs(folder):
    registry = importlib.import_module("torch._logging._internal").log_registry
    real = [(name,) for name in [*registry.log_alias_to_log_qnames, *registry.artifact_names]]
    compare("logs", rows(folder, "LogNames.def", "AOTI_LOG_NAME"), real)


def parameters(folder):
    table = list(rows(folder, "PythonApi.def", "AOTI_PARAMETER"))
    real = []
    for function in sorted({row[0] for row in table}):
        module, name = function.rsplit(".", 1)
        found = getattr(importlib.import_module(module), name)
        try:
            parameters = inspect.signature(found).parameters.values()
        except ValueError:  # a class of pybind11, whose docstring has "arg0: str": the names are the table's own
            count = len(re.findall(r"\barg\d+: ", found.__init__.__doc__))
            names = {int(row[2]): row[1] for row in table if row[0] == function}
            real += [(function, names.get(place, "?"), str(place)) for place in range(count)]
            continue
        for place, p in enumerate(parameters):
            real.append((function, p.name, "-1" if p.kind is p.KEYWORD_ONLY else str(place)))
    compare("parameters", table, real)


def named(name):
    """What a dotted name stands for; None if this torch has nothing there."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:end]))
        except ImportError:
            continue
        for part in parts[end:]:
            found = getattr(found, part, None)
        return found
    return None


def names(folder):
    text = open(os.path.join(folder, "PythonNames.def")).read()
    real = {}
    for macro, identifier, name in re.findall(r'^(AOTI_PYTHON_\w+)\((\w+), *"(.*)"\)$', text, re.M):
        found = named(name)
        if found is None:
            print(f"names: torch has no {name}")
        elif macro == "AOTI_PYTHON_NAME":
            real[identifier] = found
        elif found is not real[identifier]:
            print(f"names: {name} is not {identifier}")
    for table in ("../script/SymbolicCalls.def", "../../symint-meta/FakeCalls.def"):
        for name in re.findall(r'"(torch\.[\w.]+)"', open(os.path.join(folder, table)).read()):
            if named(name) is None:
                print(f"names: torch has no {name}")
    print(f"names: {len(real)} are there")


def imports():
    """When torch._inductor.config is imported: each in a process that has imported torch alone."""
    code = """
import os, sys, torch
for text in sys.argv[1:]:
    if not os.fork():
        exec(text)
        print(f"{text}: {'torch._inductor.config' in sys.modules}", flush=True)
        os._exit(0)
    os.wait()
"""
    texts = ("import torch, torch.export",
             "import torch._inductor",
             "import torch._dynamo",
             "import torch; torch._inductor.aoti_load_package",
             "import torch; torch.compile(torch.nn.Linear(2, 2))",
             "import torch; torch.export.export(torch.nn.Linear(2, 2), (torch.ones(2),))")
    print(subprocess.run([sys.executable, "-W", "ignore", "-c", code, *texts], capture_output=True, text=True).stdout)


folder = sys.argv[1]
flags(folder)
keys(folder)
logs(folder)
parameters(folder)
names(folder)
imports()
