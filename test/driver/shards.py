# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lints a repository at once and in shards, each in a copy that lies elsewhere, and
compares what is written.

usage: shards.py AOTI_TIDY REPOSITORY SCRATCH COUNT... -- ARGUMENTS
"""
import json
import os
import shutil
import subprocess
import sys

FORMS = ("text", "json", "sarif", "baseline")


def report(program, arguments, form, folder, out):
    """The exit code, what is written, and what is said."""
    how = ["--write-baseline", out] if form == "baseline" else [f"--format={form}", "-o", out]
    done = subprocess.run([program, *arguments, "--color=never", *how], cwd=folder, capture_output=True)
    with open(out, "rb") as f:
        return done.returncode, done.stdout, done.stderr, f.read()


def must(command, folder):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: exit {done.returncode}: {done.stderr}")


def main():
    program, repository, scratch, *rest = sys.argv[1:]
    counts, arguments = rest[: rest.index("--")], rest[rest.index("--") + 1 :]
    os.makedirs(scratch)
    out = os.path.join(scratch, "out")
    whole = {form: report(program, [*arguments, "--no-cache"], form, repository, out) for form in FORMS}
    code, text = whole["json"][0], whole["json"][3]
    print(f"at once: exit {code}, {len(json.loads(text)['findings'])} findings")
    for count in map(int, counts):
        facts = [os.path.join(scratch, f"{count}-{i}") for i in range(1, count + 1)]
        for i in range(1, count + 1):
            # A machine with another folder, each time.
            copy = os.path.join(scratch, f"copy-{count}-{i}")
            shutil.copytree(repository, copy)
            must([program, *arguments, "--quiet", f"--shard={i}/{count}", "--facts-out", facts[i - 1]], copy)
            shutil.rmtree(copy)
        unlike = [form for form in FORMS
                  if report(program, ["merge", *reversed(facts)], form, repository, out) != whole[form]]
        print(f"{count} shards: {'unlike: ' + ', '.join(unlike) if unlike else 'the same'}")


main()
