# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""texts.py AOTI_TIDY TEXTS [CAUSES]: holds what 'explain' says of each text of
texts.txt against the cause that stands there; with CAUSES, the table, also that each
cause that has a sign has a text."""
import json
import re
import subprocess
import sys

tool, texts, *table = sys.argv[1:]
problems, seen = [], set()
for number, line in enumerate(open(texts, encoding="utf-8"), 1):
    if not line.strip() or line.startswith("#"):
        continue
    wanted, text = line.rstrip("\n").split(" | ", 1)
    log = text.replace("\\\\n", "\0").replace("\\n", "\n").replace("\0", "\\n").replace("\\x1b", "\x1b")
    done = subprocess.run([tool, "explain", "--format=json"], input=log + "\n", capture_output=True, text=True)
    if done.returncode not in (0, 1):
        problems.append(f"{number}: exit {done.returncode}: {done.stderr}")
        continue
    causes = json.loads(done.stdout)["causes"]
    found = causes[0]["id"] if causes else "none"
    seen.add(found)
    if found != wanted:
        problems.append(f"{number}: '{found}', not '{wanted}': {text}")
    if causes and causes[0]["confidence"] == "certain":
        problems.append(f"{number}: certain without anything but the log")
    if (found == "none") != (done.returncode == 1):
        problems.append(f"{number}: exit {done.returncode}")
if table:
    told = set(re.findall(r'^AOTI_SIGN\("([a-z0-9-]+)"', open(table[0]).read(), re.M))
    problems += [f"no text has the cause '{c}'" for c in sorted(told - seen)]
print(f"{len(seen)} causes")
sys.exit("\n".join(problems) or 0)
