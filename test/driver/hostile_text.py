#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hostile_text.py AOTI_TIDY TEMP TORCH_MOCK EMITTED: puts what a terminal obeys, or what
reorders text, into each place that a stranger can write to, and looks for it in all
that the program prints: to a pipe, and to a terminal, where only the program's own
colours may be left."""
import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import zipfile

tool, temp, torch, emitted = sys.argv[1:]
# The end is for the runners of GitHub and Azure.
EVIL = "\x1b[31mFORGED\x1b]0;title\x07\r\u009b2J\x7f\u202egnp\u2066\u200f###[error]##vso[task.setvariable variable=a]b"
BYTE = b"\x9b2J"  # a control sequence where bytes are characters
NAME = EVIL + "\nnext: warning: forged"
BAD = re.compile(r"##\[|##vso\[|" "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]")
COLOURS = re.compile(r"\x1b\[(?:\d+(?:;\d+)*)?m")

shutil.rmtree(temp, ignore_errors=True)
root = pathlib.Path(temp)
root.mkdir()
os.chdir(root)


def write(name, text):
    os.makedirs(os.path.dirname(name) or b"." if isinstance(name, bytes) else os.path.dirname(name) or ".", exist_ok=True)
    with open(name, "wb") as f:
        f.write(text if isinstance(text, bytes) else text.encode())


HOST = f"""#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
/* {EVIL} */ torch::inductor::AOTIModelPackageLoader L("m.pt2", "model", "cuda{EVIL.replace(chr(13), '')}");
""".encode() + b"torch::inductor::AOTIModelPackageLoader M(\"m" + BYTE + b".pt2\", \"model\", \"cpu\"); // " + BYTE + b"\n"
SCRIPT = f"""import torch
so = torch._export.aot_compile(m, (x,))  # {EVIL.replace(chr(13), '')}
torch._export.aot_load(so, "cu{EVIL.replace(chr(13), '')}")
"""
write(f"src/{NAME}.cpp", HOST)
write(b"src/" + BYTE + b".cpp", HOST)
write(f"src/{NAME}.py", SCRIPT)
COMMAND = "::error title=x::FORGED"
write(f"src/{COMMAND}.cpp", HOST)
write(f"src/{COMMAND}.py", SCRIPT)
write(f"src/{COMMAND}broken.cpp", "int x = ;  // AOTI\n")
write(f"src/{COMMAND}broken.py", "import torch\naoti_compile_and_package(\n")
write("src/broken.cpp", f"#error {EVIL}\nint x = ;\n")
write(f"src/broken{EVIL}.py", f"import torch\naoti_compile_and_package( {EVIL}\n")
os.makedirs(f"src/.left{NAME}")
write(f"config/{NAME}/.clang-tidy", f"Checks: \"aoti-{EVIL.replace(chr(13), '')}\"\n".encode("utf-8", "replace"))
write(f"config/{NAME}/a.cpp", "int x;\n")
write("regex/.clang-tidy", 'HeaderFilterRegex: "(\\e[31mFORGED\\a\\u202e"\n')
write("regex/a.cpp", "int x;\n")
write("options/.clang-tidy", 'CheckOptions: {"aoti-raw-runner.\\e[31mFORGED\\x9b": 1}\n')
write("options/a.cpp", "int x;\n")
write(f"database/compile_commands.json", json.dumps([{"directory": f"/none{NAME}", "file": "a.cpp", "command": f"c++ -std={EVIL} a.cpp"}]))
write("database/a.cpp", "int x;\n")
wrapper = pathlib.Path(emitted, "hits.wrapper.cpp").read_text()
kernels = pathlib.Path(emitted, "hits.kernel.cpp").read_text()
metadata = json.dumps({"AOTI_DEVICE_KEY": "cpu", "mine" + EVIL: EVIL, "AOTI_PLATFORM": EVIL})


def package(name, model, wrapper_text, inner=""):
    with zipfile.ZipFile(name, "w") as archive:
        folder = f"m{inner}/data/aotinductor/{model}/"
        archive.writestr(folder + f"c1{inner}.wrapper.cpp", wrapper_text)
        archive.writestr(folder + f"c2{inner}.kernel.cpp", kernels.replace("int64_t ks0)", f"int64_t ks0) /* {EVIL} */"))
        archive.writestr(folder + "c1.wrapper_metadata.json", metadata)


package(f"{NAME}.pt2", f"b{EVIL}", wrapper.replace("// emitted", EVIL), EVIL)
package(f"cut{NAME}.pt2", f"b{EVIL}", wrapper[:-400], EVIL)
package("named.pt2", "model", wrapper.replace('"arg0_1"', f'"arg0{EVIL.replace(chr(13), "")}"'))
write(f"damaged{NAME}.pt2", b"PK\3\4" + b"x" * 100)

src = ["--torch-include", torch, "--checks=aoti-*"]
shutil.copy("named.pt2", f"{COMMAND}.pt2")
RUNS = [
    ["--verbose", *src, "src"],
    ["--verbose", "--format=json", *src, "src"],
    ["--runs", *src, "src"],
    [*src, f"src/{NAME}.cpp"],
    [*src, b"src/" + BYTE + b".cpp"],
    [*src, f"src/{NAME}.py"],
    [f"--{EVIL}", "src"],
    [f"--format={NAME}", "src"],
    [f"--color={NAME}", "src"],
    [f"--checks=aoti-{NAME}", "src"],
    [f"--torch-version={NAME}", "src"],
    [f"--header-filter=({NAME}", "src"],
    [f"--line-filter=[{NAME}", "src"],
    [f"--config={{Checks: aoti-{EVIL}", "src"],
    [f"--config-file=none{NAME}", "src"],
    ["--torch-include", f"none{NAME}", "src/broken.cpp"],
    [*src, "-p", f"none{NAME}", "src/broken.cpp"],
    [*src, "-p", "database", "database/a.cpp"],
    [*src, f"--extra-arg=-std={NAME}", "src/broken.cpp"],
    [*src, f"--package=none{NAME}", "src/broken.cpp"],
    [*src, "src/broken.cpp", "--", f"-f{NAME}"],
    [f"none{NAME}.cpp"],
    [*src, "--stdin-filename", f"in{NAME}.cpp", "-"],
    [*src, f"config/{NAME}/a.cpp"],
    [*src, "regex/a.cpp"],
    [*src, "options/a.cpp"],
    [*src, "--verbose", f"{NAME}.pt2", f"cut{NAME}.pt2", "named.pt2"],
    [*src, f"damaged{NAME}.pt2"],
    [*src, "--exported", f"none{NAME}.pt2", "named.pt2"],
    ["rule", NAME],
    ["package", f"none{NAME}.pt2"],
    ["trace", "named.pt2", "--kernel", NAME],
    ["trace", "named.pt2", "--assert", NAME],
    [*src, "-o", f"no/such/{NAME}.txt", "src/broken.cpp"],
]
for what in (f"{COMMAND}.pt2", f"{NAME}.pt2", f"cut{NAME}.pt2", "named.pt2", f"damaged{NAME}.pt2"):
    for form in ([], ["--format=json"]):
        RUNS += [["package", *form, what], ["trace", *form, what]]
    RUNS.append(["trace", "--format=html", what])
RUNS.append(["package", f"{NAME}.pt2", "named.pt2"])


def judge(run, text, where):
    decoded = text.decode()  # and no byte that is no character
    bad = BAD.search(decoded)
    if bad:
        sys.exit(f"{run}: {bad.group()!r} on {where}: {decoded[max(0, bad.start() - 60):bad.end() + 20]!r}")
    if re.search(r"^\s*::", decoded, re.M):
        sys.exit(f"{run}: a command to GitHub's runner on {where}")
    if re.search(r"^next: ", decoded, re.M):
        sys.exit(f"{run}: a name made a line of its own on {where}")


def in_folder(folder, command):
    """What GitHub's runner reads of a run in a folder, where names are short."""
    done = subprocess.run([tool, *command], cwd=folder, capture_output=True, stdin=subprocess.DEVNULL)
    judge(command, COLOURS.sub("", done.stdout.decode()).encode() + b"\n" + done.stderr, "a runner's log")
    assert b"FORGED" in done.stdout + done.stderr, command


