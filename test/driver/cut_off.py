#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cut_off.py AOTI_TIDY TEMP CUTS FLAG... -- WRAPPER [KERNELS]: cuts emitted code at
many places and lints the rest: in a folder, the cut file alone, and as the second
model of a package. Each piece gives all the findings of the whole, or the run ends
with exit code 3 and a sentence about the piece."""
import json
import os
import shutil
import subprocess
import sys
import zipfile

NAMES = ["c1.wrapper.cpp", "c2.kernel.cpp"]
# Of a file that is cut to nothing and has none beside it, only torch's name tells.
ALONE = ["c" + "a" * 51 + ".cpp"]


def cuts(text, count):
    """Places spread over the text, and those after a '}' at the start of a line, where
    what is left is balanced."""
    spread = {len(text) * n // count for n in range(count)}
    ends = [i + 2 for i in range(len(text) - 1) if text[i:i + 2] == b"}\n" and text[i - 1:i] == b"\n"]
    return sorted(c for c in spread.union(ends[-count:]) if c < len(text))


def run(tool, flags, paths):
    done = subprocess.run([tool, "--quiet", "--format=json", "--checks=aoti-*", *flags, *paths],
                          capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode not in (0, 1, 3):
        sys.exit(f"exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.returncode, json.loads(done.stdout), done.stderr


def findings(report, where):
    """By the file's name in its folder or package, once for each of those."""
    return {(os.path.basename(f["file"]), f["line"], f["column"], f["check"], f["message"])
            for f in report["findings"] if where in f["file"]}


def judge(how, tool, flags, pieces, whole):
    """pieces: path given to the linter -> what its name in the report contains."""
    code, report, notices = run(tool, flags, list(pieces))
    said = [e["file"] + " " + e["message"] for e in report["errors"]] + notices.splitlines()
    silent = [where for where in pieces.values()
              if not findings(report, where) >= whole and not any(where in s for s in said)]
    told = sum(any(where in s for s in said) for where in pieces.values())
    print(f"{how}: {len(pieces)} pieces, {told} of them told about, exit code {code}")
    if silent:
        sys.exit(f"findings are lost without a word: {silent[:5]} of {len(silent)}")
    if told and code != 3:
        sys.exit(f"exit code {code} although something is missing")


def main():
    tool, temp, count, *rest = sys.argv[1:]
    flags, sources = rest[:rest.index("--")], rest[rest.index("--") + 1:]
    texts = [open(s, "rb").read() for s in sources]
    shutil.rmtree(temp, ignore_errors=True)

    names = NAMES if len(texts) == 2 else ALONE

    def write(folder, parts):
        os.makedirs(folder)
        for name, text in zip(names, parts):
            with open(os.path.join(folder, name), "wb") as f:
                f.write(text)

    write(os.path.join(temp, "whole"), texts)
    code, report, notices = run(tool, flags, [os.path.join(temp, "whole")])
    whole = findings(report, "/whole/")
    if code == 3:
        sys.exit(f"the whole is not complete: {report['errors']} {notices}")
    print(f"whole: {len(whole)} findings")

    folders, files, packages = {}, {}, {}
    for part, text in enumerate(texts):
        for cut in cuts(text, int(count)):
            name = f"cut-{part}-{cut}"
            parts = [*texts[:part], text[:cut], *texts[part + 1:]]
            folder = os.path.join(temp, "folders", name)
            write(folder, parts)
            folders[folder] = f"/{name}/"
            files[os.path.join(folder, names[part])] = f"/{name}/"
            package = os.path.join(temp, "packages", f"{name}.pt2")
            os.makedirs(os.path.dirname(package), exist_ok=True)
            with zipfile.ZipFile(package, "w") as archive:
                for model, its in (("a", texts), ("b", parts)):
                    for file, content in zip(names, its):
                        archive.writestr(f"{name}/data/aotinductor/{model}/{file}", content)
                    archive.writestr(f"{name}/data/aotinductor/{model}/c1.wrapper_metadata.json",
                                     '{"AOTI_DEVICE_KEY": "cpu"}')
            packages[package] = f"{name}.pt2"
    judge("folders", tool, flags, folders, whole)
    judge("files", tool, flags, files, whole)
    # The first model gives the findings of the whole: only those of the second count.
    code, report, notices = run(tool, flags, list(packages))
    silent = []
    for package, where in packages.items():
        name = os.path.basename(package)[:-len(".pt2")]
        of_second = findings(report, f"{where}!{name}/data/aotinductor/b/")
        if not of_second >= whole and f"{where}: b/" not in notices \
                and where not in "".join(l for l in notices.splitlines() if "calls" in l or "'b'" in l):
            silent.append(where)
    print(f"packages: {len(packages)}, exit code {code}")
    if silent:
        sys.exit(f"findings are lost without a word: {silent[:5]} of {len(silent)}")


main()
