#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""expect_exit.py N COMMAND...: exits with 0 exactly if the command exits with N."""
import subprocess
import sys

expected, command = int(sys.argv[1]), sys.argv[2:]
status = subprocess.run(command, stdin=subprocess.DEVNULL).returncode
if status != expected:
    sys.exit(f"exit code {status}, not {expected}, of: {' '.join(command)}")
