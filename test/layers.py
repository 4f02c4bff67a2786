#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""layers.py ROOT: reads every include of checks/ and driver/ and fails on one that

- climbs: a folder of checks/lib includes only folders above it in LAYERS;
- reaches into a check: what a second check includes does not live in a check's
  folder. The files that lie in checks/ itself list all checks and include them;
- leaves checks/ for driver/;
- brings Clang's AST into a file that its CMakeLists.txt does not list under
  CLANG_SOURCES, directly or through another header, or into a folder of
  CLANG_FREE at all.

A source that no CMakeLists.txt lists is a failure, too."""
import functools
import os
import re
import sys

LAYERS = ["finding", "torch", "prove", "python", "tensor", "package", "emitted", "cxx", "hosts", "script",
          "kernels", "kernels/triton", "kernels/cxx", "safety", "ops", "ops/cxx", "log"]
CLANG_FREE = ["finding", "torch", "prove", "python", "tensor", "package", "emitted", "script", "kernels",
              "kernels/triton", "safety", "ops", "log"]
# Clang's, but without its AST: the lexer, tables, and what is small.
LIGHT = re.compile(r"clang/(Lex/(Lexer|Token)|Basic/(LangOptions|Version|Stack)|Driver/Types|Format/Format|"
                   r"Tooling/(Core/Replacement|DiagnosticsYaml))\.h$|clang-tidy/GlobList\.h$")

root = sys.argv[1]
problems = []


def sources(top):
    for folder, _, files in os.walk(os.path.join(root, top)):
        for file in sorted(files):
            if file.endswith((".cpp", ".h", ".def", ".inc")):
                yield os.path.relpath(os.path.join(folder, file), root)


@functools.lru_cache(None)
def includes(file):
    """(line number, name) of each include."""
    with open(os.path.join(root, file), encoding="utf-8") as f:
        found = ((n, re.match(r'\s*#\s*include\s+["<]([^">]+)[">]', line)) for n, line in enumerate(f, 1))
        return [(n, m.group(1)) for n, m in found if m]


@functools.lru_cache(None)
def clang_of(file):
    """The way to the first header of Clang's AST that a file brings in, or nothing."""
    for _, name in includes(file):
        if re.match(r"clang(-tidy)?/", name) and not LIGHT.match(name):
            return [name]
    for _, name in includes(file):
        if os.path.exists(os.path.join(root, name)) and (way := clang_of(name)):
            return [name, *way]
    return None


def place(file):
    """('lib', 'ops/cxx'), ('check', 'raw-runner'), ('common', ''), ('registry', ''), ('driver', 'cxx')"""
    parts = os.path.dirname(file).split("/")
    if parts[0] == "driver":
        return "driver", "/".join(parts[1:])
    if len(parts) == 1:
        return "registry", ""
    if parts[1] == "lib":
        return "lib", "/".join(parts[2:])
    return ("common", "") if parts[1] == "common" else ("check", parts[1])


def why_not(file, name):
    """What is wrong with an include; empty if nothing."""
    (kind, folder), (to_kind, to) = place(file), place(name)
    if to_kind == "driver":
        return "" if kind == "driver" else "checks/ does not know the driver"
    if to_kind == "lib":
        if kind == "lib" and LAYERS.index(to) > LAYERS.index(folder):
            return f"lib/{folder} is a layer below lib/{to}"
        return ""
    if to_kind == "check":
        if kind == "registry" or (kind == "check" and folder == to):
            return ""
        return f"what others include does not live in the folder of a check ({to})"
    if kind == "lib":
        return "lib/ does not know the checks"
    return ""


def lists(folder):
    """The files of SOURCES and of CLANG_SOURCES in a folder's CMakeLists.txt."""
    kind, result = None, {"SOURCES": set(), "CLANG_SOURCES": set()}
    with open(os.path.join(root, folder, "CMakeLists.txt"), encoding="utf-8") as f:
        for word in re.findall(r"[^\s()]+", re.sub(r"#.*", "", f.read())):
            kind = word if word in result else kind
            if kind:
                result[kind].add(word)
    return result


count = 0
for file in [*sources("checks"), *sources("driver")]:
    kind, folder = place(file)
    if kind == "lib" and folder not in LAYERS:
        problems.append(f"{file}: lib/{folder} is none of the layers")
        continue
    for line, name in includes(file):
        if name.startswith(("checks/", "driver/")):
            count += 1
            if reason := why_not(file, name):
                problems.append(f"{file}:{line}: includes {name}: {reason}")
    way = clang_of(file)
    if way and kind == "lib" and folder in CLANG_FREE:
        problems.append(f"{file}: lib/{folder} is free of Clang, and this brings it: {' -> '.join(way)}")
    if file.endswith(".cpp") and (kind not in ("registry", "driver") or (kind == "driver" and folder)):
        listed = lists(os.path.dirname(file))
        base = os.path.basename(file)
        if base not in listed["SOURCES"] | listed["CLANG_SOURCES"]:
            problems.append(f"{file}: its CMakeLists.txt does not list it")
        elif way and base not in listed["CLANG_SOURCES"]:
            problems.append(f"{file}: brings Clang's AST ({' -> '.join(way)}), so it belongs to CLANG_SOURCES")

print(f"{count} includes read")
sys.exit("\n".join(problems) if problems or not count else 0)
