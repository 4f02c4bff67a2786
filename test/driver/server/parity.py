#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""parity.py AOTI_TIDY TORCH FILE...: holds what the server shows of files against what the
command line finds in them, and then what it shows after edits that change nothing in the
end. With --fuzz=N, N random edits are made in each file, and what is shown in the end is
held against a run over that text. With --cache=FOLDER, the server may keep headers there.
With --cells, Python is shown as a notebook, whose
cells are edited, inserted, deleted and moved."""
import argparse
import bisect
import json
import pathlib
import random
import subprocess
import sys

from editor import Cells, Editor

parser = argparse.ArgumentParser()
parser.add_argument("--fuzz", type=int, default=0)
parser.add_argument("--cells", action="store_true")
parser.add_argument("--cache")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("program")
parser.add_argument("torch")
parser.add_argument("files", nargs="+")
args = parser.parse_args()

OPTIONS = [f"--torch-include={args.torch}", "--torch-version=2.13", "--checks=aoti-*", "--no-search"]


def by_command(path, text=None):
    given = ["-", f"--stdin-filename={path}"] if text is not None else [str(path)]
    run = subprocess.run([args.program, *OPTIONS, "--format=json", "--quiet", "--no-cache", *given],
                         input=text.encode() if text is not None else b"", capture_output=True)
    report = json.loads(run.stdout)
    here = [f for f in report["findings"] if pathlib.Path(path).name == pathlib.Path(f["file"]).name]
    return sorted((f["line"], f["column"], f["endLine"], f["endColumn"], f["check"]) for f in here), bool(report["errors"])


def by_server(diagnostics):
    found = sorted((d["range"]["start"]["line"] + 1, d["range"]["start"]["character"] + 1, d["range"]["end"]["line"] + 1,
                    d["range"]["end"]["character"] + 1, d["code"]) for d in diagnostics if d["code"] != "incomplete")
    return found, any(d["code"] == "incomplete" for d in diagnostics)


def start():
    capabilities = {"general": {"positionEncodings": ["utf-8"]}}
    if args.cells:  # a client that asks is answered when all is known
        capabilities["textDocument"] = {"diagnostic": {}}
    cache = f"--cache-dir={args.cache}" if args.cache else "--no-cache"
    return Editor(args.program, *OPTIONS, cache, capabilities=capabilities)


def random_edit(text, rng):
    lines = text.split("\n")
    line = rng.randrange(len(lines))
    kind = rng.randrange(5)
    begin = rng.randrange(len(lines[line].encode()) + 1) if lines[line].isascii() else 0
    if kind == 0:  # types
        return (line, begin, line, begin, rng.choice("ax1(){}[];:,.\"'#\n "))
    if kind == 1:  # deletes a bit
        return (line, begin, line, min(begin + rng.randrange(6), len(lines[line].encode())), "")
    if kind == 2:  # deletes lines
        return (line, 0, min(line + rng.randrange(4), len(lines) - 1), 0, "")
    if kind == 3:  # pastes some
        at = rng.randrange(len(lines))
        return (line, 0, line, 0, "\n".join(lines[at:at + rng.randrange(8)]) + "\n")
    return (line, 0, line, 0, rng.choice(["\u266b \U0001d11e\n", "\r", "\r\n", "\t"]))


def begins_of(data):
    """Where lines begin."""
    return [0] + [i + 1 for i, byte in enumerate(data)
                  if byte == 10 or (byte == 13 and data[i + 1:i + 2] != b"\n")]


def made(text, edit):
    """As an editor has it, in bytes; lines end as the protocol says."""
    data = text.encode()
    begins = begins_of(data)

    def offset(line, column):
        if line >= len(begins):
            return len(data)
        end = begins[line + 1] if line + 1 < len(begins) else len(data)
        if line + 1 < len(begins):
            end = begins[line] + len(data[begins[line]:end].rstrip(b"\r\n"))
        return min(begins[line] + column, end)

    begin, end = offset(edit[0], edit[1]), offset(edit[2], edit[3])
    return (data[:begin] + edit[4].encode() + data[max(begin, end):]).decode()


def position(data, offset):
    """Of a byte, as the protocol counts lines and columns, both from 1."""
    line = bisect.bisect(begins_of(data), offset)
    return line, offset - begins_of(data)[line - 1] + 1


def cells_by_command(notebook):
    """The findings of a run over the notebook, in each cell."""
    lines, places, last = ['{"cells": ['], {}, len(notebook.names) - 1
    for i, name in enumerate(notebook.names):
        kind = "raw" if name.startswith("text") else "code"
        lines.append(f'{{"cell_type": "{kind}", "metadata": {{}}, "outputs": [], "source": [')
        begin, parts = 0, notebook.texts[name].split("\n")
        for j, part in enumerate(parts):
            source = part + ("\n" if j + 1 < len(parts) else "")
            lines.append(json.dumps(source, ensure_ascii=False) + ("," if j + 1 < len(parts) else ""))
            places[len(lines)] = (name, begin)
            begin += len(source.encode())
        lines.append("]}" + ("," if i < last else ""))
    lines.append('], "metadata": {}, "nbformat": 4}')

    def in_cell(line, column):
        name, begin = places[line]
        inside = json.loads(lines[line - 1].encode()[:column - 1].decode() + '"') if column > 1 else ""
        return name, position(notebook.texts[name].encode(), begin + len(inside.encode()))

    found, has_errors = by_command(notebook.path, "\n".join(lines) + "\n")
    result = []
    for line, column, end_line, end_column, check in found:
        name, begin = in_cell(line, column)
        result.append((name, *begin, *in_cell(end_line, end_column)[1], check))
    return sorted(result), has_errors


def cells_by_server(notebook):
    found, has_errors = [], False
    for name in notebook.names:
        report = editor.request("textDocument/diagnostic", {"textDocument": {"uri": notebook.cell(name)}})
        here, broken = by_server(report["items"])
        found += [(name, *f) for f in here]
        has_errors |= broken
    return sorted(found), has_errors


def edit_cells(notebook, pieces, rng):
    """One random edit, or none where there is nothing to edit."""
    kind, count = rng.randrange(10), len(notebook.names)
    if kind == 0 or not count:
        name = f"{rng.choice(['code', 'code', 'text'])}{len(notebook.versions)}"
        notebook.structure(rng.randrange(count + 1), 0, new=[(name, rng.choice(pieces))])
    elif kind == 1:
        notebook.structure(rng.randrange(count), 1)
    elif kind == 2:
        begin, end = sorted(rng.sample(range(count + 1), 2))
        moved = notebook.names[begin:end]
        rng.shuffle(moved)
        notebook.structure(begin, end - begin, moved=moved)
    else:
        name = rng.choice(notebook.names)
        edit = random_edit(notebook.texts[name], rng)
        try:
            text = made(notebook.texts[name], edit)
        except UnicodeDecodeError:
            return 0
        notebook.change(name, edit)
        notebook.texts[name] = text
    return 1


def compare_cells(file, text):
    """What is different in the end."""
    rng = random.Random(f"{args.seed} {file}")
    pieces = [piece + "\n" for piece in text.split("\n\n")]
    notebook = Cells(editor, pathlib.Path(file).with_suffix(".ipynb"),
                     *((f"code{i}", piece) for i, piece in enumerate(pieces)))
    made_edits = 0
    for _ in range(args.fuzz):
        made_edits += edit_cells(notebook, pieces, rng)
        if rng.randrange(20) == 0:
            cells_by_server(notebook)
    shown, wanted = cells_by_server(notebook), cells_by_command(notebook)
    notebook.close()
    return made_edits, [] if shown == wanted else [(file, "cells", shown, wanted)]


editor, compared, different, edits = start(), 0, [], 0
for file in args.files:
    try:
        text = pathlib.Path(file).read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        continue
    if args.cells:
        made_edits, unlike = compare_cells(file, text)
        compared, edits, different = compared + 1, edits + made_edits, different + unlike
        continue
    name = editor.open(file)
    shown, wanted = by_server(editor.diagnostics(name)), by_command(file)
    compared += 1
    if shown != wanted:
        different.append((file, "opened", shown, wanted))
    if args.fuzz:
        rng = random.Random(f"{args.seed} {file}")
        for _ in range(args.fuzz):
            # What splits a character is no edit of an editor's.
            edit = random_edit(text, rng)
            try:
                text = made(text, edit)
            except UnicodeDecodeError:
                continue
            editor.change(name, edit)
            edits += 1
            if rng.randrange(20) == 0:
                editor.diagnostics(name)
        shown, wanted = by_server(editor.diagnostics(name)), by_command(file, text)
        if shown != wanted:
            different.append((file, "edited", shown, wanted))
    editor.close(name)
if editor.end() != 0:
    sys.exit("the server ended otherwise than it should")
for file, when, shown, wanted in different:
    print(f"{file}, {when}:\n  server  {shown}\n  command {wanted}")
print(f"{compared} files compared, {edits} edits, {len(different)} different")
sys.exit(1 if different else 0)
