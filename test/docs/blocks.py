#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the code blocks of README and of the guides, and prints how many.

    blocks.py [--only FILE] PROGRAM TORCH_INCLUDE TOOLS WORK

Each block runs in a fresh copy of the folder that stage.py makes. What it is, its language
says:
  console   '$ ' begins a command, which may exit with 0 or 1. Each line below it must be in
            what the command prints, in this order; '...' is any lines, '…' any text.
  toml      a pyproject.toml
  yaml      a .clang-tidy, a .pre-commit-config.yaml, or a workflow of GitHub or steps of one
  json      is parsed
  vim, lua  the configuration of vim or Neovim: it shows the finding in serve.py
  python    is run if it imports aoti_tidy, else compiled
A comment above a block says otherwise:
  <!-- not run: REASON -->
  <!-- output of: COMMAND -->
  <!-- quotes: FOLDER -->      each of its lines is a line of a file there
  <!-- after: COMMAND -->      this runs first
TOOLS is the folder with pre-commit and check-jsonschema; what they check is not checked without.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import stage

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"(?:^<!-- (?P<marker>not run|output of|quotes|after): (?P<value>.*?) -->\n)?"
                   r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.S | re.M)


def blocks(page):
    text = page.read_text()
    for match in BLOCK.finditer(text):
        yield text[:match.start("language")].count("\n") + 1, match


class Failure(Exception):
    pass


def run(command, where, env, statuses=(0, 1)):
    done = subprocess.run(["bash", "-c", command], cwd=where, env=env, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)
    output = done.stdout + done.stderr
    if done.returncode not in statuses:
        raise Failure(f"'{command}' exits with {done.returncode}:\n{output}")
    return output


def compare(expected, output, what):
    lines = iter(output.splitlines())
    for line in expected:
        if line.strip() in ("...", ""):
            continue
        pattern = re.compile(".*".join(map(re.escape, line.rstrip().split("…"))))
        if not any(pattern.fullmatch(seen.rstrip()) for seen in lines):
            raise Failure(f"'{what}' does not print, or not there:\n{line}\nbut:\n{output}")


def run_console(text, where, env):
    commands, expected = [], []
    for line in text.splitlines():
        if line.startswith("$ "):
            commands.append(line[2:])
            expected.append([])
        elif commands and commands[-1].endswith("\\"):
            commands[-1] = commands[-1][:-1] + line
        else:
            expected[-1].append(line)
    for command, lines in zip(commands, expected):
        compare(lines, run(command, where, env), command)


def check_yaml(text, where, env, tools):
    if re.match(r"Check(s|Options):", text):
        (where / ".clang-tidy").write_text(text)
        run("aoti-tidy --show-config serve.cpp", where, env, [0])
    elif text.startswith("repos:"):
        (where / "hooks.yaml").write_text(text)
        if (tools / "pre-commit").exists():
            run(f"{tools}/pre-commit validate-config hooks.yaml", where, env, [0])
    else:
        if text.lstrip().startswith("- "):
            indented = "\n".join("      " + line for line in stage.dedent(text).splitlines())
            text = f"jobs:\n  lint:\n    runs-on: ubuntu-latest\n    steps:\n{indented}\n"
        if not text.startswith("on:"):
            text = "on: push\n" + text
        (where / "workflow.yaml").write_text(text)
        if (tools / "check-jsonschema").exists():
            run(f"{tools}/check-jsonschema --builtin-schema vendor.github-workflows workflow.yaml", where, env, [0])


