# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs packages with the inputs that aoti-tidy says break them.

    replay.py packages FOLDER
    replay.py run FOLDER REPORT.json...

packages: compiles the models. run: takes the shapes and values out of the
findings of --format=json and runs each package with exactly these, in a process
of its own. Inputs lie between pages that cannot be touched, so that an access
one element beside them ends the process. Prints a line for each finding and
fails unless each of them kills, and what the finding calls enough does not.
"""
import ctypes
import json
import logging
import mmap
import os
import pathlib
import re
import signal
import sys
import warnings

import torch
from torch.export import Dim, export


class Ends(torch.nn.Module):
    def forward(self, x):
        return x[:, 0] + x[:, -1]


class Item(torch.nn.Module):
    def forward(self, x, t):
        return x[t.item()] * 2


class Rows(torch.nn.Module):
    def forward(self, x, index):
        return x[index] + 1


def rows(size, *sizes):
    return torch.arange(float(size * 4)).reshape(size, 4, *sizes)


ANY = {"min": 0, "max": 64}
MODELS = {
    "ends": (Ends(), (rows(6).T.contiguous(),), ({1: Dim("n", **ANY)},), {}),
    "item": (Item(), (rows(6), torch.tensor(3)), ({0: Dim("n", **ANY)}, None), {}),
    "unasserted": (Rows(), (rows(6), torch.tensor([0, 2, 5])), ({0: Dim("n", **ANY)}, {0: Dim("k", **ANY)}),
                   {"assert_indirect_indexing": False}),
    "asserted": (Rows(), (rows(6), torch.tensor([0, 2, 5])), ({0: Dim("n", **ANY)}, {0: Dim("k", **ANY)}), {}),
}


def packages(folder):
    # Inductor's caches are not to decide what is in a package.
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(folder / "inductor")
    os.environ["TORCHINDUCTOR_FORCE_DISABLE_CACHES"] = "1"
    for name, (model, inputs, shapes, config) in MODELS.items():
        # How fast the wrapper is does not matter.
        config = config | {"aot_inductor.compile_wrapper_opt_level": "O0"}
        torch._inductor.aoti_compile_and_package(export(model, inputs, dynamic_shapes=shapes),
                                                 package_path=str(folder / f"{name}.pt2"), inductor_configs=config)


def fenced(tensor, at_end):
    """A copy whose memory starts, or ends, where nothing can be touched."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
    libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    page = mmap.PAGESIZE
    count = tensor.numel()
    room = -(-max(count * tensor.element_size(), 1) // page) * page
    start = libc.mmap(None, room + 2 * page, mmap.PROT_READ | mmap.PROT_WRITE,
                      mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, -1, 0)
    for fence in (start, start + page + room):
        if libc.mprotect(fence, page, 0):  # PROT_NONE
            raise OSError(ctypes.get_errno(), "mprotect")
    memory = torch.frombuffer((ctypes.c_char * room).from_address(start + page), dtype=tensor.dtype)
    copy = memory.as_strided(tensor.shape, tensor.stride(), memory.numel() - count if at_end else 0)
    return copy.copy_(tensor)


def outcomes(model, name, runs):
    """What comes of the runs, each a list of inputs and whether they lie at the
    end of their memory: "returns", "throws ...". The last is the signal that
    ends the process, if one does."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        for inputs, at_end in runs:
            inputs = [fenced(tensor, at_end) for tensor in inputs]
            try:
                same = torch.equal(model(*inputs), MODELS[name][0](*inputs))
                text = "returns" if same else "returns something else"
            except RuntimeError as error:
                text = f"throws {str(error).splitlines()[0]}"
            os.write(writer, f"{text}\n".encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        texts = pipe.read().splitlines()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status:
        texts.append(signal.Signals(-status).name if status < 0 else f"exits with {status}")
    return texts


def contiguous(shape, tensor):
    return torch.arange(float(torch.Size(shape).numel())).to(tensor.dtype).reshape(shape)


def witness(name, finding):
    """The inputs that the finding says break the model."""
    inputs = list(MODELS[name][1])
    for index, shape in re.findall(r"input (\d+) has shape \[([\d, ]*)\]", finding["message"]):
        inputs[int(index)] = contiguous([int(size) for size in shape.split(", ")], inputs[int(index)])
    if value := re.search(r"if '(\w+)' is (-?\d+)", finding["message"]):
        for note in finding["notes"]:
            source = re.search(r"^'(\w+)' is (?:read here from|the item of) .*'arg(\d)_1'", note["message"])
            if source and source[1] == value[1]:
                inputs[int(source[2])] = torch.full_like(inputs[int(source[2])], int(value[2]))
                break
        else:
            sys.exit(f"{name}: no note says where '{value[1]}' comes from")
    return inputs


def enough(name, finding, inputs):
    """The same, with the size that the finding asks for; nothing if it asks for
    none."""
    need = re.search(r"; dimension (\d) must be at least (\d+)$", finding["message"])
    if not need:
        return None
    index = int(re.search(r"input (\d+) has shape", finding["message"])[1])
    shape = list(inputs[index].shape)
    shape[int(need[1])] = int(need[2])
    return [*inputs[:index], contiguous(shape, inputs[index]), *inputs[index + 1:]]


def replay(model, name, finding):
    inputs = witness(name, finding)
    first = int(re.search(r"(?:reads|writes) elements? (-?\d+)", finding["message"])[1])
    came = outcomes(model, name, [(inputs, first >= 0)])
    good = came in (["SIGSEGV"], ["SIGBUS"])
    text = f"{name:10} {finding['message']}: {', '.join(came)}"
    if repaired := enough(name, finding, inputs):
        came = outcomes(model, name, [(repaired, False), (repaired, True)])
        good &= came == ["returns"] * 2
        text += f"; with that, {', '.join(came)}"
    print(text)
    return good


def is_safe(model, name):
    """Runs the model with few rows, good indices and bad ones."""
    cases = [(size, index, at_end) for size in (0, 1, 2)
             for index in ([], [size - 1] * 2, [0] * 3, [-size], [size], [-size - 1] * 2)
             for at_end in (False, True)]
    came = outcomes(model, name, [((rows(size), torch.tensor(index, dtype=torch.int64)), at_end)
                                  for size, index, at_end in cases])
    wrong = [(size, index, text) for (size, index, _), text in zip(cases, came)
             if not text.startswith("returns" if all(-size <= i < size for i in index) else "throws index out of")
             or "else" in text]
    for size, index, text in wrong:
        print(f"{name:10} {size} rows, index {index}: {text}")
    print(f"{name:10} returns {came.count('returns')} times, throws {len(came) - came.count('returns')} times")
    return not wrong and len(came) == len(cases)


def run(folder, reports):
    os.environ.pop("AOTI_RUNTIME_CHECK_INPUTS", None)
    good = True
    for report in reports:
        name = report.stem
        model = torch._inductor.aoti_load_package(str(folder / f"{name}.pt2"))
        findings = json.loads(report.read_text())["findings"]
        good &= all([replay(model, name, finding) for finding in findings]) if findings else is_safe(model, name)
    if not good:
        sys.exit("what is said is not what happens")


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)
    command, folder, *rest = sys.argv[1:]
    {"packages": packages, "run": lambda folder: run(folder, [pathlib.Path(r) for r in rest])}[command](
        pathlib.Path(folder))
