#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the chains of a trace's JSON, following its references."""
import json
import sys

report = json.load(open(sys.argv[1]))


def origin(names, index):
    name = names[index]
    if name["kind"] == "input-size":
        return f"input {name['input']}, dimension {name['dim']}"
    if name["kind"] in ("item", "loaded"):
        of = name["tensor"]
        verb = "item of" if name["kind"] == "item" else "loaded from"
        return f"{verb} input {of['input']}"
    return " and ".join(f"{names[i]['name']} = {origin(names, i)}" for i in name["from"])


for model in report["models"]:
    for call in model["calls"]:
        for access in call["accesses"]:
            if not access["dynamic"]:
                continue
            parameter = call["parameters"][access["parameter"]]
            text = f"{call['kernel']}:{access['line']} {access['verdict']} {parameter['name']}[{access['index']}]"
            text += f" of input {parameter['tensor']['input']}; "
            text += ", ".join(
                f"{call['names'][i]['name']} = {origin(call['names'], i)}"
                for i in access["names"]
                if call["names"][i]["kind"] in ("argument", "loaded")
            )
            for i in access["asserts"]:
                text += f"; after \"{call['asserts'][i]['message']}\""
            for w in access["witnesses"]:
                text += f"; witness {w['shapes']}: {w['first']} + {w['count']} of {w['elements']}"
            print(text + ("" if access["asked"] else " (not asked for)"))
        for a in call["asserts"]:
            print(f"{call['kernel']}:{a['line']} asserts {a['condition']}: {a['canFail']}")
