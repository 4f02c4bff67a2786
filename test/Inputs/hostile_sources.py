#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes code that is nested deeper than any model's or program's.

  hostile_sources.py kernel KIND KERNELS.cpp OUT.cpp   in an index of emitted code
  hostile_sources.py wrapper KIND WRAPPER.cpp OUT.cpp  in a size of an emitted wrapper
  hostile_sources.py host KIND OUT.cpp                 in a program that loads a package
  hostile_sources.py script KIND OUT.py                in a script that loads one
"""
import re
import sys

DEPTH = 5000
HOST = """#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
int g(int);
void f(int a) {
  torch::inductor::AOTIModelPackageLoader L("m.pt2", "model", "cpu");
  %s
}
"""
SCRIPT = """import torch
torch._inductor.aoti_load_package("m.pt2", device="cuda")
%s
"""


def nested(kind, inner, call, long):
    return {
        "calls": f"{call}(" * DEPTH + inner + ")" * DEPTH,
        "parens": "(" * DEPTH + inner + ")" * DEPTH,
        "minus": " -" * DEPTH + inner,
        "not": " !" * DEPTH + inner,
        "sum": inner + f" + {inner}" * DEPTH,
        "terms": inner + f" + {inner}" * 600,
        "casts": f"static_cast<{long}>(" * DEPTH + inner + ")" * DEPTH,
        "choices": "".join(f"({inner} > {i} ? {i} : " for i in range(DEPTH)) + inner + ")" * DEPTH,
        "lists": "{" * DEPTH + inner + "}" * DEPTH,
        "bomb": inner,
        "macro": "M20 " + inner,
    }.get(kind)


def bomb():
    """More tokens than can ever be read, in no memory."""
    lines = ["#define A0 1"] + [f"#define A{i + 1} A{i} + A{i}" for i in range(60)]
    return "\n".join(lines) + "\n#if A60\n#endif\n"


def macro():
    """A million signs before a number, in a few lines."""
    lines = ["#define M0 -"] + [f"#define M{i + 1} M{i} M{i}" for i in range(20)]
    return "\n".join(lines) + "\n"


def statements(kind, inner):
    return {
        "loops": "for (int i = 0; i < 9; i += 1) " * DEPTH + inner,
        "blocks": "{" * DEPTH + inner + "}" * DEPTH,
        "ifs": "if (1) " * DEPTH + inner,
        "elses": "if (1) ; else " * DEPTH + inner,
        "lambdas": "[&] {" * DEPTH + inner + "}();" * DEPTH,
    }.get(kind)


def kernel(kind, text):
    if kind == "utf16":
        return text.encode("utf-16")
    if kind == "bomb":
        return bomb() + text
    if kind == "macro":
        text = macro() + text
    around = statements(kind, "auto tmp0 = ")
    if around:
        return text.replace("auto tmp0 = ", around, 1)
    found = re.search(r"static_cast<int64_t>\((\(-1L\) \+ ks0.*?)\)\]", text)
    deep = nested(kind, "x0", "std::abs", "int64_t")
    return text[: found.start(1)] + deep + text[found.end(1) :]


def wrapper(kind, text):
    if kind == "utf16":
        return text.encode("utf-16")
    found = re.search(r"int64_t (s\d+) = [^;]+;\n", text)
    size = nested(kind, found[1], "std::abs", "int64_t")
    return text[: found.end()] + f"    int64_t s9999 = {size};\n" + text[found.end() :]


def host(kind):
    if kind == "utf16":
        return (HOST % "").encode("utf-16")
    if kind == "bomb":
        return bomb() + HOST % ""
    around = statements(kind, "g(a);")
    return HOST % (around or f"a = {nested(kind, 'a', 'g', 'int')};")


def script(kind):
    if kind == "utf16":
        return (SCRIPT % "").encode("utf-16")
    deep = {
        "loops": "".join(" " * i + "for x in y:\n" for i in range(DEPTH)) + " " * DEPTH + "pass",
        "calls": "g(" * DEPTH + "a" + ")" * DEPTH,
        "parens": "(" * DEPTH + "a" + ")" * DEPTH,
        "minus": "-" * DEPTH + "a",
        "not": "not " * DEPTH + "a",
        "sum": "x = a" + " + a" * DEPTH,
        "choices": "x = " + "a if a else " * DEPTH + "a",
        "lists": "[" * DEPTH + "a" + "]" * DEPTH,
        "lambdas": "x = " + "lambda: " * DEPTH + "a",
        "attributes": "a" + ".b" * DEPTH,
        "elses": "if a:\n  pass\n" + "elif a:\n  pass\n" * DEPTH,
    }[kind]
    return SCRIPT % deep


what, kind, *paths = sys.argv[1:]
made = {"kernel": kernel, "wrapper": wrapper, "host": host, "script": script}[what](
    kind, *(open(path).read() for path in paths[:-1])
)
with open(paths[-1], "wb") as out:
    out.write(made if isinstance(made, bytes) else made.encode())
