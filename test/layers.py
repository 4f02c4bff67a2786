#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""layers.py ROOT: reads every include of checks/ and driver/ and fails on one that

- climbs: a folder of checks/lib includes only folders above it in LAYERS, one of
  driver/ only folders above it in DRIVER;
- closes a circle of files, a header and its source being one;
- reaches into a check: what a second check includes does not live in a check's
  folder. The files that lie in checks/ itself list all checks and include them;
- leaves checks/ for driver/;
- defines a class whose name another file has in the same namespace: the linker takes
  either's destructor for both;
- brings Clang's AST into a file that its CMakeLists.txt does not name behind
  CLANG, directly or through another header, or into a folder of CLANG_FREE at all.

A source of a folder that no CMakeLists.txt compiles is a failure, too, and so is a name
behind CLANG that no source has, and so is the id of a check in
the driver's code: what is special about a check is said by the check."""
import fnmatch
import functools
import os
import re
import sys

LAYERS = ["finding", "torch", "prove", "python", "tensor", "package", "emitted", "cxx", "hosts", "script",
          "kernels", "kernels/triton", "kernels/cxx", "safety", "ops", "ops/cxx", "log"]
# '' is main.cpp.
DRIVER = ["base", "documents", "cache", "report", "cxx", "python", "package", "commands", "commands/trace",
          "commands/explain", "commands/package", "commands/check", "commands/rule", "commands/server", ""]
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


def text_of(file):
    with open(os.path.join(root, file), encoding="utf-8") as f:
        return f.read()


@functools.lru_cache(None)
def includes(file):
    """(line number, name) of each include."""
    found = ((n, re.match(r'\s*#\s*include\s+["<]([^">]+)[">]', line))
             for n, line in enumerate(text_of(file).splitlines(), 1))
    return [(n, m.group(1)) for n, m in found if m]


@functools.lru_cache(None)
def clang_of(file):
    """The way to the first header of Clang's AST that a file brings in, or nothing."""
    ways, seen = [[file]], {file}
    while ways:
        way = ways.pop(0)
        for _, name in includes(way[-1]):
            if re.match(r"clang(-tidy)?/", name) and not LIGHT.match(name):
                return [*way[1:], name]
            if name not in seen and os.path.exists(os.path.join(root, name)):
                seen.add(name)
                ways.append([*way, name])
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
        if kind != "driver":
            return "checks/ does not know the driver"
        return f"driver/{folder} is a layer below driver/{to}" if climbs(DRIVER, folder, to) else ""
    if to_kind == "lib":
        return f"lib/{folder} is a layer below lib/{to}" if kind == "lib" and climbs(LAYERS, folder, to) else ""
    if to_kind == "check":
        if kind == "registry" or (kind == "check" and folder == to):
            return ""
        return f"what others include does not live in the folder of a check ({to})"
    if kind == "lib":
        return "lib/ does not know the checks"
    return ""


def climbs(layers, folder, to):
    return to in layers and layers.index(to) > layers.index(folder)


@functools.lru_cache(None)
def clang_globs(folder):
    """The CMakeLists.txt that compiles a folder, with each of what it names behind CLANG; None if
    there is none."""
    is_check = re.fullmatch(r"checks/(?!lib$|common$)[^/]+", folder)
    if is_check and not any(f.endswith("Rule.cpp") for f in os.listdir(os.path.join(root, folder))):
        return None
    file = ("checks" if is_check else folder) + "/CMakeLists.txt"
    if not os.path.exists(os.path.join(root, file)):
        return None
    call = re.search(r"^ *aoti_objects\([^)]*\)", text_of(file), re.M)
    return call and [(file, glob) for glob in call[0].partition("CLANG")[2].rstrip(")").split()]


def circles(edges):
    """The sets of units that reach each other (Tarjan)."""
    number, lowest, stack, found = {}, {}, [], []

    def visit(unit):
        number[unit] = lowest[unit] = len(number)
        stack.append(unit)
        for other in sorted(edges.get(unit, ())):
            if other not in number:
                visit(other)
            if other in stack:
                lowest[unit] = min(lowest[unit], lowest[other])
        if lowest[unit] == number[unit]:
            at = stack.index(unit)
            if len(stack) - at > 1:
                found.append(set(stack[at:]))
            del stack[at:]

    for unit in sorted(edges):
        if unit not in number:
            visit(unit)
    return found


check_ids = re.findall(r'^AOTI_CHECK\("([^"]+)"', text_of("checks/Checks.def"), re.M)
literal = re.compile(r'(?<!\\)"(%s)\b(?!-)' % "|".join(check_ids))



def classes(file):
    """The classes of a file that other files could have, by namespace and name."""
    spaces = []
    for line in text_of(file).splitlines():
        if m := re.match(r"namespace ([\w:]*) ?\{", line):
            spaces.append(m.group(1))
        elif line.startswith("} // namespace") and spaces:
            spaces.pop()
        elif (m := re.match(r"(?:struct|class) (\w+)(?: final)?(?: : .*)? \{", line)) and "" not in spaces:
            yield "::".join([*spaces, m.group(1)])


count, edges, defined = 0, {}, {}
named, used = set(), set()
for file in [*sources("checks"), *sources("driver")]:
    kind, folder = place(file)
    for what, layers in (("lib", LAYERS), ("driver", DRIVER)):
        if kind == what and folder not in layers:
            problems.append(f"{file}: {what}/{folder} is none of the layers")
            break
    else:
        unit = os.path.splitext(file)[0]
        for line, name in includes(file):
            if name.startswith(("checks/", "driver/")):
                count += 1
                if (other := os.path.splitext(name)[0]) != unit:
                    edges.setdefault(unit, set()).add(other)
                if reason := why_not(file, name):
                    problems.append(f"{file}:{line}: includes {name}: {reason}")
        for name in classes(file):
            if (first := defined.setdefault(name, file)) != file:
                problems.append(f"{file}: {name} is a class of {first}, too")
        way = clang_of(file)
        if way and kind == "lib" and folder in CLANG_FREE:
            problems.append(f"{file}: lib/{folder} is free of Clang, and this brings it: {' -> '.join(way)}")
        if kind == "driver":
            for line, text in enumerate(text_of(file).splitlines(), 1):
                if (m := literal.search(text)) and not text.lstrip().startswith("//"):
                    problems.append(f"{file}:{line}: the driver knows no check: '{m.group(1)}'")
        if file.endswith(".cpp") and (kind not in ("registry", "driver") or (kind == "driver" and folder)):
            globs = clang_globs(os.path.dirname(file))
            of_clang = [g for g in globs or () if fnmatch.fnmatchcase(os.path.basename(file), g[1])]
            named.update(globs or ())
            used.update(of_clang)
            if globs is None:
                problems.append(f"{file}: no CMakeLists.txt compiles it")
            elif way and not of_clang:
                problems.append(f"{file}: brings Clang's AST ({' -> '.join(way)}), so it belongs behind CLANG")
problems += [f"{file}: no source is called {glob}" for file, glob in sorted(named - used)]
sys.setrecursionlimit(10000)
problems += [f"a circle of includes: {', '.join(sorted(c))}" for c in circles(edges)]

print(f"{count} includes read")
sys.exit("\n".join(problems) if problems or not count else 0)
