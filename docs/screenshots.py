#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the pictures of the documentation from real runs, in headless Chromium:
screenshots.py PROGRAM TO [SITE]

TO gets trace.png and terminal.png; with SITE, a folder that site.py has built, also its front
page and its table of checks at 390 and 1,280 pixels, light and dark.
"""
import functools
import html
import http.server
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "test/docs"))
import stage  # noqa: E402

STYLES = {"1": "font-weight:bold", "31": "color:#d33", "32": "color:#2a2", "33": "color:#b70", "34": "color:#36c",
          "35": "color:#a3a", "36": "color:#099", "90": "color:#777"}


def shoot(address, to, width=1280, height=800, dark=False):
    with tempfile.TemporaryDirectory() as profile:
        subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={profile}",
                        f"--window-size={width},{height}", "--virtual-time-budget=3000", f"--screenshot={to}",
                        *(["--blink-settings=preferredColorScheme=0"] if dark else []), address],
                       check=True, stderr=subprocess.DEVNULL, timeout=120)
    print(to)


def terminal(text):
    """A page with what a terminal shows of text with colours."""
    parts = re.split(r"\x1b\[([0-9;]*)m", text)
    shown, style = [], ""
    for i, part in enumerate(parts):
        if i % 2:
            codes = [code.lstrip("0") for code in part.split(";")]
            style = ";".join(filter(None, [style if codes != [""] else "", *(STYLES.get(code, "") for code in codes)]))
        elif part:
            shown.append(f'<span style="{style}">{html.escape(part)}</span>')
    return ("<!doctype html><meta charset=utf-8><body style='margin:0;background:#fff'>"
            f"<pre style='font:15px/1.45 DejaVu Sans Mono,monospace;padding:20px;white-space:pre-wrap'>{''.join(shown)}</pre>")


def main():
    program, to = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).absolute()
    to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        where = pathlib.Path(folder, "stage")
        stage.make(where, ROOT)
        subprocess.run([program, "trace", "--format=html", "-o", "hits.html", "hits.pt2"], cwd=where, check=True)
        shoot((where / "hits.html").as_uri(), to / "trace.png")
        command = ["serve.py"]
        done = subprocess.run([program, "--color=always", *command], cwd=where, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        (where / "terminal.html").write_text(terminal(f"$ aoti-tidy {' '.join(command)}\n{done.stdout}"), encoding="utf-8")
        shoot((where / "terminal.html").as_uri(), to / "terminal.png", height=460)
    if len(sys.argv) > 3:
        class Quiet(http.server.SimpleHTTPRequestHandler):
            def log_message(self, *_):
                pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=sys.argv[3]))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for page in ("index", "checks/index"):
            for width in (390, 1280):
                for dark in (False, True):
                    shoot(f"http://127.0.0.1:{server.server_port}/{page}.html",
                          to / f"{page.replace('/', '-')}-{width}{'-dark' if dark else ''}.png", width, 800, dark)


if __name__ == "__main__":
    main()
