#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""notebooks.py AOTI_TIDY MAKE_PACKAGE: a notebook of which the editor shows the cells."""
import pathlib
import subprocess
import sys

from editor import Cells, Editor, apply, place

PROGRAM, MAKE_PACKAGE = sys.argv[1:3]
SET = 'os.environ["TORCHINDUCTOR_NAN_ASSERTS"] = 1\n'


def same(found, wanted):
    assert found == wanted, f"\n  found  {found}\n  wanted {wanted}"


class Notebook(Cells):
    """Whose cells show what is wanted."""

    def shown(self, **wanted):
        """Waits until that is shown of the cells, and of no other."""
        def is_shown(name):
            said = self.editor.shown.get(self.cell(name))
            return said and [place(d) for d in said["diagnostics"]] == wanted.get(name, [])

        while not all(is_shown(name) for name in self.versions):
            self.editor._take()

    def ask(self, method, name, line, character=0):
        at = {"line": line, "character": character}
        return self.editor.request("textDocument/" + method, {
            "textDocument": {"uri": self.cell(name)}, "position": at, "range": {"start": at, "end": at},
            "context": {"diagnostics": []}})


def cells_of_a_notebook():
    editor = Editor(PROGRAM, "--torch-version=2.13",
                    capabilities={"workspace": {"workspaceEdit": {"documentChanges": True}}})
    (selector,) = editor.capabilities["notebookDocumentSync"]["notebookSelector"]
    same(selector["notebook"]["notebookType"], "jupyter-notebook")
    n = Notebook(editor, "a.ipynb", ("one", "import os"), ("text", SET), ("two", "%time\n" + SET), ("three", SET + SET))
    n.shown(two=["2:1: [aoti-debug-flag]"], three=["1:1: [aoti-debug-flag]", "2:1: [aoti-debug-flag]"])
    # Nothing is said of the notebook itself, and of a cell with its version.
    assert n.uri not in editor.shown
    same(editor.shown[n.cell("two")]["version"], 1)
    (found, *_) = editor.shown[n.cell("three")]["diagnostics"]
    same(found["range"]["end"]["line"], 0)
    n.change("three", (0, 0, 2, 0, "x = 1\r\n"), (0, 0, 0, 0, 'n = "\U0001d11e"; ' + SET))
    n.shown(two=["2:1: [aoti-debug-flag]"], three=["1:11: [aoti-debug-flag]"])
    same(editor.shown[n.cell("three")]["version"], 2)
    # A fix of one cell, and of all.
    fix = n.ask("codeAction", "three", 0, 12)[0]
    (change,) = fix["edit"]["documentChanges"]
    same(change["textDocument"], {"uri": n.cell("three"), "version": 2})
    text = 'n = "\U0001d11e"; ' + SET + "x = 1\r\n"
    same(apply(text, change["edits"]), text.replace("= 1\n", '= "1"\n', 1))
    silenced = [a for a in n.ask("codeAction", "two", 1) if "Silence" in a["title"]][0]
    (change,) = silenced["edit"]["documentChanges"]
    assert "TODO: say why" in apply("%time\n" + SET, change["edits"]), change
    all_fixes = [a for a in n.ask("codeAction", "two", 1) if "all safe" in a["title"]][0]
    changed = {c["textDocument"]["uri"]: c["edits"] for c in all_fixes["edit"]["documentChanges"]}
    same(sorted(changed), sorted([n.cell("two"), n.cell("three")]))
    same(apply("%time\n" + SET, changed[n.cell("two")]), "%time\n" + SET.replace("= 1", '= "1"'))
    same(apply(text, changed[n.cell("three")]), text.replace("= 1\n", '= "1"\n', 1))
    assert n.ask("hover", "two", 1)["contents"]["value"].startswith("# aoti-debug-flag")
    same(n.ask("hover", "one", 0), None)
    # Cells come, go and are moved: what an earlier one imports counts.
    n.structure(0, 1)
    n.shown()
    n.structure(0, 0, new=[("four", "import os\n")])
    n.shown(two=["2:1: [aoti-debug-flag]"], three=["1:11: [aoti-debug-flag]"])
    n.structure(2, 2, moved=["three", "two"])
    n.change("two", (0, 0, 0, 0, "\n"))
    n.shown(two=["3:1: [aoti-debug-flag]"], three=["1:11: [aoti-debug-flag]"])
    # What is no Python is said in its cell.
    n.change("three", "def f(:\n")
    n.shown(two=["3:1: [aoti-debug-flag]"], three=["1:7: [incomplete]"])
    # Changes that are none, of what is not there.
    editor.notify("notebookDocument/didChange", {"notebookDocument": {"uri": "file:///no.ipynb"}, "change": {}})
    n.notify({"structure": {"array": {"start": 99, "deleteCount": 99}}, "textContent": [{"document": {"uri": "no"}}, 7]})
    n.change("three", (9, 9, 9, 9, "\\"))
    n.close()
    n.shown()
    same(editor.status()["documents"], 0)
    same(editor.end(), 0)


def pulled():
    editor = Editor(PROGRAM, "--torch-version=2.13", capabilities={"textDocument": {"diagnostic": {}}})
    n = Notebook(editor, "untitled.ipynb", ("one", "import os"), ("two", SET))
    for name, wanted in ("two", ["1:1: [aoti-debug-flag]"]), ("one", []):
        report = editor.request("textDocument/diagnostic", {"textDocument": {"uri": n.cell(name)}})
        same([place(d) for d in report["items"]], wanted)
    same(editor.shown, {})
    same(editor.end(), 0)


def runs():
    subprocess.run([sys.executable, MAKE_PACKAGE, "--input", "float32[2,4]", "rank.pt2", "model=cpu"], check=True)
    editor = Editor(PROGRAM, "--torch-version=2.13",
                    capabilities={"textDocument": {"publishDiagnostics": {"relatedInformation": True}}})
    n = Notebook(editor, "run.ipynb", ("one", 'import torch\nmodel = torch._inductor.aoti_load_package("rank.pt2")'),
                 ("two", "x = torch.ones(2, 3)\ny = model(x)"))
    n.shown(two=["1:5: [aoti-input-contract]"])
    (found,) = editor.shown[n.cell("two")]["diagnostics"]
    same([(r["location"]["uri"], r["location"]["range"]["start"]["line"]) for r in found["relatedInformation"]],
         [(n.cell("two"), 1), (n.cell("one"), 1)])
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    for name, wanted in ("one", []), ("two", [({"line": 1, "character": 12}, "rank.pt2 on cpu, takes 1 input")]):
        hints = editor.request("textDocument/inlayHint", {"textDocument": {"uri": n.cell(name)}, "range": whole})
        same([(h["position"], h["label"]) for h in hints], wanted)
    (trace,) = [a for a in n.ask("codeAction", "two", 1) if "command" in a]
    assert "model 'model', for cpu" in editor.request("workspace/executeCommand", trace["command"])
    same(editor.end(), 0)


for test in (cells_of_a_notebook, pulled, runs):
    test()
    print("ok", test.__name__)
