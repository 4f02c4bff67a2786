#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""actions.py AOTI_TIDY MAKE_PACKAGE TORCH: what the server offers to do about a finding, and what it does when
files, settings and folders change."""
import json
import os
import pathlib
import subprocess
import sys

from editor import Editor, apply, place, uri

PROGRAM, MAKE_PACKAGE, TORCH = sys.argv[1:4]
FLAG = 'import os\nnote = "\U0001d11e"; os.environ["TORCHINDUCTOR_NAN_ASSERTS"] = "true"\nimport torch\n'
LATE = 'import os\nimport torch\nos.environ["TORCH_LOGS"] = "output_code"\n'


def same(found, wanted):
    assert found == wanted, f"\n  found  {found}\n  wanted {wanted}"


def edits_of(action, name):
    edit = action["edit"]
    if "documentChanges" in edit:
        (change,) = edit["documentChanges"]
        same(change["textDocument"]["uri"], name)
        return change["edits"]
    return edit["changes"][name]


def fixes():
    editor = Editor(PROGRAM, "--torch-version=2.13",
                    capabilities={"workspace": {"workspaceEdit": {"documentChanges": True}},
                                  "textDocument": {"publishDiagnostics": {"relatedInformation": True}}})
    name = editor.open(uri("flag.py"), FLAG)
    (found,) = editor.diagnostics(name)
    same(place(found), "2:14: [aoti-debug-flag]")
    actions = editor.actions(name, found)
    titles = [a["title"] for a in actions]
    same(titles, ["Fix aoti-debug-flag (unsafe, judge it): to turn it on, set '1'",
                  "Silence aoti-debug-flag here, with a reason"])
    same([r["message"] for r in found["relatedInformation"]], ["to turn it on, set '1'"])
    same(actions[0]["edit"]["documentChanges"][0]["textDocument"]["version"], 1)
    fixed = apply(FLAG, edits_of(actions[0], name))
    same(fixed, FLAG.replace('"true"', '"1"'))
    silenced = apply(FLAG, edits_of(actions[1], name))
    assert "aoti-debug-flag" in silenced and "TODO: say why" in silenced, silenced
    for text in (fixed, silenced):
        editor.change(name, text)
        same(editor.diagnostics(name), [])
    # Only what is asked for, and only where it is asked.
    editor.change(name, FLAG)
    (found,) = editor.diagnostics(name)
    same(editor.actions(name, found, only=["source.fixAll.aoti-tidy"]), [])
    same(editor.actions(name, found, only=["refactor"]), [])
    same(len(editor.actions(name, found, only=["quickfix"])), 2)
    elsewhere = {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}}}
    same(editor.actions(name, elsewhere), [])
    same(editor.actions("file:///not/open.py", elsewhere), [])
    # The page of the check.
    hover = {"textDocument": {"uri": name}, "position": {"line": 1, "character": 20}}
    page = editor.request("textDocument/hover", hover)
    same(page["contents"]["kind"], "markdown")
    assert page["contents"]["value"].startswith("# aoti-debug-flag"), page
    same(page["range"], found["range"])
    hover["position"]["line"] = 0
    same(editor.request("textDocument/hover", hover), None)
    same(editor.end(), 0)


def all_safe_fixes():
    text = ('import os\nos.environ["TORCHINDUCTOR_NAN_ASSERTS"] = 1\nnote = "\U0001d11e"\n'
            'os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = True\n')
    fixed = text.replace("= 1", '= "1"').replace("= True", '= "1"')
    editor = Editor(PROGRAM, "--torch-version=2.13")
    name = editor.open(uri("all.py"), text)
    found = editor.diagnostics(name)
    same([place(d) for d in found], ["2:1: [aoti-debug-flag]", "4:1: [aoti-debug-flag]"])
    (action,) = editor.actions(name, found[0], only=["source.fixAll"])
    same(action["kind"], "source.fixAll.aoti-tidy")
    same(apply(text, edits_of(action, name)), fixed)
    first = editor.actions(name, found[0], only=["quickfix"])[0]
    same((first["title"], first["isPreferred"]), ("Fix aoti-debug-flag", True))
    same(apply(text, edits_of(first, name)), text.replace("= 1", '= "1"'))
    # Where not all was understood, nothing is edited.
    editor.change(name, text + "def f(:\n")
    broken = [d for d in editor.diagnostics(name) if d["severity"] == 2]
    same([a["title"] for a in editor.actions(name, broken[0])], ["Silence aoti-debug-flag here, with a reason"])
    same(editor.end(), 0)


def pulled():
    editor = Editor(PROGRAM, "--torch-version=2.13",
                    capabilities={"textDocument": {"diagnostic": {}},
                                  "workspace": {"diagnostics": {"refreshSupport": True},
                                                "didChangeWatchedFiles": {"dynamicRegistration": True}}})
    assert editor.capabilities["diagnosticProvider"]
    name = editor.open(uri("late.py"), LATE)
    ask = {"textDocument": {"uri": name}}
    report = editor.request("textDocument/diagnostic", ask)
    same((report["kind"], [place(d) for d in report["items"]]), ("full", ["3:1: [aoti-debug-flag]"]))
    # The answer is that of the text when it is given; one that is not wanted is none.
    editor.change(name, LATE + "x = [1]\n" * 100000)
    first = editor.send("textDocument/diagnostic", ask)
    editor.notify("$/cancelRequest", {"id": first})
    second = editor.send("textDocument/diagnostic", ask)
    editor.change(name, "\n" + LATE)
    same(editor.answer(first)["error"]["code"], -32800)
    same([place(d) for d in editor.answer(second)["result"]["items"]], ["4:1: [aoti-debug-flag]"])
    same(editor.history, [])
    (registered,) = editor.asked
    same(registered["method"], "client/registerCapability")
    editor.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri("model.pt2"), "type": 2}]})
    editor.request("textDocument/diagnostic", ask)
    same(editor.asked[-1]["method"], "workspace/diagnostic/refresh")
    same(editor.end(), 0)


def settings():
    editor = Editor(PROGRAM, capabilities={"workspace": {"configuration": True}},
                    options={"arguments": ["--torch-version=2.13"]})
    name = editor.open(uri("late.py"), LATE)
    same([place(d) for d in editor.diagnostics(name)], ["3:1: [aoti-debug-flag]"])
    editor.configuration = {"arguments": ["--torch-version=2.13", "--checks=-aoti-debug-flag,aoti-input-order"]}
    editor.notify("workspace/didChangeConfiguration", {"settings": None})
    while editor.shown[name]["diagnostics"]:
        editor._take()
    # What is wrong is said, and changes nothing.
    editor.configuration = {"arguments": ["--no-such-option"]}
    editor.notify("workspace/didChangeConfiguration", {"settings": None})
    while not editor.messages:
        editor._take()
    assert "--no-such-option" in editor.messages[0]["params"]["message"], editor.messages
    editor.change(name, "\n" + LATE)
    same(editor.diagnostics(name), [])
    same(editor.end(), 0)
    # The configuration of the folder, which comes later.
    os.makedirs("configured", exist_ok=True)
    editor = Editor(PROGRAM, "--torch-version=2.13", folder="configured")
    name = editor.open(uri("configured/late.py"), LATE)
    same(len(editor.diagnostics(name)), 1)
    pathlib.Path("configured/.clang-tidy").write_text("Checks: '-aoti-debug-flag'\n")
    editor.notify("workspace/didChangeWatchedFiles", {"changes": []})
    while any(d["code"] == "aoti-debug-flag" for d in editor.shown[name]["diagnostics"]):
        editor._take()
    same(editor.end(), 0)


def runs_and_their_packages():
    """What is known of a run and of its package, where the model is loaded or run."""
    text = ('import torch\n\nmodel = torch._inductor.aoti_load_package("nowhere.pt2")\n'
            'y = model(torch.ones(2, 3))\n')
    editor = Editor(PROGRAM, "--torch-version=2.13")
    name = editor.open(uri("run.py"), text)
    editor.diagnostics(name)
    hover = {"textDocument": {"uri": name}, "position": {"line": 3, "character": 6}}
    said = editor.request("textDocument/hover", hover)["contents"]["value"]
    assert "run.py:4:" in said and "[2, 3] (line 4)" in said, said
    same(editor.request("textDocument/inlayHint", {"textDocument": {"uri": name}, "range": {
        "start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}}), [])
    # A package that comes later.
    subprocess.run([sys.executable, MAKE_PACKAGE, "--input", "float32[2,3]", "rank.pt2", "model=cpu"], check=True)
    editor.change(name, text.replace("nowhere", "rank"))
    editor.diagnostics(name)
    (hint,) = editor.request("textDocument/inlayHint", {"textDocument": {"uri": name}, "range": {
        "start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}})
    same((hint["position"]["line"], hint["label"]), (3, "rank.pt2 on cpu, takes 1 input"))
    same(editor.end(), 0)


def what_comes_later():
    """A package that is replaced, and a database of compile commands."""
    def package(sizes):
        subprocess.run([sys.executable, MAKE_PACKAGE, "--input", sizes, "later.pt2", "model=cpu"], check=True)

    def changed(path, kind=2):
        editor.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri(path), "type": kind}]})

    editor = Editor(PROGRAM, "--torch-version=2.13", f"--torch-include={TORCH}", folder=".")
    package("float32[2,4]")
    name = editor.open(uri("later.py"), 'import torch\n\nmodel = torch._inductor.aoti_load_package("later.pt2")\n'
                                        'y = model(torch.ones(2, 3))\n')
    same([d["code"] for d in editor.diagnostics(name)], ["aoti-input-contract"])
    package("float32[2,3]")
    changed("later.pt2")
    while editor.shown[name]["diagnostics"]:
        editor._take()
    host = editor.open(uri("named.cpp"), "#include <cstdlib>\n"
                       "#include <torch/csrc/inductor/aoti_package/model_package_loader.h>\n"
                       "int main() { setenv(NAME, \"1\", 1); }\n")
    same([d["code"] for d in editor.diagnostics(host)], ["incomplete"])
    flags = ["c++", "-std=c++17", '-DNAME="TORCHINDUCTOR_NAN_ASSERTS"', "-c", "named.cpp"]
    pathlib.Path("compile_commands.json").write_text(
        json.dumps([{"directory": os.getcwd(), "file": "named.cpp", "arguments": flags}]))
    changed("compile_commands.json", 1)
    while [d["code"] for d in editor.shown[host]["diagnostics"]] != ["aoti-debug-flag"]:
        editor._take()
    same(editor.end(), 0)


for test in (fixes, all_safe_fixes, pulled, settings, runs_and_their_packages, what_comes_later):
    test()
    print("ok", test.__name__)
