# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""texts.py AOTI_TIDY TORCH... [--unknown] [--reasons FILE]: lists the messages that
installed torches (the folder 'torch' of each) can raise around AOTInductor, with the
cause that 'explain' finds for each, and which of these torches have it.

Read are the Python of the export, the compiler, the loaders and torch.library, the
headers of the runtime, and the strings of the libraries. Each message is held against
'explain' as a log: the frame of its file, the class and the text, with a number, a name, a class
and a list for each value. A message of --reasons is explained there, or is nothing
that a user meets. With --unknown, only what is neither known nor there; the last lines
are counts."""
import argparse
import ast
import collections
import concurrent.futures
import functools
import json
import mmap
import os
import pathlib
import re
import subprocess
import sys

# Where each message is, those first that users meet most.
AREAS = {
    "runtime": ["include/torch/csrc/inductor"],
    "loader": ["export/pt2_archive", "_inductor/package", "_export/serde", "_inductor/__init__.py", "_export/__init__.py"],
    "operators": ["library.py", "_library", "_subclasses", "_ops.py"],
    "export": ["export", "_export", "fx/experimental/symbolic_shapes.py", "_functorch/_aot_autograd", "_higher_order_ops",
               "_dynamo/eval_frame.py", "_dynamo/functional_export.py"],
    "compiler": ["_inductor"],
}
# Parts that a user of AOTInductor does not run, or only torch's developers.
ELSEWHERE = re.compile(r"/(fx_passes|fuzzer|kernel|runtime/benchmarking|autoheuristic|remote_cache|"
                       r"compile_worker|testing|_pickle|converter|draft|memory_planning|analyze_preserves|"
                       r"codegen/(mps|halide|cutedsl|pallas|rocm|cuda/cutlass)|cutlass|subgraph_rewriter|test_)|/wrapper_benchmark|/metrics\.py")
STRINGS = re.compile(rb"[ -~]{20,400}")
# What only AOTInductor's part of the libraries says.
OF_AOTI = re.compile(rb"AOTI|aoti|\bpt2\b|PT2|[iI]nductor|roxy ?[Ee]xecutor|constant buffer")
MACROS = re.compile(r'(?:AOTI_RUNTIME_CHECK|STD_TORCH_CHECK|AOTI_TORCH_CHECK|TORCH_CHECK|runtime_error|invalid_argument|'
                    r'out_of_range)\s*\(((?:[^;"]|"(?:[^"\\]|\\.)*")*)\)\s*;')
VALUE = "\0"
VALUES = ("3", "shop::twice", "<class 'int'>", "['x']")


def text_of(node):
    """The text of an expression, with VALUE for what is not written there; '' if all of it."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else VALUE
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return text_of(node.left) + text_of(node.right)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return re.sub(r"%[-0-9.]*[sdrfx]", VALUE, text_of(node.left))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "format":
        return re.sub(r"\{[^}]*\}", VALUE, text_of(node.func.value))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "lambda":
        return text_of(node.args[0])
    return VALUE


def class_of(call):
    return ast.unparse(call.func).split(".")[-1] if isinstance(call, ast.Call) else ""


def of_python(path):
    with open(path, encoding="utf-8", errors="replace") as source:
        tree = ast.parse(source.read())
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            texts = [text_of(a) for a in node.exc.args]
            yield class_of(node.exc), max(texts, key=len, default="")
        elif isinstance(node, ast.Assert) and node.msg is not None:
            yield "AssertionError", text_of(node.msg)
        elif isinstance(node, ast.Call) and class_of(node) in ("_check", "_check_value", "_check_not_implemented"):
            yield "RuntimeError", max((text_of(a.body if isinstance(a, ast.Lambda) else a) for a in node.args), key=len)


def of_header(path):
    with open(path, encoding="utf-8", errors="replace") as source:
        for arguments in MACROS.findall(source.read()):
            parts = re.findall(r'"((?:[^"\\]|\\.)*)"|([A-Za-z_][\w.:>()-]*)', arguments.split(",", 1)[-1])
            yield "RuntimeError", "".join(text.replace("\\n", "\n") if text else VALUE for text, _ in parts)


