# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""slices.py PROGRAM OPTION...

Runs the program with the options, and again with --no-slices; fails unless both say the
same, with the same edits: in JSON, or with --printed among the options, as text and as
a diff. Prints how many files were sliced, as --statistics tells it."""
import re
import subprocess
import sys


def run(program, options):
    done = subprocess.run([program, "--no-cache", "--statistics", *options], capture_output=True, text=True)
    said = [line for line in done.stderr.splitlines() if not re.match("aoti-tidy: (  |statistics|memory)", line)]
    return (done.returncode, done.stdout, said), done.stderr


def main():
    program, *options = sys.argv[1:]
    forms = [["--format=json"]]
    if "--printed" in options:
        options.remove("--printed")
        forms = [[], ["--unsafe-fixes", "--diff"]]
    for form in forms:
        sliced, how = run(program, form + options)
        whole, _ = run(program, ["--no-slices", *form, *options])
        if sliced != whole:
            sys.exit(f"{form}: with slices: {sliced}\n{how}\nwithout: {whole}")
        if form == forms[0]:
            first, report = sliced, how
    count = sum(int(n) for n in re.findall("of those parsed: ([0-9]+) without", report))
    full = re.findall("of those parsed: ([0-9]+) in full after all, because of (.*)", report)
    print(f"same output, exit {first[0]}, {count} sliced, {sum(int(n) for n, _ in full)} in full"
          + "".join(f", because of {why}" for _, why in full))


main()