def on_terminal(command):
    """What a terminal gets of it."""
    reader, writer = pty.openpty()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=writer, stderr=writer,
                               env={**os.environ, "TERM": "xterm-256color"})
    os.close(writer)
    got = b""
    while True:
        try:
            more = os.read(reader, 65536)
        except OSError:  # all who could write are gone
            break
        if not more:
            break
        got += more
    os.close(reader)
    process.wait()
    return got


seen = 0
for run in RUNS:
    done = subprocess.run([tool, *run], capture_output=True, stdin=subprocess.DEVNULL)
    assert done.returncode in (0, 1, 2, 3), (run, done.returncode, done.stderr)
    judge(run, done.stdout, "stdout")
    judge(run, done.stderr, "stderr")
    seen += done.stdout.count(b"FORGED") + done.stderr.count(b"FORGED")
# The texts were there to be seen.
assert seen > 50, seen

torch_here = ["--torch-include", os.path.abspath(torch), "--checks=aoti-*"]
for run in (["."], ["--color=always", f"./{COMMAND}.cpp"], ["--runs", "."], ["--verbose", "."],
            [f"./{COMMAND}broken.cpp", f"./{COMMAND}broken.py"], ["--show-config", f"./{COMMAND}.cpp"]):
    in_folder("src", [*torch_here, *run])

for run in RUNS + [["--diff", *src, "src"]]:
    got = on_terminal([tool, *run])
    assert b"\x1b[31mFORGED" not in got, run
    # The line of progress is rewritten; what is in it is judged.
    own = re.sub(rb"\r([^\r\n\x1b]*)\x1b\[K", rb"\n\1\n", got.replace(b"\r\n", b"\n"))
    judge(run, COLOURS.sub("", own.decode()).encode(), "a terminal")
assert COLOURS.search(on_terminal([tool, *src, "src"]).decode()), "no colours"

# To a pipe a patch is data: its names are quoted as git does, its lines are the files'.
done = subprocess.run([tool, "--diff", *src, "src"], capture_output=True, stdin=subprocess.DEVNULL)
headers = re.findall(rb"^(?:diff|---|\+\+\+) .*$", done.stdout, re.M)
assert headers
for header in headers:
    judge("--diff", re.sub(rb"##(vso)?\[", b"", header), "a header")
assert subprocess.run(["git", "apply", "--check", "-"], input=done.stdout, capture_output=True).returncode == 0
