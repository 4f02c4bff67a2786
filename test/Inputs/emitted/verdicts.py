#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is found out about wrappers, one a line, and what is found in them:
verdicts.py AOTI-TIDY OUT-FOLDER WRAPPER..."""
import json
import pathlib
import re
import subprocess
import sys

tool, out, wrappers = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
pack = pathlib.Path(__file__).with_name("pack.py")
out.mkdir(parents=True, exist_ok=True)
counts = re.compile(
    r"(\d+) accesses of kernels, (\d+) proved in bounds, (\d+) that some input "
    r"drives out of them, (\d+) not decided(?:; (\d+) more not followed)?")
totals = [0] * 5
named = {pathlib.Path(w).name.removesuffix(".wrapper.cpp"): w for w in wrappers}
for name, wrapper in sorted(named.items()):
    package = out / f"{name}.pt2"
    subprocess.run([sys.executable, pack, package, wrapper], check=True)
    ran = subprocess.run(
        [tool, "--checks=-*,aoti-unchecked-dynamic-index", "--format=json",
         "--verbose", package],
        capture_output=True, text=True)
    told = counts.search(ran.stderr)
    if not told:
        sys.exit(f"{name}: {ran.stderr}")
    numbers = [int(n or 0) for n in told.groups()]
    totals = [a + b for a, b in zip(totals, numbers)]
    print("{}: {} accesses, {} proved, {} refuted, {} undecided, {} not followed"
          .format(name, *numbers))
    for finding in json.loads(ran.stdout)["findings"]:
        print(f"  {finding['message']}")
print("all: {} accesses, {} proved, {} refuted, {} undecided, {} not followed"
      .format(*totals))
