#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gate.py [--each] AOTI_TIDY TORCH_INCLUDE TEMP FOLDER...

Lints the C++ inputs of all tests below the folders as one repository, with every
check: with the gate, which leaves files without certain words unparsed, and with
--no-gate. With --each, with the gate and one check at a time, by its own words.
Fails if a finding is lost, or if a check of its own lets every file pass.

The comments of the tests, which name checks, are taken out; what a .test file has
for split-file is linted as files."""
import json
import os
import re
import shutil
import subprocess
import sys

# Leaves findings to another check where that is on.
YIELDS = ("aoti-loader-device",)
SOURCES = (".cpp", ".cc", ".cu", ".mm", ".h", ".hpp", ".cuh", ".inc", ".inl", ".py")


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


def lint(program, torch, folder, checks, *options):
    """The findings, the report and how many C++ files were left out."""
    done = subprocess.run([program, "--torch-include", torch, f"--checks={checks}", "--format=json", "--config={}",
                           "--verbose", *options, folder], capture_output=True, text=True, cwd=folder)
    # 2: some tests are about packages that are not there.
    if done.returncode not in (0, 1, 2, 3) or not done.stdout:
        sys.exit(f"exit {done.returncode}: {done.stderr}")
    report = json.loads(done.stdout)
    left_out = re.search(r"skipped (\d+) C\+\+ files? without any keyword", done.stderr)
    return ({(f["file"], f["line"], f["column"], f["check"], f["message"]) for f in report["findings"]}, report,
            int(left_out[1]) if left_out else 0)


def differences(every, gated, check):
    """Says what only one of them has."""
    for text, some in (("lost", every - gated), ("only with the gate", gated - every)):
        for file, line, column, name, message in sorted(some):
            print(f"{text}{check}: {file}:{line}:{column}: {message} [{name}]")
    return every != gated


def checks_of_sources(program):
    rules = subprocess.run([program, "rule", "--format=json"], capture_output=True, text=True, check=True)
    # A rule of the run, as aoti-nolint is, is no check that can be enabled alone.
    listed = subprocess.run([program, "--list-checks", "--checks=aoti-*"], capture_output=True, text=True, check=True)
    checks = listed.stdout.split()
    return [rule["id"] for rule in json.loads(rules.stdout)["rules"] if rule["reads"] == "sources" and rule["id"] in checks]


def main():
    each = sys.argv[1] == "--each"
    program, torch, temp, *folders = sys.argv[1 + each:]
    shutil.rmtree(temp, ignore_errors=True)
    for folder in folders:
        copy(folder, os.path.join(temp, os.path.basename(folder)))
    os.makedirs(os.path.join(temp, ".git"))
    every, without, _ = lint(program, torch, temp, "aoti-*", "--no-gate")
    failed = not every
    if each:
        for check in checks_of_sources(program):
            own = {finding for finding in every if finding[3] == check}
            if check in YIELDS:
                own, _, _ = lint(program, torch, temp, f"-*,{check}", "--no-gate")
            gated, _, left_out = lint(program, torch, temp, f"-*,{check}")
            failed |= differences(own, gated, f" with {check} alone") or not left_out
            print(f"{check}: {len(own)} findings without the gate, {len(gated)} with it; {left_out} files not parsed")
    else:
        gated, with_gate, _ = lint(program, torch, temp, "aoti-*")
        failed |= differences(every, gated, "")
        errors = len(without["errors"]) - len(with_gate["errors"])
        print(f"{len(every)} findings without the gate, {len(gated)} with it; {errors} errors of the compiler fewer")
    sys.exit(failed)


if __name__ == "__main__":
    main()