def check(match, where, env, tools):
    language, text = match["language"], match["text"]
    if match["marker"] == "output of":
        compare(text.splitlines(), run(match["value"], where, env), match["value"])
    elif match["marker"] == "quotes":
        there = {line.strip() for file in (ROOT / match["value"]).rglob("*") if file.is_file()
                 for line in file.read_text().splitlines()}
        lost = [line for line in text.splitlines() if line.strip() and line.strip() not in there]
        if lost:
            raise Failure(f"not in {match['value']}:\n" + "\n".join(lost))
    elif language == "console":
        if match["marker"] == "after":
            run(match["value"], where, env)
        run_console(text, where, env)
    elif language == "toml":
        (where / "pyproject.toml").write_text(text)
        run("aoti-tidy --show-config serve.cpp", where, env, [0])
    elif language == "yaml":
        check_yaml(text, where, env, tools)
    elif language == "json":
        json.loads(text)
    elif language == "vim":
        (where / "vimrc").write_text(text)
        command = """vim -Nes -u vimrc -c 'silent edit serve.py' -c 'silent make!' -c 'call writefile([json_encode(getqflist())], "out")' -c qa!"""
        run(command, where, env)
        shown = json.loads((where / "out").read_text())
        if not any(entry["lnum"] == 8 and entry["type"].lower() == "w" for entry in shown):
            raise Failure(f"vim shows {shown}")
    elif language == "lua":
        (where / "init.lua").write_text(text)
        command = """nvim --headless -u init.lua -c 'edit serve.py' -c 'sleep 5' -c 'call writefile([luaeval("vim.fn.json_encode(vim.diagnostic.get(0))")], "out")' -c qa!"""
        run(command, where, env)
        shown = json.loads((where / "out").read_text())
        if not any(entry["lnum"] == 7 and "'int32'" in entry["message"] for entry in shown):
            raise Failure(f"Neovim shows {shown}")
    elif language == "python":
        compile(text, "block", "exec")
        if "aoti_tidy" in text:
            (where / "block.py").write_text(text)
            run(f"{sys.executable} block.py", where, env, [0])
    else:
        raise Failure(f"nothing runs a block of '{language}'; a comment above it says what it is")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="")
    for name in ("program", "torch_include", "tools", "work"):
        parser.add_argument(name, type=pathlib.Path)
    args = parser.parse_args()
    program, work = args.program.absolute(), args.work.absolute()
    shutil.rmtree(work, ignore_errors=True)
    stage.make(work / "stage", ROOT)
    env = {**os.environ, **stage.GIT, "NO_COLOR": "1", "AOTI_TIDY_PROGRAM": str(program),
           "PATH": f"{program.parent}:{os.environ['PATH']}",
           "PYTHONPATH": str(ROOT / "driver/integrations/pypi"), "LIBTORCH": str(args.torch_include.parent),
           # What the C++ of the stage is parsed with; not found through this machine's environment.
           "VIRTUAL_ENV": str(args.torch_include.parents[4]) if len(args.torch_include.parents) > 4 else ""}
    counts, not_run, failed = collections.Counter(), [], []
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs/guides").glob("*.md"))]:
        if not str(page).endswith(args.only):
            continue
        for line, match in blocks(page):
            place = f"{page.relative_to(ROOT)}:{line}"
            if match["marker"] == "not run":
                not_run.append(f"{place}: {match['value']}")
                continue
            editor = {"vim": "vim", "lua": "nvim"}.get(match["language"])
            if editor and not shutil.which(editor):
                not_run.append(f"{place}: there is no {editor} here")
                continue
            where = work / "block"
            shutil.rmtree(where, ignore_errors=True)
            shutil.copytree(work / "stage", where, symlinks=True)
            try:
                check(match, where, env, args.tools)
                counts[match["language"] or match["marker"]] += 1
            except (Failure, ValueError, SyntaxError, subprocess.TimeoutExpired) as error:
                failed.append(f"{place}: {error}")
    print(f"{sum(counts.values())} blocks run ({', '.join(f'{n} {name}' for name, n in sorted(counts.items()))}), "
          f"{len(not_run)} not run, {len(failed)} failed")
    print(*not_run, sep="\n")
    print(*failed, sep="\n\n", file=sys.stderr)
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
