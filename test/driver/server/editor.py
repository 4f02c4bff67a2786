# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An editor for tests: it starts 'aoti-tidy server' and speaks the protocol with it."""
import json
import os
import pathlib
import queue
import subprocess
import threading

WAIT = 60  # seconds; a machine may be busy


def uri(path):
    return pathlib.Path(path).resolve().as_uri()


LANGUAGES = {".py": "python", ".cpp": "cpp", ".h": "cpp", ".cu": "cuda-cpp", ".md": "markdown", ".ipynb": "json"}


class Editor:
    def __init__(self, program, *arguments, capabilities=None, folder=None, options=None, start=True):
        self.process = subprocess.Popen([program, "server", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.received = queue.Queue()
        self.shown = {}  # by URI: what was published last
        self.history = []  # all that was published
        self.asked = []  # requests of the server's
        self.messages = []
        self.answers = {}
        self.configuration = None
        self.texts = {}
        self.versions = {}
        self.last = 0
        threading.Thread(target=self._read, daemon=True).start()
        if start:
            self.capabilities = self.request("initialize", {
                "processId": os.getpid(), "rootUri": uri(folder) if folder else None,
                "capabilities": capabilities or {}, "initializationOptions": options})["capabilities"]
            self.notify("initialized", {})

    def _read(self):
        out = self.process.stdout
        while True:
            length = 0
            while (line := out.readline().strip()):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if not length:
                self.received.put(None)
                return
            self.received.put(json.loads(out.read(length)))

    def write(self, message):
        text = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        self.process.stdin.flush()

    def notify(self, method, params):
        self.write({"method": method, "params": params})

    def send(self, method, params):
        """A request whose answer() is waited for later."""
        self.last += 1
        self.write({"id": self.last, "method": method, "params": params})
        return self.last

    def _take(self, wait=WAIT):
        message = self.received.get(timeout=wait)
        if message is None:
            raise EOFError("the server has ended")
        method = message.get("method")
        if method == "textDocument/publishDiagnostics":
            self.history.append(message["params"])
            self.shown[message["params"]["uri"]] = message["params"]
        elif method and "id" in message:
            self.asked.append(message)
            result = [self.configuration] if method == "workspace/configuration" else None
            self.write({"id": message["id"], "result": result})
        elif method:
            self.messages.append(message)
        else:
            self.answers[message["id"]] = message

    def answer(self, number):
        while number not in self.answers:
            self._take()
        return self.answers.pop(number)

    def request(self, method, params):
        answer = self.answer(self.send(method, params))
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["result"]

    def open(self, path, text=None, language=None):
        name = path if "://" in str(path) or str(path).startswith("untitled:") else uri(path)
        if text is None:
            text = pathlib.Path(path).read_bytes().decode("utf-8")
        self.texts[name], self.versions[name] = text, 1
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": name, "languageId": language or LANGUAGES.get(os.path.splitext(name)[1], "plaintext"),
            "version": 1, "text": text}})
        return name

    def change(self, name, *changes):
        """Each one a text, or (line, character, line, character, text)."""
        self.versions[name] += 1
        content = []
        for c in changes:
            if isinstance(c, str):
                content.append({"text": c})
            else:
                content.append({"range": {"start": {"line": c[0], "character": c[1]},
                                          "end": {"line": c[2], "character": c[3]}}, "text": c[4]})
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": name, "version": self.versions[name]}, "contentChanges": content})

    def close(self, name):
        self.notify("textDocument/didClose", {"textDocument": {"uri": name}})

    def diagnostics(self, name, version=None):
        """What is shown of the newest version."""
        version = version or self.versions[name]
        while self.shown.get(name, {}).get("version") != version:
            self._take()
        return self.shown[name]["diagnostics"]

    def actions(self, name, diagnostic, only=None):
        context = {"diagnostics": [diagnostic]}
        if only:
            context["only"] = only
        return self.request("textDocument/codeAction", {
            "textDocument": {"uri": name}, "range": diagnostic["range"], "context": context})

    def status(self):
        return self.request("aoti-tidy/status", {})

    def end(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(WAIT)


class Cells:
    """A client's notebook: cells by a short name."""

    def __init__(self, editor, path, *cells):
        self.editor, self.uri, self.path = editor, uri(path), path
        self.names, self.texts, self.versions = [], {}, {}
        texts = [self._cell(name, text) for name, text in cells]
        editor.notify("notebookDocument/didOpen", {
            "notebookDocument": {"uri": self.uri, "notebookType": "jupyter-notebook", "version": 1,
                                 "cells": [{"kind": 2, "document": self.cell(name)} for name, _ in cells]},
            "cellTextDocuments": texts})
        self.names = [name for name, _ in cells]

    def cell(self, name):
        return f"vscode-notebook-cell:{pathlib.Path(self.path).resolve()}#{name}"

    def _cell(self, name, text):
        self.texts[name], self.versions[name] = text, 1
        return {"uri": self.cell(name), "version": 1, "text": text,
                "languageId": "markdown" if name.startswith("text") else "python"}

    def notify(self, cells):
        self.editor.notify("notebookDocument/didChange", {
            "notebookDocument": {"uri": self.uri, "version": 2}, "change": {"cells": cells}})

    def change(self, name, *edits):
        self.versions[name] += 1
        self.notify({"textContent": [{
            "document": {"uri": self.cell(name), "version": self.versions[name]},
            "changes": [{"text": e} if isinstance(e, str) else
                        {"range": {"start": {"line": e[0], "character": e[1]},
                                   "end": {"line": e[2], "character": e[3]}}, "text": e[4]} for e in edits]}]})

    def structure(self, start, delete, new=(), moved=()):
        opened = [self._cell(name, text) for name, text in new]
        names = list(moved) + [name for name, _ in new]
        closed = [name for name in self.names[start:start + delete] if name not in names]
        self.names[start:start + delete] = names
        self.notify({"structure": {
            "array": {"start": start, "deleteCount": delete,
                      "cells": [{"kind": 2, "document": self.cell(n)} for n in names]},
            "didOpen": opened, "didClose": [{"uri": self.cell(n)} for n in closed]}})

    def close(self):
        self.editor.notify("notebookDocument/didClose", {
            "notebookDocument": {"uri": self.uri},
            "cellTextDocuments": [{"uri": self.cell(n)} for n in self.names]})


def apply(text, edits):
    """The text after edits in UTF-16, as an editor makes them."""
    lines = text.split("\n")

    def offset(place):
        before = sum(len(line) + 1 for line in lines[:place["line"]])
        line = lines[place["line"]] if place["line"] < len(lines) else ""
        units = line.encode("utf-16-le")[:2 * place["character"]]
        return before + len(units.decode("utf-16-le"))

    for edit in sorted(edits, key=lambda e: offset(e["range"]["start"]), reverse=True):
        text = text[:offset(edit["range"]["start"])] + edit["newText"] + text[offset(edit["range"]["end"]):]
    return text


def place(diagnostic):
    start = diagnostic["range"]["start"]
    return f"{start['line'] + 1}:{start['character'] + 1}: [{diagnostic['code']}]"
