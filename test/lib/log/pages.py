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
texts = open(os.path.join(os.path.dirname(__file__), "texts.txt"), encoding="utf-8").read()
heads = {}
for name in os.listdir(folder):
    page = open(os.path.join(folder, name), encoding="utf-8").read()
    heads[name[:-3]] = dict(line.split(": ", 1) for line in page.split("---\n")[1].splitlines())
problems = [f"{c}: the key '{k}' is none" for c, head in heads.items() for k in set(head) - {"id", "group", "common", "also", "found-by", "fault"}]
problems += [f"{c}: {key} is missing" for c, head in heads.items() for key in ("id", "group") if not head.get(key)]
named = re.findall(r'^ *AOTI_SIGN\("([^"]+)"', text, re.M) + [c for head in heads.values() for c in head.get("also", "").split(", ") if c]
problems += [f"'{c}' is named, and has no page" for c in sorted(set(named) - set(heads))]
problems += [f"the page '{c}' is of nothing that is named" for c in sorted(set(heads) - set(named))]
facts = set(re.findall(r'^AOTI_FACT\("([^"]+)"', text, re.M))
listed = json.loads(subprocess.run([tool, "rule", "--format=json"], capture_output=True, text=True).stdout)
checks = {r["id"] for r in listed["rules"]}
problems += [f"{c}: found-by names '{check}', which is no check" for c, head in heads.items()
             for check in head.get("found-by", "").split(",") if check and check not in checks]
problems += [f"'rule' does not list '{c}' as its page has it" for c in listed["causes"] if heads.get(c["id"], {}).get("group") != c["group"]]
problems += [f"'rule' lacks '{c}'" for c in sorted(set(heads) - {c["id"] for c in listed["causes"]})]
for cause in sorted(heads):
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
    rows = "\n".join([title] + re.findall(rf'^ *AOTI_SIGN\("{cause}", .*', text, re.M) + re.findall(rf"^{cause} \| .*", texts, re.M)).lower()
    for line in re.findall(r"^.*<!--.*", page, re.M):
        where = re.fullmatch(r"(?:\d+\.|-) .* <!-- where: (.+) -->", line)
        problems += [f"{cause}: no row, no text of texts.txt and not the step itself says '{w}', which it is for" for w in where[1].split("|") if not re.fullmatch("phase:(export|compile|load|update|run)", w) and w.lower() not in rows and w not in line.split(" <!--")[0]] if where else [f"{cause}: not read: {line}"]
    page = re.sub(r" <!-- where: .* -->", "", page)
    if subprocess.run([tool, "rule", cause], capture_output=True, text=True).stdout.strip() != page.split("\n---\n", 1)[1].strip():
        problems.append(f"{cause}: 'rule' prints another page")
print(f"{len(heads)} causes, {len(facts)} facts")
sys.exit("\n".join(problems) or 0)
