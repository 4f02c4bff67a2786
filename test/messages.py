#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""messages.py ROOT: lists the message texts that stand in two files of checks/
and driver/, and fails if there are any: a sentence is written once, in the rule
of its check, or where all that say it can include it.

A text is what adjacent string literals say together, cut at placeholders
('{}', '%0'); pieces of fewer than MIN_WORDS words are no sentence."""
import os
import re
import sys

MIN_WORDS = 5
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:[^"\\\n]|\\.)*")', re.S)


def pieces(text):
    text = COMMENT.sub(lambda m: m.group(1) or "", text)
    text = re.sub(r"^\s*#.*$", "", text, flags=re.M)
    text = re.sub(r"llvm_unreachable\([^;]*;", "", text)
    # Adjacent literals are one.
    text = re.sub(r'"\s+"', "", text)
    for literal in LITERAL.findall(text):
        for piece in re.split(r"\{[^}]*\}|%\d|%select\{[^}]*\}\d|\\n|;", literal):
            words = [w for w in piece.split() if re.search(r"[A-Za-z]{2,}", w)]
            # What is looked for in emitted code has its names behind a '$'.
            if len(words) >= MIN_WORDS and "$" not in piece:
                yield " ".join(piece.split()).strip(" ,.:'\\\"")


def main():
    root = sys.argv[1]
    seen = {}
    for top in ("checks", "driver"):
        for folder, _, files in os.walk(os.path.join(root, top)):
            for file in files:
                if file.endswith((".cpp", ".h")):
                    path = os.path.join(folder, file)
                    with open(path, encoding="utf-8") as f:
                        for piece in pieces(f.read()):
                            seen.setdefault(piece, set()).add(os.path.relpath(path, root))
    twice = {text: files for text, files in seen.items() if len(files) > 1}
    for text, files in sorted(twice.items()):
        print(f"'{text}' stands in {' and '.join(sorted(files))}")
    if not seen:
        sys.exit("no message was found")
    sys.exit(bool(twice))


main()
