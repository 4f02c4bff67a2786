#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds every C++ check to the headers of one release of torch.

    matrix.py X.Y INCLUDE TEMP

Lints the files in Inputs/ against the headers in INCLUDE. Their CHECK lines hold
for every release; SINCE-2-6 lines for 2.6 and newer ones, UNTIL-2-6 lines for
2.6 and older ones, ONLY-2-6 lines for 2.6. Nothing else may be said. What --fix makes of the files must
parse, and must bring no new findings. Then docs/examples are linted.

How much each check finds, and in each example, is what the tables in
docs/guides/torch-versions.md say; a cell without findings names the reason.
"""
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TEST = HERE.parent.parent
DOCS = TEST.parent / "docs"
PAGE = DOCS / "guides" / "torch-versions.md"
ERROR = "clang-diagnostic-error"
VERSIONS = ["2.2", "2.4", "2.6", "2.8", "2.10", "2.12", "2.13", "2.14", "2.15"]


def run(*command, expect=(0,), **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                          **options)
    if done.returncode not in expect:
        sys.exit(f"exit {done.returncode}: {command}\n{done.stdout}{done.stderr}")
    return done.stdout


def make_models(folder):
    """ranker.pt2, a package for the CPU, bare.pt2, one without its weights, and
    cuda.so, a library for CUDA."""
    run(sys.executable, TEST / "Inputs" / "make_package.py", "--input", "int64[s0:2..512]", "--input",
        "float32[s0:2..512,32]", folder / "ranker.pt2", "model=cpu")
    run(sys.executable, TEST / "Inputs" / "make_package.py", "--constant", "fc.weight=Parameter:float32[16,16]",
        "--weights=nowhere", folder / "bare.pt2", "model=cpu")
    (folder / "empty.c").write_text("void in_library(void) {}\n")
    (folder / "model.c").write_text("int AOTInductorModelContainerRun(void) { return 0; }\n")
    link = ["clang", "-shared", "-nostdlib", "-fPIC", "-Wl,--no-as-needed", "-o"]
    libraries = ["libtorch_cpu.so", "libcudart.so.12"]
    for library in libraries:
        run(*link, library, "empty.c", cwd=folder)
    run(*link, "cuda.so", "model.c", *libraries, cwd=folder)


def findings(output):
    """(check, message) of each; of a compiler's error, ERROR is the check."""
    return [(check, text) for text, check in re.findall(r": (?:warning|error): (.*) \[([\w-]+)\]$", output, re.M)]


class Matrix:
    def __init__(self, version, include, folder):
        self.version, self.include, self.folder = version, include, folder

    def lint(self, *args):
        # 3: a file does not compile with this torch, which its CHECK lines say.
        return run(os.environ["AOTI_TIDY"], "--quiet", "--color=never", "--message-length=0", "--checks=aoti-*",
                   f"--torch-include={self.include}", *args, expect=(0, 1, 3), cwd=self.folder)

    def prefixes(self):
        position = VERSIONS.index(self.version)
        since = ["SINCE-" + v for v in VERSIONS[:position + 1]]
        until = ["UNTIL-" + v for v in VERSIONS[position:]]
        return ",".join(["CHECK", *since, *until, "ONLY-" + self.version]).replace(".", "-")

    def hold(self, name):
        """The findings in an input, once they are what its CHECK lines say."""
        text = (HERE / "Inputs" / name).read_text()
        source = self.folder / name
        # A fix must not depend on the CHECK lines, which must not be found in
        # what it makes.
        source.write_text(re.sub(r"// (CHECK|SINCE|UNTIL|ONLY)\b.*", "//", text))
        output = self.lint(source)
        found = self.folder / (name + ".output")
        found.write_text(output)
        run(os.environ["FILECHECK"], HERE / "Inputs" / name, f"--input-file={found}", "--allow-empty",
            f"--check-prefixes={self.prefixes()}", "--allow-unused-prefixes", "--implicit-check-not={{warning|error}}:")
        before = findings(output)
        self.lint("--fix", source)
        after = findings(self.lint(source))
        if ERROR in dict(before):
            # The compiler stopped before the rest.
            after = [finding for finding in after if finding[0] == ERROR]
        if new := collections.Counter(after) - collections.Counter(before):
            sys.exit(f"{name}, fixed for torch {self.version}, has new findings: {sorted(new)}")
        return before

    def counts(self):
        """How much is found, by the name of a row in the tables."""
        rows = collections.Counter()
        for name in sorted(os.listdir(HERE / "Inputs")):
            for check, _ in self.hold(name):
                rows[check] += 1
        for example in sorted((DOCS / "examples").glob("*.cpp")):
            found = findings(self.lint("--package=ranker.pt2", example))
            # What is found in a file that does not compile is no promise.
            rows[example.name] = 0 if ERROR in dict(found) else len(found)
        del rows[ERROR]
        return rows


def tables():
    """By row: what its cells say, by version; and the reasons that the page gives."""
    text = PAGE.read_text()
    rows, header = {}, []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or set(line) <= set("|- :"):
            continue
        if cells[1] in VERSIONS:
            header = cells[1:]
        else:
            rows[cells[0].strip("`")] = dict(zip(header, cells[1:]))
    return rows, set(re.findall(r"^\* \((\w)\)", text, re.M))


def wrong_cells(rows, reasons, found, version):
    for name in sorted(set(rows) | set(found)):
        cell = rows.get(name, {}).get(version, "")
        reason = re.fullmatch(r"(?:0|–) \((\w)\)", cell)
        if reason and reason[1] not in reasons:
            yield f"'{name}', torch {version}: there is no reason ({reason[1]})"
        elif (reason is not None) != (found[name] == 0) or (not reason and cell != str(found[name])):
            yield f"'{name}', torch {version}: the cell is '{cell}', and {found[name]} are found"


def main():
    version, include, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    make_models(folder)
    found = Matrix(version, include, folder).counts()
    print(*(f"torch {version}: {name}: {count}" for name, count in sorted(found.items())), sep="\n")
    if wrong := list(wrong_cells(*tables(), found, version)):
        sys.exit("\n".join([f"{PAGE.name} is not what is found:", *wrong]))


if __name__ == "__main__":
    main()
