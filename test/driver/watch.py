#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""watch.py AOTI_TIDY: edits files under 'aoti-tidy --watch', and holds what each round
says against what it should. Waits for what it wants to see, a minute at most, so that a
slow machine is no failure."""
import atexit
import os
import pathlib
import queue
import signal
import subprocess
import sys
import threading
import time

PROGRAM = sys.argv[1]
LATE = 'import os\nimport torch\nos.environ["TORCH_LOGS"] = "output_code"\n'
CLEAN = 'import os\nos.environ["TORCH_LOGS"] = "output_code"\nimport torch\n'


class Watch:
    def __init__(self, *args, cwd="."):
        self.process = subprocess.Popen([PROGRAM, "--watch", "--torch-version=2.13", "--color=never", *args], cwd=cwd,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                        # What starts this may ignore it.
                                        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        atexit.register(self.process.kill)
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip())
        self.lines.put(None)

    def round(self):
        """What is said up to the end of the next round."""
        said, end = [], time.monotonic() + 60
        while True:
            line = self.lines.get(timeout=max(0.1, end - time.monotonic()))
            assert line is not None, "it ended:\n" + "\n".join(said)
            said.append(line)
            if line.startswith("aoti-tidy: watching "):
                return "\n".join(said)

    def until(self, *texts):
        """A change may take more than a round to be seen as a whole."""
        for _ in range(5):
            said = self.round()
            if all(text in said for text in texts):
                return said
        raise AssertionError(f"not {texts} in:\n{said}")

    def is_silent(self, seconds=1.5):
        try:
            raise AssertionError("nothing has changed, but it says: " + str(self.lines.get(timeout=seconds)))
        except queue.Empty:
            pass

    def end(self, how=signal.SIGINT):
        self.process.send_signal(how)
        return self.process.wait(timeout=60)


def git(*args):
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.com", *args], check=True,
                   stdout=subprocess.DEVNULL)


def folders():
    a = pathlib.Path("src/a.py")
    a.parent.mkdir()
    a.write_text(LATE)
    pathlib.Path(".gitignore").write_text("/gen/\n*.log\n")
    pathlib.Path("gen").mkdir()
    git("init", "-q")
    w = Watch(".")
    said = w.round()
    assert "src/a.py:3:1: warning:" in said and "1 finding in" in said, said

    a.write_text(CLEAN)
    said = w.until("changed: src/a.py", "0 findings in")
    # As editors save: a new file in place of the old one.
    pathlib.Path("src/a.py.tmp").write_text(LATE)
    os.replace("src/a.py.tmp", a)
    w.until("changed: src/a.py", "1 finding in")

    # New folders, also several at once, and what is in them.
    deep = pathlib.Path("new/deep/er")
    deep.mkdir(parents=True)
    (deep / "b.py").write_text(LATE)
    w.until("new/deep/er/b.py:3:1: warning:", "2 findings in")
    (deep / "b.py").write_text(CLEAN)
    w.until("changed: new/deep/er/b.py", "1 finding in")
    os.rename("new", "renamed")
    w.until("1 finding in")
    (pathlib.Path("renamed/deep/er") / "b.py").write_text(LATE)
    w.until("renamed/deep/er/b.py:3:1: warning:", "2 findings in")
    (pathlib.Path("renamed/deep/er") / "b.py").unlink()
    w.until("1 finding in")

    # What is not linted starts no round.
    pathlib.Path("run.log").write_text("x")
    pathlib.Path("src/notes.txt").write_text("x")
    w.is_silent()

    # What is not Python now is a finding of the round, and no end.
    a.write_text("x = (\n")
    w.until("changed: src/a.py")
    a.write_text(LATE)
    w.until("changed: src/a.py", "1 finding in")

    # The configuration, and what it gets wrong.
    config = pathlib.Path("aoti-tidy.toml")
    config.write_text('exclude = ["src"]\n')
    w.until("changed: aoti-tidy.toml")
    config.write_text("exclud = 1\n")
    w.until("changed: aoti-tidy.toml", "aoti-tidy.toml")
    config.unlink()
    w.until("changed: aoti-tidy.toml", "1 finding in")
    pathlib.Path(".gitignore").write_text("")
    w.until("changed: .gitignore", "1 finding in")
    assert w.end() == -signal.SIGINT


def files():
    pathlib.Path("one").mkdir()
    one = pathlib.Path("one/one.py")
    one.write_text(LATE)
    w = Watch("--quiet", "one/one.py")
    line = w.lines.get(timeout=60)
    assert line.startswith("one/one.py:3:1: warning:"), line
    # A file that is gone is said, and may come again.
    time.sleep(1)
    one.unlink()
    while "cannot read 'one/one.py'" not in line:
        line = w.lines.get(timeout=60)
    one.write_text(LATE)
    while not line.startswith("one/one.py:3:1: warning:"):
        line = w.lines.get(timeout=60)
    assert w.end(signal.SIGTERM) == -signal.SIGTERM


def headers(torch):
    pathlib.Path("host").mkdir()
    pathlib.Path("host/h.h").write_text("#define DEVICE\n")
    pathlib.Path("host/host.cpp").write_text(
        '#include "h.h"\n#include <torch/csrc/inductor/aoti_package/model_package_loader.h>\n'
        'torch::inductor::AOTIModelPackageLoader A("a.pt2", "model" DEVICE);\n')
    w = Watch("--torch-include", torch, "host")
    assert "0 findings" in w.round()
    pathlib.Path("host/h.h").write_text('#define DEVICE , "cpu"\n')
    w.until("changed: host/h.h", "host.cpp:3:", "1 finding")
    assert w.end() == -signal.SIGINT


folders()
files()
headers(sys.argv[2])
