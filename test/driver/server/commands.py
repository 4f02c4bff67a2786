#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""commands.py AOTI_TIDY MAKE_PACKAGE TORCH: pages on request, reading anew, how long work is shown, and
that torch is looked for once."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from editor import Editor, place, uri

PROGRAM, MAKE_PACKAGE, TORCH = sys.argv[1:4]
LATE = 'import os\nimport torch\nos.environ["TORCH_LOGS"] = "output_code"\n'
RUN = ('import torch\n\nmodel = torch._inductor.aoti_load_package("rank.pt2")\n'
       'y = model(torch.ones(2, 3))\n')
LOG = ("terminate called after throwing an instance of 'std::runtime_error'\n"
       "CUDA error: an illegal memory access was encountered\n")


def same(found, wanted):
    assert found == wanted, f"\n  found  {found}\n  wanted {wanted}"


def command(editor, name, *arguments, **others):
    return editor.request("workspace/executeCommand",
                          {"command": "aoti-tidy." + name, "arguments": list(arguments), **others})


def refused(editor, name, *arguments):
    number = editor.send("workspace/executeCommand", {"command": "aoti-tidy." + name, "arguments": list(arguments)})
    return editor.answer(number)["error"]["message"]


def pages():
    editor = Editor(PROGRAM, "--torch-version=2.13")
    same(editor.capabilities["executeCommandProvider"]["commands"],
         ["aoti-tidy.trace", "aoti-tidy.explain", "aoti-tidy.reread"])
    subprocess.run([sys.executable, MAKE_PACKAGE, "--input", "float32[2,3]", "rank.pt2", "model=cpu"], check=True)
    name = editor.open(uri("run.py"), RUN)
    editor.diagnostics(name)
    # The page of the package that is run in the line, by the action that an editor lists there.
    at = {"line": 3, "character": 6}
    (action,) = editor.request("textDocument/codeAction", {
        "textDocument": {"uri": name}, "range": {"start": at, "end": at}, "context": {"diagnostics": []}})
    same(action["title"], "Trace where the kernels of 'rank.pt2' take their indices from")
    same(action["command"]["command"], "aoti-tidy.trace")
    page = command(editor, "trace", *action["command"]["arguments"], workDoneToken="t")
    wanted = subprocess.run([PROGRAM, "trace", os.path.realpath("rank.pt2")], capture_output=True, text=True)
    same(page[:len(wanted.stdout)], wanted.stdout)
    same([(m["params"]["token"], m["params"]["value"]["kind"]) for m in editor.messages if m["method"] == "$/progress"],
         [("t", "begin"), ("t", "end")])
    same(refused(editor, "trace", {"textDocument": {"uri": name}, "position": {"line": 0, "character": 0}}),
         "no package is known of a loader or a run in this line")
    # A log, as 'explain' reads it.
    wanted = subprocess.run([PROGRAM, "explain", "-"], input=LOG, capture_output=True, text=True)
    assert "illegal" in wanted.stdout, wanted
    same(command(editor, "explain", {"text": LOG}), wanted.stdout)
    assert "is empty" in refused(editor, "explain", {"text": ""})
    same(refused(editor, "explain"), "'aoti-tidy.explain' needs {\"text\": LOG}")
    same(refused(editor, "none"), "there is no such command")
    # One that is not wanted any more.
    number = editor.send("workspace/executeCommand", {"command": "aoti-tidy.explain", "arguments": [{"text": LOG}]})
    editor.notify("$/cancelRequest", {"id": number})
    answer = editor.answer(number)
    assert "result" in answer or answer["error"]["code"] == -32800, answer
    same(editor.end(), 0)


def a_package_read_anew():
    """By a client that watches no files."""
    editor = Editor(PROGRAM, "--torch-version=2.13")
    subprocess.run([sys.executable, MAKE_PACKAGE, "--input", "float32[2,4]", "rank.pt2", "model=cpu"], check=True)
    name = editor.open(uri("run.py"), RUN)
    same([d["code"] for d in editor.diagnostics(name)], ["aoti-input-contract"])
    subprocess.run([sys.executable, MAKE_PACKAGE, "--input", "float32[2,3]", "rank.pt2", "model=cpu"], check=True)
    same(command(editor, "reread"), None)
    while editor.shown[name]["diagnostics"]:
        editor._take()
    same(editor.end(), 0)


def work_that_takes_long():
    editor = Editor(PROGRAM, "--torch-version=2.13", capabilities={"window": {"workDoneProgress": True}})
    name = editor.open(uri("long.py"), LATE + "x = [[[[[[[[1]]]]]]]]\n" * 400000)
    while not any(m["method"] == "$/progress" for m in editor.messages):
        editor._take()
    (begun,) = editor.messages
    same(begun["params"]["value"], {"kind": "begin", "title": "aoti-tidy", "message": "linting long.py",
                                    "cancellable": False})
    (asked,) = editor.asked
    same((asked["method"], asked["params"]["token"]), ("window/workDoneProgress/create", begun["params"]["token"]))
    # An edit ends it.
    editor.change(name, LATE)
    same([place(d) for d in editor.diagnostics(name)], ["3:1: [aoti-debug-flag]"])
    same([m["params"]["value"]["kind"] for m in editor.messages], ["begin", "end"])
    said = editor.status()
    same((said["documents"], said["linted"], said["cancelled"], said["running"]), (1, 1, 1, []))
    same(editor.end(), 0)


def tags():
    text = 'import torch\n\nmodel = torch._export.aot_load("model.so", "cpu")\n'
    shows = {"tagSupport": {"valueSet": [1, 2]}}
    for capabilities, wanted in ({}, None), ({"textDocument": {"publishDiagnostics": shows}}, [2]):
        editor = Editor(PROGRAM, "--torch-version=2.13", capabilities=capabilities)
        (found,) = [d for d in editor.diagnostics(editor.open(uri("old.py"), text))
                    if d["code"] == "aoti-deprecated-api"]
        same(found.get("tags"), wanted)
        same(editor.end(), 0)


