#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares a run over a repository with stock clang-tidy.

A repository of 1,000 C++ files, 20 of which define operators, and one of these 20 alone;
each is linted for the first time, with torch's headers in the cache, and once more.
Stock clang-tidy has the same checks as a plugin. It takes minutes for such a repository,
so it lints some files of each kind, and counts as often as there are files of that kind;
they take turns with ours. What counts is the processor's time, user and system, of all
processes of a run. A run that misses a finding fails, and so does a row over its bound.
"""
import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from reuse import GRAIN, Table, cost

OPERATOR = """\
#include <ATen/ATen.h>
#include <torch/library.h>
#include "options.h"
namespace {{
at::Tensor rows{n}_meta(const at::Tensor &x, const at::Tensor &w) {{
  TORCH_CHECK(x.dim() == 2 && x.scalar_type() == w.scalar_type());
  return at::empty({{x.size(0), w.size(1)}}, x.options());
}}
}}
TORCH_LIBRARY(bench{n}, m) {{ m.def("rows{n}(Tensor x, Tensor w) -> Tensor"); }}
TORCH_LIBRARY_IMPL(bench{n}, Meta, m) {{ m.impl("rows{n}", &rows{n}_meta); }}
"""
OTHER = """\
#include "options.h"
#include <algorithm>
#include <string>
#include <vector>
namespace bench {{
""" + "".join(f"int step{{n}}_{i}(const std::vector<int> &Rows, const Options &O) {{{{\n"
              f"  int Sum = {i};\n  for (const int Row : Rows)\n    Sum += Row * O.Scale;\n  return Sum;\n}}}}\n"
              for i in range(20)) + "}}\n"
FILES, OPERATORS, SAMPLES = 1000, 20, 3


def make(folder):
    """Paths of the files that define an operator, and of the others."""
    (folder / "options.h").write_text("#pragma once\nnamespace bench { struct Options { int Scale = 1; }; }\n")
    kinds = {OPERATOR: [], OTHER: []}
    for n in range(FILES):
        text = OPERATOR if n % (FILES // OPERATORS) == 0 else OTHER
        path = folder / f"part{n // 50}" / f"file{n}.cpp"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text.format(n=n))
        kinds[text].append(path)
    for command in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *command], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return kinds[OPERATOR], kinds[OTHER]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aoti-tidy", required=True, type=pathlib.Path)
    parser.add_argument("--clang-tidy", default="clang-tidy-22")
    parser.add_argument("--plugin", required=True, type=pathlib.Path)
    parser.add_argument("--torch-include", required=True)
    args = parser.parse_args()
    # A cache beside what is linted is refused.
    with tempfile.TemporaryDirectory() as name, tempfile.TemporaryDirectory() as kept:
        folder = pathlib.Path(name)
        operators, others = make(folder)
        headers = [f"-isystem{args.torch_include}", f"-isystem{args.torch_include}/torch/csrc/api/include"]
        flags = ["--", "-std=c++20", f"-I{folder}", *headers]

        def stock(file):
            return cost([args.clang_tidy, f"--load={args.plugin.resolve()}", "--checks=-*,aoti-symint-meta", "--quiet",
                         file, *flags])

        def ours(files, cache):
            """Time and memory of a run over the files."""
            seconds, size = cost([args.aoti_tidy.resolve(), "--checks=-*,aoti-symint-meta", "--quiet", *cache, *files,
                                  *flags], accepted=(1,) if set(files) & {folder, *operators} else (0,))
            return seconds, size

        def forget():
            for entry in pathlib.Path(kept).glob("llvmcache-results-*"):
                entry.unlink()

        cache = [f"--cache-dir={kept}"]
        time.sleep(GRAIN)
        stock_operator, stock_other, first_alone = [], [], []
        for index in range(SAMPLES):
            stock_operator.append(stock(operators[index]))
            first_alone.append(ours([operators[index]], ["--no-cache"]))
            stock_other.append(stock(others[index]))
        operator = statistics.median(seconds for seconds, _ in stock_operator)
        other = statistics.median(seconds for seconds, _ in stock_other)
        print(f"stock clang-tidy: {operator:.2f} s and {max(size for _, size in stock_operator):.0f} MB for a file with an "
              f"operator, {other:.2f} s for another one")
        table = Table()
        # Two thirds of it is the standard library and what torch/library.h is made of.
        # Nine tenths of it are Clang's. It was below 0.2 while BOLT rearranged the program.
        table.row("operator alone, no cache, of stock", statistics.median(s for s, _ in first_alone) / operator, 0.3, "")
        table.row("the same, memory", max(size for _, size in first_alone), 400, "MB")

        library = OPERATORS * operator
        first, size = ours(operators, cache)
        table.row("20 operators, first run, of stock", first / library, 0.1, "")
        table.row("the same, memory of a process", size, 600, "MB")
        forget()
        table.row("20 operators, headers in the cache, of stock", ours(operators, cache)[0] / library, 0.03, "")
        table.row("20 operators, nothing changed, of stock", ours(operators, cache)[0] / library, 0.003, "")

        nothing = statistics.median(ours(others[:1], ["--no-cache"])[0] for _ in range(SAMPLES))
        all_others = statistics.median(ours(others, ["--no-cache"])[0] for _ in range(SAMPLES))
        table.row("each file without a word of ours", 1000 * (all_others - nothing) / (len(others) - 1), 1, "ms")

        # A cache that knows nothing.
        for entry in pathlib.Path(kept).iterdir():
            entry.unlink()
        whole = library + len(others) * other
        print(f"1,000 files: stock clang-tidy takes {whole:.0f} s")
        table.row("1,000 files with 20, first run, of stock", ours([folder], cache)[0] / whole, 1 / 20, "")
        table.row("1,000 files with 20, second run, of stock", ours([folder], cache)[0] / whole, 1 / 100, "")
        with operators[7].open("a") as edited:
            edited.write("// edited\n")
        table.row("1,000 files with 20, one edited, of stock", ours([folder], cache)[0] / whole, 1 / 100, "")
    if table.missed:
        sys.exit("over the bound: " + ", ".join(table.missed))


if __name__ == "__main__":
    main()
