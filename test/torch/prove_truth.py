# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs replay.py's packages at, below and above each bound that 'aoti-tidy
package --prove' names.

    prove_truth.py FOLDER AOTI_TIDY NAME...

The guard that 'aoti-tidy guard' writes refuses all that breaks, and passes what
is safe and allowed. Sizes and contents that are called safe return, the first beyond ends the
process, or throws where an assert is named. Sizes that must be equal and are
not end it as well. Prints a line for each bound.
"""
import json
import logging
import os
import pathlib
import subprocess
import sys
import warnings

import replay
import torch

DEATHS = (["SIGSEGV"], ["SIGBUS"])


def allowed(row, symbols):
    """The first and the last number that a tensor may hold."""
    return eval(row["from"], {}, symbols), eval(row["to"], {}, symbols)


class Truth:
    def __init__(self, folder, tool, name):
        self.name = name
        self.good = True
        package = str(folder / f"{name}.pt2")
        self.model = torch._inductor.aoti_load_package(package)
        report = subprocess.run([tool, "package", "--prove", "--format=json", package],
                                capture_output=True, text=True, check=True)
        code = subprocess.run([tool, "guard", "--format=python", package], capture_output=True, text=True, check=True)
        names = {}
        exec(code.stdout, names)
        self.check_inputs = names["check_inputs"]
        self.page, = json.loads(report.stdout)["models"]

    def inputs(self, sizes, shapes=None):
        """The model's inputs with these sizes of symbols; what is an index holds
        one that is allowed, and is empty if none is."""
        given = [list(tensor.shape) for tensor in replay.MODELS[self.name][1]]
        for row in self.page["sizes"]:
            for place in row["dimensions"]:
                if row["symbol"] in sizes:
                    given[place["input"]][place["dim"]] = sizes[row["symbol"]]
        for _ in given:  # one that is empty may leave nothing that another one may hold
            symbols = {row["symbol"]: given[place["input"]][place["dim"]]
                       for row in self.page["sizes"] for place in row["dimensions"]}
            ranges = {row["input"]: allowed(row, symbols) for row in self.page["contents"]}
            for index, (first, last) in ranges.items():
                if last < first and not given[index]:
                    return None  # no number is allowed
                if last < first:
                    given[index][-1] = 0
        result = []
        for index, tensor in enumerate(replay.MODELS[self.name][1]):
            first, last = ranges.get(index, (0, 0))
            shape = shapes[index] if shapes else given[index]
            if tensor.is_floating_point():
                new = torch.arange(float(torch.Size(shape).numel())).reshape(shape)
                order = sorted(range(tensor.dim()), key=tensor.stride, reverse=True)
                if order != list(range(tensor.dim())):
                    new = new.permute(order).contiguous().permute([order.index(d) for d in range(tensor.dim())])
            else:
                new = torch.full(shape, last, dtype=tensor.dtype)
            result.append(new)
        return result

    def is_refused(self, inputs):
        try:
            self.check_inputs(inputs)
        except ValueError:
            return True
        return False

    def expect(self, what, inputs, ends, is_allowed=True):
        if inputs is None:
            return
        came = [replay.outcomes(self.model, self.name, [(inputs, at_end)]) for at_end in (False, True)]
        texts = [" ".join(c) for c in came]
        if ends == "returns":
            good = all(text.startswith("returns") for text in texts)
        elif ends == "throws":
            good = all(text.startswith("throws index out of") for text in texts)
        else:
            good = any(c in DEATHS for c in came)
        good &= self.is_refused(inputs) == (ends != "returns" or not is_allowed)
        self.good &= good
        print(f"{self.name:10} {what}: {' / '.join(texts)}{'' if good else ' (WRONG)'}")

    def check(self):
        for row in self.page["sizes"]:
            name, first, last = row["symbol"], row["safeFrom"], row["safeTo"]
            if first is None:
                print(f"{self.name:10} {name}: not proved")
                continue
            safe = {first, first + 1, row["declared"]["lower"]} | ({last} if last is not None else set())
            for size in sorted(size for size in safe if size >= first and (last is None or size <= last)):
                self.expect(f"{name} = {size}, safe", self.inputs({name: size}), "returns",
                            is_allowed=size >= row["declared"]["lower"] or row["declared"]["lower"] == 2)
            for beyond, access in ((first - 1, row["below"]), (last and last + 1, row["above"])):
                if access:
                    self.expect(f"{name} = {beyond}, not safe", self.inputs({name: beyond}, access["shapes"]), "dies")
        for row in self.page["contents"]:
            inputs = self.inputs({})
            symbols = {size["symbol"]: inputs[place["input"]].shape[place["dim"]]
                       for size in self.page["sizes"] for place in size["dimensions"]}
            first, last = allowed(row, symbols)
            for value in (first, last, first - 1, last + 1):
                inputs[row["input"]] = torch.full_like(inputs[row["input"]], value)
                ends = "returns" if first <= value <= last else "throws" if row["otherwise"] == "assert" else "dies"
                self.expect(f"input {row['input']} holds {value}", list(inputs), ends)
        for row in self.page["relations"]:
            if row["otherwise"]:
                self.expect(f"dimension {row['dim']} of input {row['input']} is not {row['equals']}",
                            self.inputs({}, row["otherwise"]["shapes"]), "dies")
        return self.good


if __name__ == "__main__":
    warnings.filterwarnings("ignore")
    logging.disable(logging.CRITICAL)
    os.environ.pop("AOTI_RUNTIME_CHECK_INPUTS", None)
    folder, tool, *names = sys.argv[1:]
    if not all([Truth(pathlib.Path(folder), tool, name).check() for name in names]):
        sys.exit("what is said is not what happens")
