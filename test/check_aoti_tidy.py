#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one check over a test file and holds the output to the file's comments.

    check_aoti_tidy.py FILE CHECK TEMP [options] [-- compiler flags]

CHECK-MESSAGES lines say which warnings must come, in order; any other warning
or error fails the test. CHECK-FIXES lines say what the fixed file must hold;
a file without them must come out of --fix unchanged. The fixed file is then
linted again: it must parse, show no finding that was not there before, and a
second --fix must change nothing.

A .py file has its comments behind '#', and no compiler flags. It may have
sections, each below a line '#---' with options of its own:

    import torch
    #---
    torch.f()
    # CHECK-MESSAGES: :[[@LINE-1]]:1: warning: ...
    #--- --torch-version=2.7
    torch.f()

Each is linted as a file of its own: the lines above the first section, its own
lines, and blank lines in place of the other sections, so that line numbers are
those of the test. In a section, CHECK-FIXES holds whole lines, indentation and
all, and CHECK-FIXES-UNSAFE says what --unsafe-fixes makes of it, where that is
not what --fix does.
"""
import argparse
import os
import re
import shlex
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
MOCK = os.path.join(HERE, "Inputs", "torch-mock")


def fail(title, output):
    sys.exit(f"{title}\n{output}")


def is_python(path):
    return path.endswith((".py", ".pyi"))


class Front:
    """One way to run the checks: the driver, or the plugin in a clang-tidy."""

    def __init__(self, args, flags):
        self.args, self.flags = args, flags

    def command(self, paths, fix):
        a = self.args
        config = list(a.check_option)
        python = is_python(a.file)
        checks = f"--checks=-*,{a.check}"
        if a.front == "driver":
            # What other tests register must not matter.
            cmd = [os.environ["AOTI_TIDY"], checks, "--quiet", "--color=never", "--no-search",
                   "--message-length=0"]
            if a.torch_version:
                cmd.append(f"--torch-version={a.torch_version}")
            elif python and a.torch != "none":
                cmd.append(f"--torch-include={a.torch}")
            cmd += [f"--package={p}" for p in a.package]
            if fix:
                cmd.append("--unsafe-fixes" if a.unsafe_fixes else "--fix")
        else:
            cmd = [os.environ[{"plugin": "CLANG_TIDY", "pypi": "CLANG_TIDY_PYPI"}[a.front]],
                   "--load=" + os.environ["AOTI_TIDY_PLUGIN"], checks, "--quiet"]
            if a.torch_version:
                config.append(f"TorchVersion={a.torch_version}")
            if fix:
                # clang-tidy would not touch a file with errors; aoti-tidy does
                # where the finding is what the error is about.
                cmd += ["--fix-errors"] + ["--fix-notes"] * a.unsafe_fixes
        options = ", ".join("{}: '{}'".format(*o.split("=", 1)) for o in config)
        cmd.append("--config={CheckOptions: {%s}}" % options)
        return cmd + paths + ([] if python else ["--", *self.flags])

    def run(self, paths, fix=False):
        cmd = self.command(paths, fix)
        # A python3 that has a torch would be found on the path.
        env = {**os.environ, "PATH": os.devnull} if self.args.torch == "none" else None
        done = subprocess.run(cmd, capture_output=True, text=True, stdin=subprocess.DEVNULL, env=env)
        # 3: the compiler's errors, which the test has to expect.
        if done.returncode not in (0, 1, 3):
            fail(f"exit {done.returncode}: {' '.join(cmd)}", done.stdout + done.stderr)
        return done.stdout


def by_file(output, paths):
    """The output of a run, file by file: each finding with its notes."""
    if len(paths) == 1:
        return [output]
    parts = {os.path.basename(path): "" for path in paths}
    name = None
    for line in output.splitlines(keepends=True):
        if found := re.match(r"(.*?):\d+:\d+: (?:warning|error): ", line):
            name = os.path.basename(found[1])
        parts[name] += line
    return list(parts.values())


def findings(output):
    """The warnings of a run, without places: a fix moves lines."""
    return sorted(re.findall(r"(?:warning|error): (.*)$", output, re.M))


def filecheck(prefix, checks, text, temp, *more):
    with open(temp, "w") as f:
        f.write(text)
    done = subprocess.run(
        [os.environ["FILECHECK"], f"--input-file={temp}", f"--check-prefix={prefix}",
         "--match-full-lines=false", "--dump-input=fail", *more, checks],
        capture_output=True, text=True)
    if done.returncode:
        fail(f"{prefix} does not hold:", done.stderr + "\n--- the text was:\n" + text)


def parse(argv):
    """The options of one RUN line and the compiler flags after '--'."""
    flags = []
    if "--" in argv:
        flags = argv[argv.index("--") + 1:]
        argv = argv[:argv.index("--")]
    p = argparse.ArgumentParser()
    p.add_argument("file")
    p.add_argument("check")
    p.add_argument("temp")
    p.add_argument("--front", default=os.environ.get("AOTI_TIDY_FRONT", "driver"),
                   choices=["driver", "plugin", "pypi"])
    p.add_argument("--torch-version")
    p.add_argument("--check-option", action="append", default=[], metavar="KEY=VALUE")
    p.add_argument("--check-suffix", default="")
    p.add_argument("--package", action="append", default=[], metavar="FILE")
    p.add_argument("--unsafe-fixes", action="store_true")
    p.add_argument("--any-fixes", action="store_true",
                   help="what the fixes are is another test's matter; they must hold all the same")
    p.add_argument("--std", default="c++20")
    p.add_argument("--torch", default=MOCK, help="include directory of the torch to use; 'none': no torch is known")
    return p.parse_args(argv), flags


def front_for(args, flags):
    include = [f"-isystem{args.torch}"]
    if args.torch != MOCK:
        include.append(f"-isystem{args.torch}/torch/csrc/api/include")
    folder = os.path.dirname(os.path.abspath(args.file))
    return Front(args, ["-xc++", f"-std={args.std}", f"-I{folder}", *include, *flags])


class Section:
    """A file that is linted: a test, or a section of one."""

    def __init__(self, text, source, suffix, exact):
        self.text, self.source, self.exact = text, source, exact
        self.messages, self.fixes = "CHECK-MESSAGES" + suffix, "CHECK-FIXES" + suffix
        # The CHECK lines would be found in the fixed file, and a fix must not
        # depend on them: the linted copy has them blanked, line for line.
        comment = "#" if is_python(source) else "//"
        self.linted = re.sub(comment + r" CHECK-[A-Z][A-Z0-9-]*:.*", comment, text)

    def write(self):
        with open(self.source, "w") as f:
            f.write(self.linted)

    def read(self):
        with open(self.source) as f:
            return f.read()

    def check(self, prefix, output, *more):
        path = f"{self.source}.{prefix}"
        with open(path, "w") as f:
            # FileCheck's whole lines begin right behind the colon.
            exact = self.exact and prefix.startswith(self.fixes)
            f.write(re.sub(f"({prefix}[A-Z-]*:) ", r"\1", self.text) if exact else self.text)
        filecheck(prefix, path, output, f"{self.source}.output", *more)

    def check_messages(self, output):
        if f"{self.messages}:" in self.text:
            self.check(self.messages, output, "--implicit-check-not={{warning|error}}:")
        elif findings(output):
            fail("no finding was expected:", output)

    def check_fixes(self, before, prefix, may_change):
        """That the fixed file is what PREFIX says, or BEFORE where it says nothing."""
        fixed = self.read()
        if re.search(rf"{prefix}(-NOT)?:", self.text):
            self.check(prefix, fixed, "--strict-whitespace", f"--match-full-lines={str(self.exact).lower()}")
        elif fixed != before and not may_change:
            fail(f"no other text was expected ({prefix}), but the file became:", fixed)


def sections(text, args):
    """The sections of a Python test, with the options of each."""
    lines = text.splitlines(keepends=True)
    starts = [i for i, line in enumerate(lines) if line.startswith("#---")]
    for start, end in zip(starts, [*starts[1:], len(lines)]):
        above = lines[:starts[0]] + ["\n"] * (start + 1 - starts[0])
        yield lines[start][4:].strip(), Section(
            "".join(above + lines[start + 1:end]), f"{args.temp}-{start + 1}.py", "", exact=True)


def check(batch, args, flags):
    """Holds files that are linted with the same options to what they say."""
    paths = [s.source for s in batch]

    def lint(fix=False):
        return by_file(front_for(args, flags).run(paths, fix), paths)

    def fix_all():
        for s in batch:
            s.write()
        lint(fix=True)
        fixed = [s.read() for s in batch]
        # Where nothing was fixed, the same files would be linted again.
        if fixed == [s.linted for s in batch]:
            return fixed
        for s, text, old, new in zip(batch, fixed, output, lint()):
            if [f for f in findings(new) if f not in findings(old)]:
                fail("the fixed file has new findings:", new)
            if s.exact and text != s.linted and len(findings(new)) >= len(findings(old)):
                fail("what is fixed is still found:", new)
        lint(fix=True)
        for s, text in zip(batch, fixed):
            if s.read() != text:
                fail("a second --fix changed the file again:", s.read())
        return fixed

    for s in batch:
        s.write()
    output = lint()
    for s, found in zip(batch, output):
        s.check_messages(found)
    fixed = fix_all()
    for s in batch:
        s.check_fixes(s.linted, s.fixes, args.any_fixes)
    if batch[0].exact:
        args.unsafe_fixes = True
        fix_all()
        for s, text in zip(batch, fixed):
            s.check_fixes(text, s.fixes + "-UNSAFE", args.any_fixes)


def main():
    args, flags = parse(sys.argv[1:])
    with open(args.file) as f:
        text = f.read()
    os.makedirs(os.path.dirname(args.temp), exist_ok=True)
    by_options = {}
    for options, section in sections(text, args) if is_python(args.file) else []:
        by_options.setdefault(options, []).append(section)
    for options, batch in by_options.items():
        check(batch, parse([*sys.argv[1:], *shlex.split(options)])[0], flags)
    if not by_options:
        suffix = "-" + args.check_suffix if args.check_suffix else ""
        source = args.temp + os.path.splitext(args.file)[1]
        check([Section(text, source, suffix, exact=False)], args, flags)


if __name__ == "__main__":
    main()
