#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gate.py AOTI_TIDY TORCH_INCLUDE TEMP FOLDER...

Lints the C++ inputs of all tests below the folders as one repository, with every
check: with the gate, which leaves files without certain words unparsed, and with
--no-gate. Fails if a finding is lost, and if the gate let everything pass.

The comments of the tests, which name checks, are taken out; what a .test file has
for split-file is linted as files."""
import json
import os
import re
import shutil
import subprocess
import sys

SOURCES = (".cpp", ".cu", ".mm", ".h", ".cuh", ".inc", ".py")


def without_directives(text):
    return re.sub(r"(//|#) *(RUN|DEFINE|REQUIRES|CHECK[A-Z0-9_-]*|[A-Z0-9_-]+):.*", r"\1", text)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        f.write(without_directives(text))


def copy(folder, to):
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            copied = os.path.join(to, os.path.relpath(path, folder))
            try:
                with open(path, encoding="utf-8") as f:
                    text = f.read()
            except UnicodeDecodeError:
                continue
            if name.endswith(".test"):
                # split-file's sections
                parts = re.split(r"^(?://|#)--- *(\S+)\n", text, flags=re.M)
                for part, content in zip(parts[1::2], parts[2::2]):
                    if part.endswith(SOURCES):
                        write(os.path.join(copied, part), content)
            elif name.endswith(SOURCES):
                write(copied, text)


def lint(program, torch, folder, *options):
    done = subprocess.run([program, "--torch-include", torch, "--checks=aoti-*", "--format=json", "--config={}",
                           *options, folder], capture_output=True, text=True, cwd=folder)
    # 2: some tests are about packages that are not there.
    if done.returncode not in (0, 1, 2, 3) or not done.stdout:
        sys.exit(f"exit {done.returncode}: {done.stderr}")
    report = json.loads(done.stdout)
    return {(f["file"], f["line"], f["column"], f["check"], f["message"]) for f in report["findings"]}, report, done


def main():
    program, torch, temp, *folders = sys.argv[1:]
    shutil.rmtree(temp, ignore_errors=True)
    for folder in folders:
        copy(folder, os.path.join(temp, os.path.basename(folder)))
    os.makedirs(os.path.join(temp, ".git"))
    gated, with_gate, _ = lint(program, torch, temp)
    every, without, _ = lint(program, torch, temp, "--no-gate")
    lost = sorted(every - gated)
    for file, line, column, check, message in lost:
        print(f"lost: {file}:{line}:{column}: {message} [{check}]")
    more = sorted(gated - every)
    for file, line, column, check, message in more:
        print(f"only with the gate: {file}:{line}:{column}: {message} [{check}]")
    errors = len(without["errors"]) - len(with_gate["errors"])
    print(f"{len(every)} findings without the gate, {len(gated)} with it; {errors} errors of the compiler fewer")
    sys.exit(bool(lost or more or not every))


if __name__ == "__main__":
    main()
