#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds the accesses that a trace counts against those in the text of the kernels.

    access_places.py AOTI-TIDY WRAPPER...

Reads the kernels beside each wrapper with a lexer of its own: which names are
pointers to tensors, where they are subscripted, dereferenced or given to a
function. Prints each place that the trace counts neither as an access nor as not
followed, each access of the trace that is not there, and how many there are.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|#[^\n]*|[A-Za-z_]\w*|\d[\w.]*|::|->|<<|>>|[-+*/%&|^=!<>]=|&&|\|\||\+\+|--|\S', re.S)
OPEN, CLOSE = "([{", ")]}"
# What has parentheses behind it and is no call.
KEYWORDS = {"if", "for", "while", "switch", "return", "sizeof", "decltype", "AOTI_TORCH_CHECK", "C10_LIKELY", "C10_UNLIKELY"}
CASTS = {"static_cast", "reinterpret_cast", "const_cast"}


def tokens_of(text):
    """Each token with its line and column, without comments and directives."""
    starts = [0] + [m.end() for m in re.finditer("\n", text)]
    line = 0
    for match in TOKEN.finditer(text):
        while line + 1 < len(starts) and starts[line + 1] <= match.start():
            line += 1
        if match[0][:2] not in ("//", "/*") and match[0][0] != "#":
            yield match[0], (line + 1, match.start() - starts[line] + 1)


def closing(tokens, at):
    """Where the bracket at a place is closed."""
    depth = 0
    for i in range(at, len(tokens)):
        depth += tokens[i][0] in OPEN
        depth -= tokens[i][0] in CLOSE
        if depth == 0:
            return i
    sys.exit("a bracket is not closed")


def parts(tokens):
    """Split at the commas that are outside of brackets."""
    result, depth = [[]], 0
    for token in tokens:
        depth += token[0] in OPEN
        depth -= token[0] in CLOSE
        if token[0] == "," and depth == 0:
            result.append([])
        else:
            result[-1].append(token)
    return [part for part in result if part]


def kernels(tokens):
    """The name, the parameters and the body of each function with the linkage of C."""
    for i, (text, _) in enumerate(tokens):
        if text != "extern" or tokens[i + 1][0] != '"C"':
            continue
        begin = next(k for k in range(i, len(tokens)) if tokens[k][0] == "(")
        end = closing(tokens, begin)
        if tokens[begin - 1][0].startswith("cpp_") and tokens[end + 1][0] == "{":
            yield tokens[begin - 1][0], tokens[begin + 1:end], tokens[end + 2:closing(tokens, end + 1)]


def leads_to(expression, pointers):
    """Whether it is the address of something in a tensor: a pointer, outside of
    brackets other than those of casts."""
    is_address = expression[0][0] == "&"
    expression = [token for token in expression if token[0] != "&"]
    while expression and expression[0][0] in ("(", *CASTS):
        begin = next(i for i, t in enumerate(expression) if t[0] == "(")
        end = closing(expression, begin)
        inside = expression[begin + 1:end]
        # (const float*)(in_ptr0)
        expression = expression[end + 1:] if inside[-1][0] == "*" else inside + expression[end + 1:]
    depth = 0
    for i, (text, _) in enumerate(expression):
        depth += text in OPEN
        depth -= text in CLOSE
        if depth == 0 and text in pointers and (i + 1 == len(expression) or expression[i + 1][0] not in ("[", ".", "->") or is_address):
            return i == 0 or expression[i - 1][0] in "+"
    return False


