#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Logs emitted code as torch 2.13 does: log_code.py printed|traced WRAPPER KERNELS [PID...]

'printed' is what TORCH_LOGS=output_code prints, 'traced' a file of TORCH_TRACE. With
several process numbers, their lines are interleaved; each has its rank before it.
"""
import itertools
import json
import sys


def printed(pid, wrapper, kernels, rank):
    for line, title, code in ((1568, "Output wrapper code: ", wrapper), (1572, "Output kernel code:", kernels)):
        for text in [title, *code.split("\n")]:
            yield f"{rank}V1123 12:14:14.406000 {pid} torch/_inductor/compile_fx.py:{line}] [__output_code] {text}"
    yield f"{rank}I1123 12:14:14.413000 {pid} torch/_inductor/codecache.py:2614] [__output_code] Wrapper code written to: /w.cpp"


def traced(pid, wrapper, kernels, rank):
    head = f"{rank}V1123 12:14:14.414000 {pid} torch/_inductor/codecache.py:2616]"
    yield f'{head} {{"str": ["/x.py", 0]}}'
    for name, code in (("wrapper", wrapper), ("kernel", kernels)):
        what = {"graph_dump": {"name": f"inductor_aot_{name}_code", "type": "cpp", "filename": f"/{name}.cpp"},
                "stack": [], "has_payload": "00"}
        yield "\n".join([f"{head} {json.dumps(what)}", *("\t" + line for line in code.split("\n"))])
    yield f'{head} {{"chromium_event": {{}}, "has_payload": "00"}}\n\t[]'


def main(form, wrapper, kernels, *pids):
    code = [open(path).read() for path in (wrapper, kernels)]
    logs = [{"printed": printed, "traced": traced}[form](pid, *code, f"[rank{rank}]:" if len(pids) > 1 else "")
            for rank, pid in enumerate(pids or ["14118"])]
    for lines in itertools.zip_longest(*logs):
        for line in lines:
            if line is not None:
                print(line)


if __name__ == "__main__":
    main(*sys.argv[1:])
