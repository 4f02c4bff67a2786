#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""parity.py AOTI_TIDY TORCH FILE...: holds what the server shows of files against what the
command line finds in them, and then what it shows after edits that change nothing in the
end. With --fuzz=N, N random edits are made in each file, and what is shown in the end is
held against a run over that text."""
import argparse
import json
import pathlib
import random
import subprocess
import sys

from editor import Editor, uri

parser = argparse.ArgumentParser()
parser.add_argument("--fuzz", type=int, default=0)
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
    return Editor(args.program, *OPTIONS, "--no-cache", capabilities={"general": {"positionEncodings": ["utf-8"]}})


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


def made(text, edit):
    """As an editor has it, in bytes; lines end as the protocol says."""
    data = text.encode()
    begins = [0]
    for i, byte in enumerate(data):
        if byte == 10 or (byte == 13 and data[i + 1:i + 2] != b"\n"):
            begins.append(i + 1)

    def offset(line, column):
        if line >= len(begins):
            return len(data)
        end = begins[line + 1] if line + 1 < len(begins) else len(data)
        if line + 1 < len(begins):
            end = begins[line] + len(data[begins[line]:end].rstrip(b"\r\n"))
        return min(begins[line] + column, end)

    begin, end = offset(edit[0], edit[1]), offset(edit[2], edit[3])
    return (data[:begin] + edit[4].encode() + data[max(begin, end):]).decode()


editor, compared, different, edits = start(), 0, [], 0
for file in args.files:
    try:
        text = pathlib.Path(file).read_bytes().decode("utf-8")
    except UnicodeDecodeError:
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
