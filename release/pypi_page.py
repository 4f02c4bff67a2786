# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What PyPI shows of the wheel, for scikit-build-core: the README, and addresses.

Where AOTI_TIDY_DOCS_URL is set, the links of the README lead to the published pages; without
it, nothing is published, and they stay as they are in the repository.
"""
import os
import pathlib
import posixpath
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\((?!https?:|#)(?:docs/)?([^)#]+)(#[^)]*)?\)")


def base():
    return os.environ.get("AOTI_TIDY_DOCS_URL", "").rstrip("/")


def published(text, base):
    """The README, with its links below BASE, where the site has the pages."""
    def link(match):
        path, anchor = match[1], match[2] or ""
        if path.endswith(".md"):
            path = {"README.md": "tasks", "CONTRIBUTING.md": "contributing"}.get(path, posixpath.splitext(path)[0]) + "/"
        elif path == "LICENSE":
            path = "license/"
        return f"]({base}/{path}{anchor})"
    return LINK.sub(link, text)


def dynamic_metadata(field, settings=None):
    if field == "urls":
        return {"Documentation": base() + "/"} if base() else {}
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return {"content-type": "text/markdown", "text": published(text, base()) if base() else text}
