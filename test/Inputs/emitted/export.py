#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes an exported program as torch does, without its operators.

    export.py [--layout 2.7|2.13] [--into PACKAGE] [--model NAME] OUT INPUT...

INPUT is NAME#, a dynamic int, or NAME[SIZE,...], SIZE being a number, SYMBOL:LOWER..[UPPER], or '?' for one that
is computed from a symbol. 2.7: serialized_exported_program.json, and names for symbols.
2.13: models/<name>.json, and sympy's constructors. --into: as package_pt2 does, beside
the models of PACKAGE.
"""
import argparse
import json
import pathlib
import re
import shutil
import zipfile

p = argparse.ArgumentParser()
p.add_argument("--layout", default="2.13", choices=["2.7", "2.13"])
p.add_argument("--into", type=pathlib.Path)
p.add_argument("--model", default="model")
p.add_argument("out", type=pathlib.Path)
p.add_argument("inputs", nargs="*")
args = p.parse_args()

ranges, tensors, specs = {}, {}, [{"parameter": {"arg": {"name": "p_weight"}, "parameter_name": "weight"}}]


def size(text):
    if text == "?":
        return {"as_expr": {"expr_str": "Mul(Integer(2), Symbol('s0', positive=True, integer=True))", "hint": None}}
    symbol, _, bounds = text.rpartition(":")
    if not symbol:
        return {"as_int": int(text)}
    lower, _, upper = bounds.partition("..")
    unbounded = None if args.layout == "2.13" else 2**63 - 2
    ranges[symbol] = {"min_val": int(lower), "max_val": int(upper) if upper else unbounded}
    if args.layout == "2.13":
        symbol = f"Symbol('{symbol}', positive=True, integer=True)"
    return {"as_expr": {"expr_str": symbol, "hint": {"as_int": 4}}}


for spec in args.inputs:
    if spec.endswith("#"):
        specs.append({"user_input": {"arg": {"as_sym_int": {"as_name": spec[:-1]}}}})
        continue
    name, sizes = re.fullmatch(r"(\w+)\[(.*)\]", spec).groups()
    tensors[name] = {"dtype": 7, "sizes": [size(s) for s in filter(None, sizes.split(","))]}
    specs.append({"user_input": {"arg": {"as_tensor": {"name": name}}}})

program = {
    "graph_module": {"graph": {"inputs": [], "tensor_values": tensors}, "signature": {"input_specs": specs}},
    "range_constraints": ranges,
    "schema_version": {"major": 8, "minor": 20},
}
if args.into:
    shutil.copy(args.into, args.out)
root = (args.into or args.out).stem
path = "serialized_exported_program.json" if args.layout == "2.7" else f"{root}/models/{args.model}.json"
with zipfile.ZipFile(args.out, "a" if args.into else "w") as archive:
    archive.writestr(path, json.dumps(program))
    if not args.into:
        archive.writestr(f"{root}/archive_format", "pt2")
