# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Breaks emitted code in one place at a time and prints what is found.

    mutants.py PROGRAM FOLDER

PROGRAM lints packages, FOLDER is for them. Each mutant but the STOPPED ones leaves its memory
for some input, which was made sure of by reading. Fails if the code as it was
emitted is not silent, or less than nine of ten mutants are judged right.
"""
import json
import pathlib
import re
import subprocess
import sys

import expand

HERE = pathlib.Path(__file__).parent
K, W = "kernel", "wrapper"
FLIP = "x1 + ((-1L)*ks1) + ks0*ks1 + ((-1L)*ks1*x0)"
ROLL = "ks1*x0 + ((static_cast<int64_t>(x1 + (((-3L) + ks1) % ks1)) % static_cast<int64_t>(ks1)))"
ROWS = "AOTI_TORCH_CHECK((0 <= tmp7) & (tmp7 < ks0)"
GATHERED = "tmp19[x0_inner] + ks1*tmp9[x0_inner]"
PADDED = "in_ptr0 + static_cast<int64_t>((-2L) + x1 + ks1*x0)"
WHOLE = "x1 < static_cast<int64_t>(8L*(c10::div_floor_integer(static_cast<int64_t>({}), static_cast<int64_t>(8L))))"
REST = "static_cast<int64_t>(ks1 + (-8L)*(c10::div_floor_integer(static_cast<int64_t>(ks1), static_cast<int64_t>(8L))))"
VECTOR = "at::vec::VectorizedN<int64_t,2>"
SCATTERED = "out_ptr0[static_cast<int64_t>(tmp1[x1_inner] + ks1*x0)]"

# What it is about; where; the text, which one of several; what is put instead.
# REMOVED stands for an assert that is not there.
REMOVED = "(void)sizeof("
MUTANTS = {
    "reads": [
        ("flip: a row too far", K, FLIP, 0, "x1 + ks0*ks1 + ((-1L)*ks1*x0)"),
        ("flip: a row too far, rest", K, FLIP, 1, "x1 + ks0*ks1 + ((-1L)*ks1*x0)"),
        ("flip: another stride", K, FLIP, 0, "x1 + ((-1L)*ks1) + ks0*ks1 + ((-1L)*ks0*x0)"),
        ("flip: one row more", K, "x0<static_cast<int64_t>(ks0)", 0, "x0<=static_cast<int64_t>(ks0)"),
        ("flip: a whole vector read at the end", K, f"((-1L)*ks1*x0)), {REST}", 0, "((-1L)*ks1*x0)), 8L"),
        ("flip: a whole vector written at the end", K, f"out_ptr0 + static_cast<int64_t>(x1 + ks1*x0), {REST}", 0,
         "out_ptr0 + static_cast<int64_t>(x1 + ks1*x0), 8L"),
        ("flip: whole vectors, rounded up", K, WHOLE.format("ks1"), 0, WHOLE.format("7L + ks1")),
        ("roll: no remainder", K, f"in_ptr0[static_cast<int64_t>({ROLL})]", 0,
         "in_ptr0[static_cast<int64_t>(ks1*x0 + x1 + (((-3L) + ks1) % ks1))]"),
        ("roll: the remainder of another size", K, ROLL, 0, ROLL.replace("<int64_t>(ks1)))", "<int64_t>(ks0)))")),
        ("roll: another stride", K, ROLL, 0, ROLL.replace("ks1*x0", "ks0*x0")),
        ("rows: no assert", K, ROWS, 0, REMOVED + "(tmp7 < ks0)"),
        ("rows: no assert, rest", K, ROWS, 1, REMOVED + "(tmp7 < ks0)"),
        ("rows: one too many", K, ROWS, 0, ROWS.replace("tmp7 < ks0", "tmp7 <= ks0")),
        ("rows: another size asserted", K, ROWS, 0, ROWS.replace("ks0", "ks1")),
        ("rows: half an assert", K, ROWS, 0, "AOTI_TORCH_CHECK((tmp7 < ks0)"),
        ("rows: half an assert, rest", K, ROWS, 1, "AOTI_TORCH_CHECK((0 <= tmp7)"),
        ("rows: one too few", K, ROWS, 0, ROWS.replace("0 <=", "-1 <=")),
        ("rows: as they were read", K, "x1 + ks1*tmp5", 0, "x1 + ks1*tmp0"),
        ("rows: another stride", K, "x1 + ks1*tmp5", 0, "x1 + ks2*tmp5"),
        ("transposed: a vector further", K, "in_ptr0 + static_cast<int64_t>(x0), ", 0,
         "in_ptr0 + static_cast<int64_t>(8L + x0), "),
        ("transposed: an element more", K, "in_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>((-8L)", 0,
         "in_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(1L + (-8L)"),
        ("elements: no assert of rows", K, "AOTI_TORCH_CHECK((at::vec", 0, REMOVED + "(at::vec"),
        ("elements: no assert of columns", K, "AOTI_TORCH_CHECK((at::vec", 1, REMOVED + "(at::vec"),
        ("elements: no assert of rows, rest", K, "AOTI_TORCH_CHECK((at::vec", 2, REMOVED + "(at::vec"),
        ("elements: no assert of columns, rest", K, "AOTI_TORCH_CHECK((at::vec", 3, REMOVED + "(at::vec"),
        ("elements: rows asserted as columns", K, f"tmp10 < {VECTOR}(ks0)", 0, f"tmp10 < {VECTOR}(ks1)"),
        ("elements: a column too many", K, f"tmp20 < {VECTOR}(ks1)", 0, f"tmp20 <= {VECTOR}(ks1)"),
        ("elements: a row too few", K, f"{VECTOR}(0) <= tmp10", 1, f"{VECTOR}(-1) <= tmp10"),
        ("elements: rows as columns", K, GATHERED, 0, "tmp9[x0_inner] + ks1*tmp19[x0_inner]"),
        ("elements: another stride", K, GATHERED, 1, "tmp19[x0_inner] + ks0*tmp9[x0_inner]"),
        ("slice: an element further", K, "3L + x1 + ks1*x0", 0, "4L + x1 + ks1*x0"),
        ("slice: an element further, rest", K, "3L + x1 + ks1*x0", 1, "4L + x1 + ks1*x0"),
        ("slice: as many as are not sliced", K, WHOLE.format("(-3L) + ks1"), 0, WHOLE.format("ks1")),
        ("slice: written with the stride it is read with", K, "x1 + x0*std::max(static_cast<int64_t>(1L), "
         "static_cast<int64_t>((-3L) + ks1))", 0, "x1 + ks1*x0"),
        ("pad: read before the start", K, "tmp5 & tmp9;", 0, "tmp9;"),
        ("pad: read after the end", K, "tmp5 & tmp9;", 0, "tmp5;"),
        ("pad: read after the end, rest", K, "tmp5 & tmp9;", 1, "tmp5;"),
        ("pad: one element before", K, PADDED, 0, PADDED.replace("-2L", "-3L")),
        ("pad: one element after", K, PADDED, 1, PADDED.replace("-2L", "-1L")),
        ("pad: written with another stride", K, "x1 + 3L*x0 + ks1*x0", 0, "x1 + 4L*x0 + ks1*x0"),
        ("call: rows and columns swapped", W, "s77, s27, s10);", 0, "s27, s77, s10);"),
        ("call: columns and indices swapped", W, "s77, s27, s10);", 0, "s77, s10, s27);"),
        ("call: rows and indices swapped", W, "s77, s27, s10);", 0, "s10, s27, s77);"),
        ("call: two results swapped", W, "(float*)(buf3.data_ptr()), (float*)(buf4.data_ptr())", 0,
         "(float*)(buf4.data_ptr()), (float*)(buf3.data_ptr())"),
        ("call: a result that is too small", W, "{s77, 3L + s27}", 0, "{s77, 2L + s27}"),
        ("call: a result of another size", W, "{s10, s27}", 0, "{s77, s27}"),
    ],
    "writes": [
        ("scatter: no assert", K, "AOTI_TORCH_CHECK((at::vec", 0, REMOVED + "(at::vec"),
        ("scatter: no assert, rest", K, "AOTI_TORCH_CHECK((at::vec", 1, REMOVED + "(at::vec"),
        ("scatter: another size asserted", K, f"tmp2 < {VECTOR}(ks1)", 0, f"tmp2 < {VECTOR}(ks2)"),
        ("scatter: another size asserted, rest", K, f"tmp2 < {VECTOR}(ks1)", 1, f"tmp2 < {VECTOR}(ks0)"),
        ("scatter: another stride", K, SCATTERED, 0, SCATTERED.replace("ks1*x0", "ks2*x0")),
        ("scatter: an element further", K, SCATTERED, 1, SCATTERED.replace("(tmp1", "(1L + tmp1")),
        ("gather: a row further", K, "in_ptr0[static_cast<int64_t>(tmp1[x1_inner] + ks1*x0)]", 0,
         "in_ptr0[static_cast<int64_t>(tmp1[x1_inner] + ks1*x0 + ks1)]"),
        ("gather: indices with another stride", K, "in_ptr1 + static_cast<int64_t>(x1 + ks2*x0)", 0,
         "in_ptr1 + static_cast<int64_t>(x1 + ks1*x0)"),
        ("concatenation: another stride", K, "out_ptr1 + static_cast<int64_t>(x1 + ks1*x0 + ks2*x0)", 0,
         "out_ptr1 + static_cast<int64_t>(x1 + ks1*x0 + ks1*x0)"),
        ("concatenation: an element further", K, "out_ptr3 + static_cast<int64_t>(x1 + ", 0,
         "out_ptr3 + static_cast<int64_t>(1L + x1 + "),
        ("concatenation: read elsewhere", K, "in_ptr5 + static_cast<int64_t>(x0), ", 0,
         "in_ptr5 + static_cast<int64_t>(ks2 + x0), "),
        ("embedding: no assert", K, "AOTI_TORCH_CHECK((0 <= tmp2) & (tmp2 < 20L)", 0, REMOVED + "(tmp2 < 20L)"),
        ("embedding: a word more", K, "(tmp2 < 20L)", 0, "(tmp2 < 21L)"),
        ("embedding: another stride", K, "x1 + 8L*tmp0", 0, "x1 + 9L*tmp0"),
        ("embedding: written with another stride", K, "out_ptr5 + static_cast<int64_t>(x1 + 8L*x0)", 0,
         "out_ptr5 + static_cast<int64_t>(x1 + 16L*x0)"),
        ("call: columns swapped", W, "s2, s27, s48, s46);", 0, "s2, s48, s27, s46);"),
        ("call: columns and words swapped", W, "s2, s27, s48, s46);", 0, "s2, s27, s46, s48);"),
        ("call: the second part too far", W, "int_array_5, s27)", 0, "int_array_5, 1L + s27)"),
        ("call: a smaller table", W, "data_size = 640", 0, "data_size = 320"),
    ],
}
# They cannot leave it: an earlier loop of the kernel asserts the same rows, and throws.
STOPPED = {"elements: no assert of rows", "elements: no assert of rows, rest",
           "elements: rows asserted as columns", "elements: a row too few"}


def lint(program, folder, texts):
    """The messages, and how many accesses were not decided."""
    for name, text in texts.items():
        (folder / f"{name}.cpp").write_text(text)
    package = folder / "mutant.pt2"
    subprocess.run([sys.executable, HERE / "pack.py", package, folder / f"{W}.cpp", folder / f"{K}.cpp"], check=True)
    ran = subprocess.run([program, "--checks=-*,aoti-unchecked-dynamic-index", "--format=json", "--verbose", package],
                         capture_output=True, text=True)
    if ran.returncode not in (0, 1):
        sys.exit(f"exit {ran.returncode}: {ran.stderr}")
    left = re.search(r"(\d+) not decided", ran.stderr)
    return ([finding["message"] for finding in json.loads(ran.stdout)["findings"]],
            int(left[1]) + ran.stderr.count("not modelled: "))


def replaced(text, old, which, new):
    parts = text.split(old)
    if len(parts) < which + 2:
        sys.exit(f"there is no occurrence {which} of '{old}'")
    return old.join(parts[: which + 1]) + new + old.join(parts[which + 1 :])


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    found = count = 0
    emitted = expand.files()
    for model, mutants in MUTANTS.items():
        original = {kind: emitted[f"{model}.{kind}.cpp"] for kind in (K, W)}
        messages, left = lint(program, folder, original)
        if messages or left:
            sys.exit(f"{model} is to be silent and decided: {messages}, {left} left")
        for about, kind, old, which, new in mutants:
            texts = original | {kind: replaced(original[kind], old, which, new)}
            messages, left = lint(program, folder, texts)
            right = bool(messages) != (about in STOPPED)
            found += right
            count += 1
            print(f"{'WRONG' if not right else 'found' if messages else 'silent':8}{model + ', ' + about:60}"
                  + (messages[0] if messages else f"{left} not decided"))
    print(f"{found} of {count} mutants are judged right")
    if 10 * found < 9 * count:
        sys.exit("these are too few")


if __name__ == "__main__":
    main()
