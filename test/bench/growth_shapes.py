# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The shapes that growth.py measures: for each kind of input a table of
functions from the number of lines to the text. Which file fills which table is
said there.
"""
import re

PYTHON, CPP, NOTEBOOK, MARKDOWN, PACKAGE = {}, {}, {}, {}, {}


def shape(table):
    def add(make):
        table[make.__name__] = make
        return make
    return add


def repeated(block, lines, head="import os\nimport torch\n"):
    """HEAD, and BLOCK as often as it fits; '@' is its number, but at the front of
    a line, where it is a decorator's."""
    count = max(lines // block.count("\n"), 1)
    parts = re.split("(?<=.)@", block)
    return head + "".join(str(i).join(parts) for i in range(count))
