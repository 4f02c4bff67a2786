# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A plugin of pytest that explains failures around AOTInductor: ``pytest -p aoti_tidy.pytest``.

A failed test whose error the program knows gets a section 'aoti-tidy explain' in its
report. Other failures are left as they are.
"""

import os
import tempfile
from typing import Any, Iterator, List

import pytest

from aoti_tidy.explain import explanation


def pytest_addoption(parser: Any) -> None:
    group = parser.getgroup("aoti-tidy")
    group.addoption("--aoti-package", action="append", default=[], metavar="P", help="a package that the tests run; of 'aoti-tidy explain'")


def _explained(report: Any, options: List[str]) -> str:
    """The answer, if a cause is known; else empty."""
    captured = "".join(f"{text}\n" for _, text in report.sections)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report")
        # Below such a line, what is indented is code that pytest quotes.
        with open(path, "w", encoding="utf-8", errors="replace") as log:
            log.write(f"{captured}\n____ {report.nodeid} ____\n{report.longreprtext}\n")
        # Without a word of AOTInductor, an error that has the text of a known one is another's,
        # whatever the packages are.
        said = explanation(path, [])
        is_other = said.returncode != 0 or "The log does not mention AOTInductor" in " ".join(said.stdout.split())
        return "" if is_other else explanation(path, options).stdout if options else said.stdout


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: Any, call: Any) -> Iterator[None]:
    outcome = yield
    report = outcome.get_result()
    if not report.failed:
        return
    try:
        text = _explained(report, [f"--package={path}" for path in item.config.getoption("aoti_package")])
    except OSError as error:
        text = f"not explained: {error}"
    if text:
        report.sections.append(("aoti-tidy explain", text))
