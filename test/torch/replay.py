# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs packages with the inputs that aoti-tidy says break them.

    replay.py packages FOLDER
    replay.py run FOLDER REPORT.json...

packages: compiles the models. run: takes the shapes and values out of the
findings of --format=json and runs each package with exactly these, in a process
of its own. Inputs lie between pages that cannot be touched, so that an access
one element beside them ends the process. Prints a line for each finding and
fails unless each of them kills, and what the finding calls enough does not. The
model that has asserts is to have no finding, and survives what it is given.
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


class Model(torch.nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *inputs):
        return self.function(*inputs)


def rows(size, *sizes):
    return torch.arange(float(size * 4)).reshape(size, 4, *sizes)


def dim(name, least=0):
    return Dim(name, min=least, max=64)


N, M, K = dim("n"), dim("m"), dim("k")
NO_ASSERTS = {"assert_indirect_indexing": False}
INDEX = torch.tensor([0, 2, 5])
COLUMNS = torch.tensor([[0, 2], [1, 3], [3, 0], [2, 2], [0, 1], [3, 3]])
PAD = torch.nn.functional.pad

# A model, what it is exported with and how it is compiled.
MODELS = {
    "ends": (lambda x: x[:, 0] + x[:, -1], (rows(6).T.contiguous(),), ({1: N},), {}),
    "head": (lambda x: torch.cat([x, x[:1]]) * 2, (rows(6),), ({0: N},), {}),
    "replicate": (lambda x: PAD(x, (3, 2), mode="replicate") * 2, (rows(6).reshape(2, 3, 4),), ({0: N, 2: M},), {}),
    "reflect": (lambda x: PAD(x, (1, 1), mode="reflect") * 2, (rows(6),), ({0: N, 1: dim("m", 2)},), {}),
    # The last vector of a row is read past its end, since only the side that is
    # padded is masked.
    "padded": (lambda x: PAD(x, (2, 0)) + 8, (rows(6),), ({0: N, 1: M},), {}),
    "item": (lambda x, t: x[t.item()] * 2, (rows(6), torch.tensor(3)), ({0: N}, None), {}),
    "column": (lambda x, t: x[:, t.item()] * 2, (rows(6).T.contiguous(), torch.tensor(3)), ({1: N}, None), {}),
    "window": (lambda x, t: x.narrow(0, t.item(), 2) * 2, (rows(6), torch.tensor(3)), ({0: dim("n", 3)}, None),
               {"scalar_asserts": False}),
    "unasserted": (lambda x, i: x[i] + 1, (rows(6), INDEX), ({0: N}, {0: K}), NO_ASSERTS),
    "gathered": (lambda x, i: x.gather(1, i) + 1, (rows(6), COLUMNS), ({0: N, 1: M}, {0: N, 1: K}), NO_ASSERTS),
    "chained": (lambda x, i, j: x[j[i]] + 1, (rows(6), INDEX[:2], INDEX), ({0: N}, {0: K}, {0: M}), NO_ASSERTS),
    "asserted": (lambda x, i: x[i] + 1, (rows(6), INDEX), ({0: N}, {0: K}), {}),
}


def packages(folder):
    # Inductor's caches are not to decide what is in a package.
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(folder / "inductor")
    os.environ["TORCHINDUCTOR_FORCE_DISABLE_CACHES"] = "1"
    for name, (model, inputs, shapes, config) in MODELS.items():
        # How fast the wrapper is does not matter.
        config = config | {"aot_inductor.compile_wrapper_opt_level": "O0"}
        program = export(Model(model), inputs, dynamic_shapes=(shapes,))
        torch._inductor.aoti_compile_and_package(program, package_path=str(folder / f"{name}.pt2"),
                                                 inductor_configs=config)


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


def is_right(result, name, inputs):
    """As PyTorch itself has it, unless that refuses such inputs."""
    try:
        return torch.equal(result, MODELS[name][0](*inputs))
    except RuntimeError:
        return True


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
                result = model(*inputs)
                text = "returns" if is_right(result, name, inputs) else "returns something else"
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


def sized(name, shapes):
    """The model's inputs, of which some have other shapes. What shares a
    dimension with them has another one, too; its indices are 0."""
    inputs, specs = MODELS[name][1:3]
    sizes = {}
    for index, shape in shapes.items():
        for dimension, size in enumerate(shape):
            if dimension in (specs[index] or {}):
                sizes[specs[index][dimension].__name__] = size
    result = []
    for index, (tensor, spec) in enumerate(zip(inputs, specs)):
        shape = shapes.get(index) or [sizes.get(spec[dimension].__name__, size) if dimension in (spec or {}) else size
                                      for dimension, size in enumerate(tensor.shape)]
        if list(tensor.shape) == shape:
            result.append(tensor)
        elif tensor.is_floating_point():
            result.append(torch.arange(float(torch.Size(shape).numel())).reshape(shape))
        else:
            result.append(torch.zeros(shape, dtype=tensor.dtype))
    return result


def witness(name, finding):
    """The shapes and the inputs that the finding says break the model."""
    shapes = {int(index): [int(size) for size in shape.split(", ")]
              for index, shape in re.findall(r"input (\d+) has shape \[([\d, ]*)\]", finding["message"])}
    inputs = sized(name, shapes)
    if value := re.search(r"if '(\w+)' is (-?\d+)", finding["message"]):
        for note in finding["notes"]:
            source = re.search(r"^'(\w+)' is (?:read here from|the item of) .*'arg(\d)_1'", note["message"])
            if source and source[1] == value[1]:
                inputs[int(source[2])] = torch.full_like(inputs[int(source[2])], int(value[2]))
                break
        else:
            sys.exit(f"{name}: no note says where '{value[1]}' comes from")
    return shapes, inputs


def enough(name, finding, shapes):
    """The same, with the size that the finding asks for; nothing if it asks for
    none."""
    need = re.search(r"; dimension (\d)(?: of input (\d+))? must be at least (\d+)$", finding["message"])
    if not need:
        return None
    index = int(need[2] or re.search(r"of input (\d+)", finding["message"])[1])
    shape = list(shapes[index])
    shape[int(need[1])] = int(need[3])
    return sized(name, shapes | {index: shape})


def replay(model, name, finding):
    shapes, inputs = witness(name, finding)
    first = int(re.search(r"(?:reads|writes) elements? (-?\d+)", finding["message"])[1])
    came = outcomes(model, name, [(inputs, first >= 0)])
    good = came in (["SIGSEGV"], ["SIGBUS"])
    text = f"{name:10} {finding['message']}: {', '.join(came)}"
    if repaired := enough(name, finding, shapes):
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
        if not findings and name != "asserted":
            sys.exit(f"{name}: there is no finding")
        good &= all([replay(model, name, finding) for finding in findings]) if findings else is_safe(model, name)
    if not good:
        sys.exit("what is said is not what happens")


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)
    command, folder, *rest = sys.argv[1:]
    {"packages": packages, "run": lambda folder: run(folder, [pathlib.Path(r) for r in rest])}[command](
        pathlib.Path(folder))