def of_library(path):
    with open(path, "rb") as library, mmap.mmap(library.fileno(), 0, access=mmap.ACCESS_READ) as data:
        for found in STRINGS.finditer(data):
            if not OF_AOTI.search(found.group()):
                continue
            text = found.group().decode()
            # A sentence, not a schema, a path or a mangled name.
            if text.count(" ") > 3 and "::" not in text and "->" not in text and not re.search(r"\w\(.*\)", text):
                yield "RuntimeError", text


def messages(torch):
    """(area, file, class, text) of each message."""
    seen = set()
    for area, places in AREAS.items():
        for place in places:
            base = torch / place
            for path in sorted(base.rglob("*")) if base.is_dir() else [base]:
                name = path.relative_to(torch).as_posix()
                if name in seen or ELSEWHERE.search("/" + name) or path.suffix not in (".py", ".h", ".cpp") or not path.exists():
                    continue
                seen.add(name)
                for kind, text in (of_python if path.suffix == ".py" else of_header)(path):
                    yield area, name, kind, text
    for path in sorted(torch.glob("lib/libtorch_cpu.*")) + sorted(torch.glob("lib/libtorch_python.*")):
        for kind, text in of_library(path):
            yield "library", path.name, kind, text


def is_telling(text):
    """A text that is all values, or a word, tells nothing: nobody could recognise it."""
    return len(re.findall(r"[A-Za-z]{2,}", text.replace(VALUE, " "))) >= 3


def first_cause(tool, lines):
    done = subprocess.run([tool, "explain", "--format=json"], input="\n".join(lines) + "\n", capture_output=True, text=True)
    causes = json.loads(done.stdout)["causes"]
    return causes[0]["id"] if causes else "unknown"


@functools.lru_cache(maxsize=None)
def cause_of_place(tool, frame, kind):
    return first_cause(tool, [*frame, f"{kind}: xyzzy"])


def cause_of(tool, message):
    _, name, kind, text = message
    frame = ("Traceback (most recent call last):", f'  File "/venv/torch/{name}", line 3, in call') if name.endswith(".py") else ()
    lines = [f"{kind}: {text.replace(VALUE, value)}" for value in VALUES]
    cause = first_cause(tool, [*frame, *lines])
    # By the place alone, it is not known.
    return first_cause(tool, lines) if frame and cause == cause_of_place(tool, frame, kind) else cause


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool")
    parser.add_argument("torch", nargs="+", type=pathlib.Path)
    parser.add_argument("--unknown", action="store_true")
    parser.add_argument("--reasons", type=pathlib.Path)
    options = parser.parse_args()
    versions = collections.defaultdict(list)
    for torch in options.torch:
        version = re.search(r"__version__ = '(\d+\.\d+)", (torch / "version.py").read_text()).group(1)
        for message in dict.fromkeys(messages(torch)):
            if is_telling(message[3]) and version not in versions[message]:
                versions[message].append(version)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        causes = dict(zip(versions, pool.map(lambda m: cause_of(options.tool, m), versions)))
    reasons = [line.split(" | ", 1) for line in options.reasons.read_text().splitlines() if " | " in line and not line.startswith("#")] if options.reasons else []
    order = list(AREAS) + ["library"]
    counts = collections.Counter()
    for message in sorted(versions, key=lambda m: (order.index(m[0]), -len(versions[m]), m)):
        area, name, kind, text = message
        shown = " ".join(text.replace(VALUE, "{}").split())
        found = causes[message]
        if found == "unknown" and any(re.search(pattern, f"{name}: {kind}: {shown}") for _, pattern in reasons):
            found = "reason"
        for version in versions[message]:
            counts[version, area, found if found in ("unknown", "reason") else "known"] += 1
        if found == "unknown" or not options.unknown:
            print(f"{area:9} {','.join(versions[message])} {found:22} {name}: {kind}: {shown[:200]}")
    for version in sorted({v for v, _, _ in counts}, key=lambda v: [int(n) for n in v.split(".")]):
        print(f"{version:5}", "; ".join(f"{area} " + ", ".join(f"{counts[version, area, f]} {f}" for f in ("known", "unknown", "reason")) for area in order))


if __name__ == "__main__":
    sys.exit(main())