def access_places(parameters, body):
    pointers = {part[-1][0] for part in parts(parameters) if any(t[0] == "*" for t in part)}
    places = set()
    for i, (text, place) in enumerate(body):
        before, after = body[i - 1][0] if i else ";", body[i + 1][0] if i + 1 < len(body) else ";"
        # auto out_ptr0 = in_out_ptr0;
        if after == "=" and re.match(r"\w", text) and (before == "*" or re.match(r"[A-Za-z_]", before)):
            end = next(k for k in range(i, len(body)) if body[k][0] == ";")
            if leads_to(body[i + 2:end], pointers):
                pointers.add(text)
        # &(X[k_start]) reads nothing itself.
        if text in pointers and after == "[" and "&" not in (before, body[i - 2][0]):
            places.add(place)
        if text == "*" and not re.match(r"[\w)\]>]", before) and leads_to(statement_of(body, i + 1), pointers):
            places.add(body[i + 1][1])
        if after == "(" and re.match(r"\w|>", text) and text not in KEYWORDS | CASTS and not is_cast(body, i):
            for argument in parts(body[i + 2:closing(body, i + 1)]):
                if leads_to(argument, pointers):
                    places.add(argument[0][1])
    return places


def triton_places(lines, names):
    """In the Triton kernels in a wrapper's comments, the first argument of each
    function that reads or writes."""
    name = None
    for number, line in enumerate(lines, 1):
        launcher = re.match(r".*void call_(\w+)\(", line)
        name = launcher[1] if launcher else name
        if name in names:
            for function in re.finditer(r"\btl\.(load|store|atomic_\w+)\(", line):
                yield number, function.end() + 1


def is_cast(body, at):
    """Whether '>' ends the type of a cast."""
    if body[at][0] != ">":
        return False
    depth = 0
    for i in range(at, 0, -1):
        depth += body[i][0] == ">"
        depth -= body[i][0] == "<"
        if depth == 0:
            return body[i - 1][0] in CASTS
    return False


def statement_of(body, at):
    """The operand that begins there."""
    if body[at][0] == "(":
        return body[at:closing(body, at) + 1]
    return body[at:at + 1]


def trace_of(tool, wrapper, kernel):
    with tempfile.TemporaryDirectory() as folder:
        for name, source in (("c1.wrapper.cpp", wrapper), ("c2.kernel.cpp", kernel)):
            if source.exists():
                shutil.copy(source, pathlib.Path(folder, name))
        ran = subprocess.run([tool, "trace", "--format=json", pathlib.Path(folder, "c1.wrapper.cpp")],
                             capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"{wrapper}: exit {ran.returncode}: {ran.stderr}")
    return [call for model in json.loads(ran.stdout)["models"] for call in model["calls"]]


def main():
    tool, wrappers = sys.argv[1], [pathlib.Path(w) for w in sys.argv[2:]]
    total = wrong = 0
    for wrapper in wrappers:
        kernel = wrapper.with_name(wrapper.name.replace("wrapper.cpp", "kernel.cpp"))
        texts = [source.read_text() for source in (wrapper, kernel) if source.exists()]
        lines = [text.splitlines() for text in texts]

        def name_at(file, line, column):
            """Behind '&(': which of them is named does not matter."""
            return file, line, column + re.match(r"[&(* ]*", lines[file][line - 1][column - 1:]).end()

        calls = trace_of(tool, wrapper, kernel)
        followed, others = ({name_at(a["file"], a["line"], a["column"]) for call in calls for a in call[kind]}
                            for kind in ("accesses", "notFollowed"))
        names = {call["kernel"] for call in calls}
        read = {name_at(0, *place) for place in triton_places(lines[0], names)}
        for name, parameters, body in kernels(list(tokens_of(texts[-1]))):
            if name in names:
                read |= {name_at(len(texts) - 1, *place) for place in access_places(parameters, body)}
        total += len(read)
        # What may be an access is not followed, too.
        for file, line, column in sorted((read - followed - others) | (followed - read)):
            wrong += 1
            print(f"{wrapper}: {'not counted' if (file, line, column) in read else 'not in the text'}: "
                  f"{line}:{column}: {lines[file][line - 1].strip()[:90]}")
    print(f"{total} accesses in the text of {len(wrappers)} models, {wrong} differ")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
