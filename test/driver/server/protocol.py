#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""protocol.py AOTI_TIDY TORCH: how the server keeps to the protocol, and that what it
shows is of the text that the editor shows."""
import os
import pathlib
import signal
import subprocess
import sys
import time

from editor import Editor, apply, place, uri

PROGRAM, TORCH = sys.argv[1:3]
PYTHON = ["--torch-version=2.13"]
LATE = 'import os\nimport torch\nos.environ["TORCH_LOGS"] = "output_code"\n'
HOST = """#include <cstdlib>
#include "flags.h"
#include <torch/csrc/inductor/aoti_package/model_package_loader.h>
int main() {
  setenv(FLAG, "1", 1);
  torch::inductor::AOTIModelPackageLoader Loader("model.pt2");
}
"""


def same(found, wanted):
    assert found == wanted, f"\n  found  {found}\n  wanted {wanted}"


def places(diagnostics):
    return [place(d) for d in diagnostics]


def the_lifecycle():
    editor = Editor(PROGRAM, start=False)
    same(editor.answer(editor.send("textDocument/hover", {}))["error"]["code"], -32002)
    editor.notify("textDocument/didOpen", {"textDocument": {"uri": "file:///a.py", "version": 1, "text": LATE}})
    offered = editor.request("initialize", {"capabilities": {}})["capabilities"]
    same((offered["positionEncoding"], offered["textDocumentSync"]["change"]), ("utf-16", 2))
    same(editor.answer(editor.send("initialize", {}))["error"]["code"], -32600)
    same(editor.answer(editor.send("no/such", {}))["error"]["code"], -32601)
    editor.notify("no/such", {})
    same(editor.status()["documents"], 0)
    editor.request("shutdown", None)
    same(editor.answer(editor.send("textDocument/hover", {}))["error"]["code"], -32600)
    editor.notify("exit", None)
    same(editor.process.wait(), 0)
    # Not by the book.
    editor = Editor(PROGRAM)
    editor.notify("exit", None)
    same(editor.process.wait(), 1)
    editor = Editor(PROGRAM)
    editor.process.stdin.close()
    same(editor.process.wait(), 2)
    lost = subprocess.run([PROGRAM, "server"], input=b"Content-Length: x\r\n\r\n{}", capture_output=True)
    same((lost.returncode, lost.stdout), (2, b""))


def edits_of_python():
    path = pathlib.Path("late.py")
    path.write_text(LATE)
    editor = Editor(PROGRAM, *PYTHON)
    late = editor.open(path)
    found = editor.diagnostics(late)
    same(places(found), ["3:1: [aoti-debug-flag]"])
    same((found[0]["severity"], found[0]["source"]), (2, "aoti-tidy"))
    # In the buffer only: the file stays as it is.
    editor.change(late, (1, 0, 2, 0, ""))
    same(editor.diagnostics(late), [])
    editor.change(late, (0, 0, 0, 0, "import torch\n"), (0, 0, 0, 0, "# \U0001d11e\n"))
    same(places(editor.diagnostics(late)), ["4:1: [aoti-debug-flag]"])
    # In units of UTF-16, of which the clef has two.
    editor.change(late, (0, 2, 0, 4, "\u266b"), 'x = "\U0001d11e"; ' + LATE.replace("\n", "; "))
    same(places(editor.diagnostics(late)), ["1:36: [aoti-debug-flag]"])
    # Broken, and whole again.
    editor.change(late, LATE + "def f(:\n")
    shown = editor.diagnostics(late)
    same([d["code"] for d in shown if d["severity"] == 3], ["incomplete"])
    editor.change(late, LATE)
    same(places(editor.diagnostics(late)), ["3:1: [aoti-debug-flag]"])
    # Places behind every end, and changes that are none.
    editor.change(late, (900, 900, 901, 0, "x = 1\n"))
    editor.notify("textDocument/didChange", {"textDocument": {"uri": late, "version": 8},
                                             "contentChanges": [{"range": 3, "text": ""}, 7]})
    editor.versions[late] = 8
    same(places(editor.diagnostics(late)), ["3:1: [aoti-debug-flag]"])
    editor.close(late)
    while editor.shown[late]["diagnostics"]:
        editor._take()
    assert "version" not in editor.shown[late]
    # What has no file, and what is no language of ours.
    unnamed = editor.open("untitled:Untitled-1", LATE, "python")
    same(places(editor.diagnostics(unnamed)), ["3:1: [aoti-debug-flag]"])
    other = editor.open("file:///nowhere/notes.txt", LATE)
    same(editor.diagnostics(other), [])
    same(editor.end(), 0)
    # In bytes, where both sides can.
    editor = Editor(PROGRAM, *PYTHON, capabilities={"general": {"positionEncodings": ["utf-16", "utf-8"]}})
    same(editor.capabilities["positionEncoding"], "utf-8")
    late = editor.open(path, 'x = "\U0001d11e"; ' + LATE.replace("\n", "; "))
    same(places(editor.diagnostics(late)), ["1:38: [aoti-debug-flag]"])
    same(editor.end(), 0)


def nothing_of_an_older_version():
    editor = Editor(PROGRAM, *PYTHON)
    name = editor.open(pathlib.Path("late.py"))
    for i in range(40):
        editor.change(name, (0, 0, 0, 0, "#\n"))
        if i % 7 == 0:
            editor.diagnostics(name)
    same(places(editor.diagnostics(name)), ["43:1: [aoti-debug-flag]"])
    versions = [p["version"] for p in editor.history if p["uri"] == name]
    same(versions, sorted(set(versions)))
    for p in editor.history:
        same(places(p["diagnostics"]), [f"{p['version'] + 2}:1: [aoti-debug-flag]"])
    same(editor.end(), 0)


def documents():
    markdown = "# A\n\n```python\n" + LATE + "```\n"
    notebook = ('{"cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": null, "source": '
                '["import os\\n", "import torch\\n",\n "os.environ[\\"TORCH_LOGS\\"] = \\"output_code\\"\\n"]}],\n'
                '"metadata": {"language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}\n')
    editor = Editor(PROGRAM, *PYTHON)
    same(places(editor.diagnostics(editor.open(uri("a.md"), markdown))), ["6:1: [aoti-debug-flag]"])
    same(places(editor.diagnostics(editor.open(uri("a.ipynb"), notebook))), ["2:3: [aoti-debug-flag]"])
    same(editor.end(), 0)


def cxx_and_its_headers():
    os.makedirs("cxx", exist_ok=True)
    header, host = pathlib.Path("cxx/flags.h"), pathlib.Path("cxx/host.cpp")
    header.write_text('#define FLAG "HOME"\n')
    host.write_text(HOST)
    editor = Editor(PROGRAM, f"--torch-include={TORCH}", folder="cxx")
    opened = editor.open(host)
    same(editor.diagnostics(opened), [])
    # A header counts as it is in the editor.
    flags = editor.open(header)
    editor.change(flags, '#define FLAG "TORCHINDUCTOR_NAN_ASSERTS"\n')
    while not editor.shown[opened]["diagnostics"]:
        editor._take()
    same(places(editor.shown[opened]["diagnostics"]), ["5:3: [aoti-debug-flag]"])
    same(header.read_text(), '#define FLAG "HOME"\n')
    editor.close(flags)
    editor.change(opened, (5, 0, 5, 0, "\n"))
    same(editor.diagnostics(opened), [])
    editor.change(opened, HOST.replace("FLAG", '"TORCHINDUCTOR_NAN_ASSERTS"'))
    same(places(editor.diagnostics(opened)), ["5:3: [aoti-debug-flag]"])
    editor.change(opened, (4, 20, 8, 0, ""))
    assert any(d["severity"] == 3 for d in editor.diagnostics(opened))
    same(editor.end(), 0)


def running(editor):
    """The process of the lint that is under way."""
    for _ in range(600):
        if lints := editor.status()["running"]:
            return lints[0]["process"]
        time.sleep(0.01)
    sys.exit("no lint was seen to run")


def deaths():
    """What a lint dies of is not the server's end."""
    editor = Editor(PROGRAM, *PYTHON)
    name = editor.open(uri("many.py"), LATE + "x = [1]\n" * 200000)
    os.kill(running(editor), signal.SIGKILL)
    shown = editor.diagnostics(name)
    if shown and shown[0]["severity"] == 3:
        same(shown[0]["message"], "findings may be missing here: the lint came to no end; the next edit starts another")
    editor.change(name, LATE)
    same(places(editor.diagnostics(name)), ["3:1: [aoti-debug-flag]"])
    # The editor dies, and the lint with the server.
    editor.change(name, LATE + "x = [1]\n" * 400000)
    process = running(editor)
    editor.process.kill()
    editor.process.wait()
    for _ in range(600):
        if not os.path.exists(f"/proc/{process}"):
            return
        time.sleep(0.1)
    sys.exit("a lint has outlived its server")


for test in (the_lifecycle, edits_of_python, nothing_of_an_older_version, documents, cxx_and_its_headers, deaths):
    test()
    print("ok", test.__name__)