def torch_is_looked_for_once():
    """Where python3 is asked, edits do not wait for it; what is opened next does."""
    os.makedirs("bin", exist_ok=True)
    package = pathlib.Path("site/torch")
    package.mkdir(parents=True, exist_ok=True)
    if not (package / "include").exists():
        (package / "include").symlink_to(pathlib.Path(TORCH).resolve())
    program = pathlib.Path("bin/python3")
    program.write_text(f'#!/bin/sh\necho asked >> "{os.getcwd()}/asked"\necho "{package.resolve()}"\n')
    program.chmod(0o755)
    before = dict(os.environ)
    for variable in ("VIRTUAL_ENV", "CONDA_PREFIX", "Torch_DIR", "LIBTORCH"):
        os.environ.pop(variable, None)
    os.environ["PATH"] = f"{os.getcwd()}/bin:{os.environ['PATH']}"

    def asked():
        return pathlib.Path("asked").read_text().count("asked")

    editor = Editor(PROGRAM, folder="site")
    os.environ.clear()
    os.environ.update(before)
    first = editor.open(uri("site/late.py"), LATE)
    same([place(d) for d in editor.diagnostics(first)], ["3:1: [aoti-debug-flag]"])
    for _ in range(3):
        editor.change(first, (0, 0, 0, 0, "#\n"))
        editor.diagnostics(first)
    same(asked(), 1)
    editor.diagnostics(editor.open(uri("site/later.py"), LATE))
    editor.change(first, (0, 0, 0, 0, "#\n"))
    editor.diagnostics(first)
    same(asked(), 2)
    command(editor, "reread")
    editor.change(first, (0, 0, 0, 0, "#\n"))
    editor.diagnostics(first)
    assert asked() > 2
    same(editor.end(), 0)


def headers_are_precompiled_meanwhile():
    """Nobody waits for it: what comes after it is fast, and an edit does not end it."""
    # Not where the sources are.
    cache = tempfile.TemporaryDirectory()
    editor = Editor(PROGRAM, f"--torch-include={TORCH}", f"--cache-dir={cache.name}")
    host = ("#include <torch/csrc/inductor/aoti_package/model_package_loader.h>\n#include <cstdlib>\n"
            "int main() { setenv(\"TORCHINDUCTOR_NAN_ASSERTS\", \"1\", 1); }\n")
    pathlib.Path("host.cpp").write_text(host)
    pathlib.Path("flag.h").write_text("")
    name = editor.open(pathlib.Path("host.cpp"))
    same([d["code"] for d in editor.diagnostics(name)], ["aoti-debug-flag"])
    editor.change(name, host + "// Edited.\n")
    for _ in range(600):
        if list(pathlib.Path(cache.name).glob("llvmcache-headers-*")):
            break
        time.sleep(0.1)
    else:
        sys.exit("no headers were precompiled")
    same([d["code"] for d in editor.diagnostics(name)], ["aoti-debug-flag"])
    a_parse_waits(editor, name, host)
    same(editor.end(), 0)


def a_parse_waits(editor, name, host):
    """With the headers loaded: whether it answers is seen by what comes while it is stopped."""
    for number in range(100):
        editor.change(name, host + f"// Edited {number} times.\n")
        same([place(d) for d in editor.diagnostics(name)], ["3:14: [aoti-debug-flag]"])
        if not (warm := editor.status()["warm"]):
            time.sleep(0.1)
            continue
        (process,) = [w["process"] for w in warm]
        children = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()
        if not children:
            continue
        os.kill(int(children[0]), signal.SIGSTOP)
        editor.change(name, "\n" * number + host)
        deadline = time.time() + 2
        while is_used := editor.shown[name]["version"] != editor.versions[name]:
            editor.status()
            time.sleep(0.05)
            if time.time() > deadline:
                break
        os.kill(int(children[0]), signal.SIGCONT)
        same([place(d) for d in editor.diagnostics(name)], [f"{3 + number}:14: [aoti-debug-flag]"])
        if is_used:
            break
    else:
        sys.exit("no parse has waited")
    # An error, the right text again, and a text of another length without its last line's end.
    editor.change(name, host + "int;\nint x = y;\n")
    same([d["code"] for d in editor.diagnostics(name)], ["aoti-debug-flag", "incomplete"])
    editor.change(name, "// \u266b\n" + host.rstrip())
    same([place(d) for d in editor.diagnostics(name)], ["4:14: [aoti-debug-flag]"])
    # Without it, the lint parses the text.
    os.kill(process, signal.SIGKILL)
    editor.change(name, "\n" + host)
    same([place(d) for d in editor.diagnostics(name)], ["4:14: [aoti-debug-flag]"])
    # A header's text that was not saved, and then is another one.
    own = ('#include "flag.h"\n' + host).replace("TORCHINDUCTOR_NAN_ASSERTS", "AOTI_RUNTIME_CHECK_INPUTS").replace('"1"', "FLAG")
    header = editor.open(pathlib.Path("flag.h"), '#define FLAG "0"\n')
    editor.change(name, own)
    same(editor.diagnostics(name), [])
    editor.change(header, '#define FLAG "false"\n')
    editor.change(name, own + "//\n")
    same([place(d) for d in editor.diagnostics(name)], ["4:14: [aoti-debug-flag]"])


for test in (headers_are_precompiled_meanwhile, pages, a_package_read_anew, work_that_takes_long, tags, torch_is_looked_for_once):
    test()
    print("ok", test.__name__)
