# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pages.py AOTI_TIDY CAUSES PAGES: each cause of the table has a page with all that an
answer needs, each page is a cause's, and an answer fits on a screen."""
import json
import os
import re
import subprocess
import sys

tool, table, folder = sys.argv[1:]
text = open(table, encoding="utf-8").read()
causes = set(re.findall(r'^AOTI_CAUSE\("([^"]+)"', text, re.M))
pages = {name[:-3] for name in os.listdir(folder)}
problems = [f"'{c}' has no page" for c in sorted(causes - pages)] + [f"the page '{p}' is no cause's" for p in sorted(pages - causes)]
for macro in ("SIGN", "ALSO", "FOUND_BY"):
    named = re.findall(rf'^AOTI_{macro}\("([^"]+)"' + (r', "([^"]+)"' if macro == "ALSO" else "()"), text, re.M)
    problems += [f"AOTI_{macro} names '{c}', which is no cause" for pair in named for c in pair if c and c not in causes]
facts = set(re.findall(r'^AOTI_FACT\("([^"]+)"', text, re.M))
checks = {r["id"] for r in json.loads(subprocess.run([tool, "rule", "--format=json"], capture_output=True, text=True).stdout)["rules"]}
problems += [f"AOTI_FOUND_BY names '{c}', which is no check" for row in re.findall(r'^AOTI_FOUND_BY\("[^"]+", +"([^"]+)"', text, re.M)
             for c in row.split(",") if c not in checks]
for cause in sorted(causes & pages):
    page = open(os.path.join(folder, f"{cause}.md"), encoding="utf-8").read()
    if not re.search(rf"^id: {cause}$", page, re.M):
        problems.append(f"{cause}: 'id:' is another one's")
    title = re.search(r"^# (.+)$", page, re.M)[1]
    if title.endswith("."):
        problems.append(f"{cause}: the title is no clause: {title}")
    for heading in ("What it looks like", "Why", "How to be sure", "Do this"):
        if not re.search(rf"^## {heading}\n\n\S", page, re.M):
            problems.append(f"{cause}: nothing under '{heading}'")
    if len(re.search(r"^## Why\n\n(.*?)\n\n", page, re.M | re.S)[1]) > 480:
        problems.append(f"{cause}: 'Why' is too long for an answer")
    if subprocess.run([tool, "rule", cause], capture_output=True, text=True).stdout.strip() != page.split("\n---\n", 1)[1].strip():
        problems.append(f"{cause}: 'rule' prints another page")
print(f"{len(causes)} causes, {len(facts)} facts")
sys.exit("\n".join(problems) or 0)
