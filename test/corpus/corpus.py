#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lints repositories as a user would and writes one sorted table of what was found.

    corpus.py --aoti-tidy PROGRAM [--torch-include DIR] [--against TABLE] [-o TABLE] FOLDER...

Each FOLDER is a repository. A row has the repository, the path in it, the line, the
check and the kind: the message up to its first clause, with a dot for each name and
number, so that the table has none of the repository's code. With --against, the rows
that are lost (-) and new (+) are printed, and the exit code is 1 if there is any. A run
that could not lint (exit code 2 or 4) fails this one; files that could not be parsed
are counted for each repository on stderr."""
import argparse
import collections
import csv
import json
import os
import re
import subprocess
import sys
import time

COLUMNS = ["repository", "path", "line", "check", "kind"]


def kind(message):
    """'input 0 has shape [1], but …' -> 'input · has shape [·]'"""
    clause = re.split(r"[,:;] ", re.sub(r"(?<!\w)'[^']*'(?!\w)", "·", message))[0]
    return re.sub(r"\d+", "·", clause)[:80]


def lint(program, torch_include, folder):
    """The JSON report of one run in the repository's root."""
    command = [program, "--format=json", "--no-cache", "--quiet"]
    if torch_include:
        command += ["--torch-include", torch_include]
    run = subprocess.run([*command, "."], cwd=folder, capture_output=True, text=True)
    if run.returncode not in (0, 1, 3):
        sys.exit(f"corpus.py: {folder}: exit code {run.returncode}: {run.stderr.strip()[-300:]}")
    return json.loads(run.stdout)


def rows_of(name, report):
    for finding in report["findings"]:
        yield (name, finding["file"], str(finding["line"]), finding["check"], kind(finding["message"]))


def read_table(path):
    with open(path, encoding="utf-8", newline="") as file:
        return collections.Counter(tuple(row[c] for c in COLUMNS) for row in csv.DictReader(file, delimiter="\t"))


def write_table(rows, out):
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(sorted(rows.elements(), key=lambda row: (row[0], row[1], int(row[2]), *row[3:])))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--aoti-tidy", required=True)
    parser.add_argument("--torch-include")
    parser.add_argument("--against", metavar="TABLE", help="print what differs from this table")
    parser.add_argument("-o", metavar="TABLE", help="where the table goes; stdout without it")
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    options = parser.parse_args()
    program = os.path.abspath(options.aoti_tidy)

    rows = collections.Counter()
    for folder in sorted(options.folders):
        if not os.path.isdir(folder):
            sys.exit(f"corpus.py: '{folder}' is no folder")
        name = os.path.basename(os.path.abspath(folder))
        start = time.monotonic()
        report = lint(program, options.torch_include, folder)
        rows.update(rows_of(name, report))
        print(f"{name}: {len(report['findings'])} findings, {report['files']['linted']} files linted, "
              f"{report['files']['skipped']} without a word of ours, {len(report['errors'])} not parsed, "
              f"{time.monotonic() - start:.1f} s", file=sys.stderr)

    if options.o:
        with open(options.o, "w", encoding="utf-8", newline="") as out:
            write_table(rows, out)
    elif not options.against:
        write_table(rows, sys.stdout)
    if not options.against:
        return 0
    # Only the repositories that were linted now: a table of more is no loss.
    linted = {os.path.basename(os.path.abspath(folder)) for folder in options.folders}
    before = collections.Counter({row: n for row, n in read_table(options.against).items() if row[0] in linted})
    for sign, difference in (("-", before - rows), ("+", rows - before)):
        for row in sorted(difference.elements()):
            print(sign, *row, sep="\t")
    return int(before != rows)


if __name__ == "__main__":
    sys.exit(main())
