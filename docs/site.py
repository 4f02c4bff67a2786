#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the site from the Markdown that users also read in the repository:
site.py PROGRAM MKDOCS TO

The front page is the README, the table of checks what 'aoti-tidy rule --format=json' prints.
Links that lead nowhere fail. AOTI_TIDY_DOCS_URL is the address that the site will have.
"""
import json
import os
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Pages that have another name on the site.
NAMES = {"README.md": "index.md", "docs/README.md": "docs/tasks.md", "docs/checks": "docs/checks/index.md",
         "docs/explain": "docs/explain/index.md", "CONTRIBUTING.md": "docs/contributing.md", "LICENSE": "docs/license.md"}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#:\s]+)(#[^)]*)?\)")


def relinked(text, page):
    """The text of a page of the repository, with links as they are on the site."""
    folder = posixpath.dirname(page)
    here = posixpath.dirname(NAMES.get(page, page).removeprefix("docs/"))

    def link(match):
        bang, label, target, anchor = match[1], match[2], match[3], match[4] or ""
        path = posixpath.normpath(posixpath.join(folder, target))
        name = NAMES.get(path, path)
        if not (name.startswith("docs/") or name == "index.md") or (ROOT / path).is_dir() and path not in NAMES:
            # Only in the repository.
            return label
        return f"{bang}[{label}]({posixpath.relpath(name.removeprefix('docs/'), here or '.')}{anchor})"
    parts = re.split(r"(^```.*?^```$)", text, flags=re.S | re.M)
    return "".join(part if part.startswith("```") else LINK.sub(link, part) for part in parts)


def write(source, page, text):
    target = source / NAMES.get(page, page).removeprefix("docs/")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(relinked(text, page), encoding="utf-8")


def title(page):
    return re.search(r"^# (.*)$", page.read_text(encoding="utf-8"), re.M)[1]


def checks_page(program):
    rules = json.loads(subprocess.run([program, "rule", "--format=json"], check=True, stdout=subprocess.PIPE).stdout)["rules"]
    rows = [f"| [{rule['id']}]({rule['id']}.md) | {rule['code']} | {rule['summary']} | {rule['tier']} | {', '.join(rule['languages'])} | {rule['fix']} |"
            for rule in rules if (ROOT / f"docs/checks/{rule['id']}.md").exists()]
    return "\n".join(["# Checks", "", "| check | code | what it does | tier | reads | fix |", "|---|---|---|---|---|---|", *rows, ""])


def causes_page():
    pages = sorted((ROOT / "docs/explain").glob("*.md"))
    rows = [f"| [{page.stem}]({page.name}) | {title(page)} |" for page in pages]
    return "\n".join(["# Causes that 'aoti-tidy explain' names", "", "| cause | what |", "|---|---|", *rows, ""])


def main():
    program, mkdocs, to = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).absolute()
    source = to.with_name(to.name + "-source")
    shutil.rmtree(source, ignore_errors=True)
    for file in subprocess.run(["git", "ls-files", "-z", "docs", "README.md", "CONTRIBUTING.md", "LICENSE"], cwd=ROOT, check=True, text=True,
                               stdout=subprocess.PIPE).stdout.split("\0"):
        if file.endswith(".md") or file == "LICENSE":
            text = (ROOT / file).read_text(encoding="utf-8")
            write(source, file, text if file.endswith(".md") else f"# License\n\n```text\n{text}```\n")
        elif file and not file.endswith((".py", ".yml")) or file.startswith("docs/examples/"):
            target = source / file.removeprefix("docs/")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, target)
    (source / "checks/index.md").write_text(checks_page(program), encoding="utf-8")
    (source / "explain/index.md").write_text(causes_page(), encoding="utf-8")
    configuration = (ROOT / "docs/mkdocs.yml").read_text(encoding="utf-8")
    if address := os.environ.get("AOTI_TIDY_DOCS_URL"):
        configuration += f"site_url: {address}\n"
    (to.parent / "mkdocs.yml").write_text(configuration + f"docs_dir: {source.name}\nsite_dir: {to.name}\n", encoding="utf-8")
    subprocess.run([mkdocs, "build", "--quiet", "--strict", "--clean", "-f", to.parent / "mkdocs.yml"], check=True,
                   env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})


if __name__ == "__main__":
    main()
