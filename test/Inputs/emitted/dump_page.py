#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what a page is once its scripts have run: dump_page.py FILE"""
import pathlib
import subprocess
import sys
import tempfile

with tempfile.TemporaryDirectory() as profile:
    sys.exit(subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
         "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", f"--user-data-dir={profile}",
         "--virtual-time-budget=3000", "--dump-dom",
         pathlib.Path(sys.argv[1]).absolute().as_uri()],
        stderr=subprocess.DEVNULL, timeout=120).returncode)
