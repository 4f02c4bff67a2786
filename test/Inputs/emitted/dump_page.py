#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what a page is once its scripts have run:
dump_page.py FILE [--width=PIXELS] [--address=HASH] [--run=SCRIPT]...

Scripts run after the page's own, as if a user did what they do.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

parser = argparse.ArgumentParser()
parser.add_argument("file", type=pathlib.Path)
parser.add_argument("--width", type=int, default=1280)
parser.add_argument("--address", default="")
parser.add_argument("--run", action="append", default=[])
args = parser.parse_args()

with tempfile.TemporaryDirectory() as folder:
    page = args.file.absolute()
    if args.run:
        text = page.read_text(encoding="utf-8")
        page = pathlib.Path(folder, "page.html")
        page.write_text(text.replace("</body>", "".join(f"<script>{script}</script>" for script in args.run) + "</body>"), encoding="utf-8")
    sys.exit(subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
         "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", f"--user-data-dir={folder}/profile",
         f"--window-size={args.width},900", "--virtual-time-budget=3000", "--dump-dom",
         page.as_uri() + (f"#{urllib.parse.quote(args.address, safe=':/')}" if args.address else "")],
        stderr=subprocess.DEVNULL, timeout=120).returncode)
