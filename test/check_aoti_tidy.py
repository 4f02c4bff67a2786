#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one check over a test file and holds the output to the file's comments.

    check_aoti_tidy.py FILE CHECK TEMP [options] [-- compiler flags]

CHECK-MESSAGES lines say which warnings must come, in order; any other warning
or error fails the test. CHECK-FIXES lines say what the fixed file must hold;
a file without them must come out of --fix unchanged. The fixed file is then
linted again: it must parse, show no finding that was not there before, and a
second --fix must change nothing.

A .py file has its comments behind '#', and no compiler flags.
"""
import argparse
import os
import re
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

    def command(self, path, fix):
        a = self.args
        config = list(a.check_option)
        python = is_python(path)
        checks = f"--checks=-*,{a.check}"
        if a.front == "driver":
            cmd = [os.environ["AOTI_TIDY"], checks, "--quiet", "--color=never"]
            if a.torch_version:
                cmd.append(f"--torch-version={a.torch_version}")
            elif python:
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
        return cmd + [path] + ([] if python else ["--", *self.flags])

    def run(self, path, fix=False):
        cmd = self.command(path, fix)
        done = subprocess.run(cmd, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        # 3: the compiler's errors, which the test has to expect.
        if done.returncode not in (0, 1, 3):
            fail(f"exit {done.returncode}: {' '.join(cmd)}", done.stdout + done.stderr)
        return done.stdout


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
    p.add_argument("--torch", default=MOCK, help="include directory of the torch to use")
    return p.parse_args(argv), flags


def front_for(args, flags):
    include = [f"-isystem{args.torch}"]
    if args.torch != MOCK:
        include.append(f"-isystem{args.torch}/torch/csrc/api/include")
    folder = os.path.dirname(os.path.abspath(args.file))
    return Front(args, ["-xc++", f"-std={args.std}", f"-I{folder}", *include, *flags])


def main():
    args, flags = parse(sys.argv[1:])
    suffix = "-" + args.check_suffix if args.check_suffix else ""
    messages, fixes = "CHECK-MESSAGES" + suffix, "CHECK-FIXES" + suffix
    original = open(args.file).read()
    # The CHECK lines would be found in the fixed file, and a fix must not
    # depend on them: the linted copy has them blanked, line for line.
    comment = "#" if is_python(args.file) else "//"
    blanked = re.sub(comment + r" CHECK-[A-Z][A-Z0-9-]*:.*", comment, original)
    source = args.temp + os.path.splitext(args.file)[1]
    os.makedirs(os.path.dirname(source), exist_ok=True)
    with open(source, "w") as f:
        f.write(blanked)

    front = front_for(args, flags)
    output = front.run(source)
    if f"{messages}:" in original:
        filecheck(messages, args.file, output, args.temp + ".messages", "--implicit-check-not={{warning|error}}:")
    elif findings(output):
        fail("no finding was expected:", output)

    front.run(source, fix=True)
    fixed = open(source).read()
    if f"{fixes}:" in original:
        filecheck(fixes, args.file, fixed, args.temp + ".fixed", "--strict-whitespace")
    elif fixed != blanked and not args.any_fixes:
        fail("no fix was expected, but the file became:", fixed)
    after = front.run(source)
    new = [f for f in findings(after) if f not in findings(output)]
    if new:
        fail("the fixed file has new findings:", after)
    front.run(source, fix=True)
    if open(source).read() != fixed:
        fail("a second --fix changed the file again:", open(source).read())


if __name__ == "__main__":
    main()
