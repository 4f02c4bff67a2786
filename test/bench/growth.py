#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures how the time grows with the text: double the input, about double the
time.

Each shape is one way to make a file, a notebook or a package larger. It is
linted at n, 2n and 4n lines, as text and, where the shape has fixes, with
--unsafe-fixes --diff. C++ goes through the program, and with --plugin through
clang-tidy, too. What counts is the processor's time, user and system; a ratio
is that of the last two, as the start of a process hides in the first. With
--max-ratio, a larger ratio fails if the last run took --from-seconds or more.
"""
import argparse
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import zipfile

TEST = pathlib.Path(__file__).resolve().parent.parent
MOCK = TEST / "Inputs" / "torch-mock"
EMITTED = TEST / "Inputs" / "emitted"

# The shapes: a function from the number of lines to the text.
PYTHON, CPP, NOTEBOOK, MARKDOWN, PACKAGE = {}, {}, {}, {}, {}


def shape(table):
    def add(make):
        table[make.__name__] = make
        return make
    return add


def repeated(block, lines, head="import os\nimport torch\n"):
    """HEAD, and BLOCK as often as it fits; '@' is its number."""
    count = max(lines // block.count("\n"), 1)
    return head + "".join(block.replace("@", str(i)) for i in range(count))


# ---- Python


@shape(PYTHON)
def environment(lines):
    return repeated('os.environ["TORCH_LOGS"] = "output_code"\n', lines)


@shape(PYTHON)
def environment_of_run(lines):
    return repeated('os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "1"\n', lines,
                    'import os\nimport torch\nm = torch._inductor.aoti_load_package("a.pt2")\n') + "m(x)\n"


@shape(PYTHON)
def environment_between_runs(lines):
    return repeated('m(x)\nos.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "1"\n', lines,
                    'import os\nimport torch\nm = torch._inductor.aoti_load_package("a.pt2")\n') + "m(x)\n"


@shape(PYTHON)
def environment_and_cuda(lines):
    return repeated('x@ = torch.zeros(3)\nos.environ["CUDA_LAUNCH_BLOCKING"] = "1"\n', lines)


@shape(PYTHON)
def environment_unknown(lines):
    return repeated('os.environ["AOT_INDUCTOR_X@"] = "1"\n', lines)


@shape(PYTHON)
def environment_in_functions(lines):
    return repeated('def f@():\n    os.environ["TORCH_LOGS"] = "output_code"\n', lines)


@shape(PYTHON)
def environment_nested(lines):
    # Blocks in blocks, whose headers are executed before.
    depth = 80
    nest = "".join("    " * i + f"if c{i}:\n" for i in range(depth))
    return repeated("    " * depth + 'os.environ["TORCH_LOGS"] = "output_code"\n', lines, "import os, torch\n" + nest)


@shape(PYTHON)
def legacy_pairs(lines):
    return repeated('p@ = torch._inductor.aot_compile(m, (x,))\nr@ = torch._export.aot_load(p@, "cpu")\n', lines)


@shape(PYTHON)
def legacy_paths(lines):
    return repeated('p@ = torch._export.aot_compile(m, (x,), options={"aot_inductor.output_path": "d/m@.so"})\n'
                    'r@ = torch._export.aot_load("d/m@.so", "cpu")\n', lines)


@shape(PYTHON)
def legacy_one_path(lines):
    return repeated('p = torch._export.aot_compile(m, (x,), options={"aot_inductor.output_path": "m.so"})\n'
                    'r = torch._export.aot_load("m.so", "cpu")\n', lines)


@shape(PYTHON)
def legacy_modules(lines):
    return repeated('m@ = torch.nn.Linear(2, 2)\np@ = torch._export.aot_compile(m@, (x,))\n'
                    'r@ = torch._export.aot_load(p@, "cpu")\n', lines)


@shape(PYTHON)
def legacy_imports(lines):
    return repeated('from torch._export import aot_compile as c@\np@ = c@(m, (x,))\n', lines)


@shape(PYTHON)
def legacy_dynamic(lines):
    return repeated('p = torch._export.aot_compile(m, (x,), dynamic_shapes={"x": {0: torch.export.Dim("b")}})\n', lines)


@shape(PYTHON)
def legacy_references(lines):
    return repeated('f@ = torch._export.aot_load\nr@ = f@(p, "cpu")\n', lines)


@shape(PYTHON)
def packages(lines):
    return repeated('x@ = torch.zeros(4, 8)\ne@ = torch.export.export(m, (x@,))\n'
                    'p@ = torch._inductor.aoti_compile_and_package(e@, package_path="m@.pt2")\n'
                    'r@ = torch._inductor.aoti_load_package("m@.pt2")\nr@(torch.zeros(4, 9))\n', lines)


@shape(PYTHON)
def packages_of_one_path(lines):
    return repeated('e = torch.export.export(m, (torch.zeros(4, 8),))\n'
                    'torch._inductor.aoti_compile_and_package(e, package_path="m.pt2")\n'
                    'r = torch._inductor.aoti_load_package("m.pt2")\nr(torch.zeros(4, 9))\n', lines)


@shape(PYTHON)
def packages_returned(lines):
    return repeated('e@ = torch.export.export(m, (torch.zeros(4, 8),))\n'
                    'p@ = torch._inductor.aoti_compile_and_package(e@)\n'
                    'r@ = torch._inductor.aoti_load_package(p@)\nr@(torch.zeros(4, 9))\n', lines)


@shape(PYTHON)
def packages_with_inputs(lines):
    return repeated('torch._inductor.aoti_compile_and_package(e, (x,), package_path=f"{d}/m@.pt2")\n', lines)


@shape(PYTHON)
def loads(lines):
    return repeated('m = torch._inductor.aoti_load_package("a.pt2")\nm(torch.zeros(1))\n', lines)


@shape(PYTHON)
def loads_of_names(lines):
    return repeated('s@ = "a@.pt2"\nm@ = torch._inductor.aoti_load_package(s@)\nm@(x)\n', lines)


@shape(PYTHON)
def runs(lines):
    return repeated('m(torch.zeros(1, device="cuda"))\n', lines,
                    'import torch\nx = torch.zeros(4)\ne = torch.export.export(f, (x,))\n'
                    'm = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(e))\n')


@shape(PYTHON)
def runs_of_one_tensor(lines):
    return repeated('m(x)\n', lines,
                    'import torch\nx = torch.zeros(4, device="cuda")\ny = torch.zeros(4)\ne = torch.export.export(f, (y,))\n'
                    'm = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(e))\n')


@shape(PYTHON)
def classes(lines):
    return repeated('class C@(C):\n    def __init__(self):\n        self.m = torch._inductor.aoti_load_package("a")\n'
                    '    def run(self):\n        return self.m(torch.zeros(1))\n', lines)


@shape(PYTHON)
def functions(lines):
    return repeated('def f@(a):\n    return torch._inductor.aoti_load_package(a)\n', lines)


@shape(PYTHON)
def functions_of_functions(lines):
    return repeated('def f@(a):\n    return f(a)\nm@ = f@("a.pt2")\nm@(x)\n', lines)


@shape(PYTHON)
def fakes(lines):
    return repeated('@torch.library.register_fake("a::b@")\ndef g@(x):\n    return torch.empty(x.shape[0])\n', lines)


@shape(PYTHON)
def fakes_frozen(lines):
    return repeated('@torch.library.custom_op("a::b@", mutates_args=())\ndef g@(x: torch.Tensor) -> torch.Tensor:\n'
                    '    return x\n@g@.register_fake\ndef _(x):\n    return torch.empty(int(x.shape[0]))\n', lines)


@shape(PYTHON)
def fake_body(lines):
    return repeated('    n += int(x.shape[0])\n', lines,
                    'import torch\n@torch.library.register_fake("a::b")\ndef g(x):\n    n = 0\n'
                    ) + "    return torch.empty(n)\n"


@shape(PYTHON)
def schemas(lines):
    return repeated('lib.define("b@(Tensor x) -> Tensor")\n', lines,
                    'import torch\nlib = torch.library.Library("a", "DEF")\n')


@shape(PYTHON)
def branches(lines):
    return repeated('if c@:\n    p = "a@"\nelse:\n    p = "b@"\n', lines) + \
        "m = torch._inductor.aoti_load_package(p)\nm(torch.zeros(1))\n"


@shape(PYTHON)
def tries(lines):
    return repeated('try:\n    import torch._inductor as i\nexcept ImportError:\n    i = None\n'
                    'i.aot_compile(m, (x,))\n', lines)


@shape(PYTHON)
def loops(lines):
    return repeated('for i in range(3):\n    os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = "1"\n'
                    '    m = torch._inductor.aoti_load_package("a.pt2")\n    m(x)\n', lines)


@shape(PYTHON)
def configs(lines):
    return repeated('torch._inductor.config.aot_inductor.debug_compile = True\n', lines)


@shape(PYTHON)
def configs_gone(lines):
    return repeated('torch._inductor.config.patch({"aot_inductor.debug_dump_consts_bin": True})\n', lines)


@shape(PYTHON)
def config_dict(lines):
    return repeated('    "aot_inductor.x@": 1,\n', lines,
                    "import torch\ntorch._inductor.aoti_compile_and_package(e, inductor_configs={\n") + "})\n"


@shape(PYTHON)
def tensors(lines):
    return repeated('x = x.to("cuda")\n', lines,
                    'import torch\nm = torch._inductor.aoti_load_package("a.pt2")\nx = torch.zeros(3)\n') + "m(x)\n"


@shape(PYTHON)
def names_of_names(lines):
    return repeated('f = f\n', lines, "import torch\nf = torch._inductor.aoti_load_package\n") + 'f("a.pt2")(x)\n'


@shape(PYTHON)
def imports_moved(lines):
    return repeated('from torch.export.pt2_archive import constants as c@\n', lines)


@shape(PYTHON)
def silenced(lines):
    return repeated('os.environ["TORCH_LOGS"] = "x"  # NOLINT(aoti-debug-flag)\n', lines)


@shape(PYTHON)
def silenced_blocks(lines):
    return repeated('# NOLINTBEGIN(aoti-debug-flag)\nos.environ["TORCH_LOGS"] = "x"\n# NOLINTEND(aoti-debug-flag)\n', lines)


@shape(PYTHON)
def silenced_from_here(lines):
    return repeated('# NOLINTBEGIN(aoti-debug-flag)\nos.environ["TORCH_LOGS"] = "x"\n', lines)


@shape(PYTHON)
def broken(lines):
    return repeated('aot_compile( = \n', lines)


@shape(PYTHON)
def returns_alone(lines):
    return environment(lines).replace("\n", "\r")


@shape(PYTHON)
def device_mismatches(lines):
    return repeated('y@ = torch.zeros(4, device="cuda")\nm(y@)\n', lines,
                    'import torch\nx = torch.zeros(4)\ne = torch.export.export(f, (x,))\n'
                    'm = torch._inductor.aoti_load_package(torch._inductor.aoti_compile_and_package(e))\n')


# ---- notebooks and documents


def notebook(cells):
    return json.dumps({"cells": [{"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None,
                                  "source": cell.splitlines(keepends=True)} for cell in cells],
                       "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1)


@shape(NOTEBOOK)
def cells_of_environment(lines):
    return notebook(["import os, torch"] + ['os.environ["TORCH_LOGS"] = "x"\nprint(1)'] * (lines // 2))


@shape(NOTEBOOK)
def cells_of_exports(lines):
    return notebook(["import os, torch"] + [
        f'p{i} = torch._export.aot_compile(m, (x,))\nr{i} = torch._export.aot_load(p{i}, "cpu")'
        for i in range(lines // 2)])


@shape(NOTEBOOK)
def cells_with_magics(lines):
    return notebook(["import os, torch"] + ['%time os.environ["TORCH_LOGS"] = "x"\n!ls aoti'] * (lines // 2))


@shape(NOTEBOOK)
def one_cell(lines):
    return notebook([environment(lines)])


@shape(MARKDOWN)
def blocks(lines):
    return "```python\nimport os\nimport torch\n```\n" + \
        'Text.\n```python\nos.environ["TORCH_LOGS"] = "x"\n```\n' * (lines // 4)


@shape(MARKDOWN)
def blocks_of_exports(lines):
    return "```python\nimport torch\n```\n" + "".join(
        f'Text.\n```python\np{i} = torch._export.aot_compile(m, (x,))\n```\n' for i in range(lines // 4))


# ---- C++

LOADER = "#include <torch/csrc/inductor/aoti_package/model_package_loader.h>\n" \
         "using L = torch::inductor::AOTIModelPackageLoader;\n"
HEAD = "#include <ATen/ATen.h>\n#include <cstdlib>\n#include <string>\n#include <torch/library.h>\n" + LOADER


@shape(CPP)
def set_in_one_function(lines):
    return repeated('setenv("AOTI_RUNTIME_CHECK_INPUTS", "off", 1);\n', lines, HEAD + "void f() {\n") + "}\n"


@shape(CPP)
def set_after_run(lines):
    return repeated('setenv("AOTI_RUNTIME_CHECK_INPUTS", "1", 1);\n', lines,
                    HEAD + 'void f() {\nL m("a.pt2");\nm.run({});\n') + "m.run({});\n}\n"


@shape(CPP)
def set_in_functions(lines):
    return repeated('void f@() {\nsetenv("AOTI_RUNTIME_CHECK_INPUTS", "off", 1);\n}\n', lines, HEAD)


@shape(CPP)
def set_in_cases(lines):
    return repeated('case @:\nsetenv("AOTI_RUNTIME_CHECK_INPUTS", "@", 1);\nreturn @;\n', lines,
                    HEAD + "int f(int x) {\nswitch (x) {\n") + "}\nreturn 0;\n}\n"


@shape(CPP)
def loaders(lines):
    return repeated('L m@("a.pt2", "model", true, 4);\nm@.run({});\n', lines, HEAD + "void f() {\n") + "}\n"


@shape(CPP)
def loaders_of_devices(lines):
    return repeated('L m@("a.pt2", "cpu");\n', lines, HEAD + "void f() {\n") + "}\n"


@shape(CPP)
def loaders_in_functions(lines):
    return repeated('void f@() {\nL m("a.pt2", "model", true, 4);\nm.run({});\n}\n', lines, HEAD)


@shape(CPP)
def loaders_in_branches(lines):
    return repeated('if (c == @) {\nL m("a@", "cpu");\n}\n', lines, HEAD + "void f(int c) {\n") + "}\n"


@shape(CPP)
def runs_in_cpp(lines):
    return repeated('m.run({at::zeros({@}, at::kCUDA)});\n', lines, HEAD + 'void f() {\nL m("a.pt2");\n') + "}\n"


@shape(CPP)
def runs_with_vectors(lines):
    return repeated('std::vector<at::Tensor> v@{at::zeros({@}, at::kCUDA)};\nm.run(v@);\n', lines,
                    HEAD + 'void f() {\nL m("a.pt2");\n') + "}\n"


@shape(CPP)
def strings(lines):
    return repeated('std::string s@ = "a@.pt2";\nL m@(s@);\n', lines, HEAD + "void f() {\n") + "}\n"


@shape(CPP)
def metas(lines):
    count = lines // 4
    return (HEAD + "".join(f"at::Tensor m{i}(const at::Tensor &x) {{\nreturn at::empty({{x.size(0), x.size(1)}}, "
                           "x.options());\n}\n" for i in range(count))
            + "TORCH_LIBRARY_IMPL(a, Meta, l) {\n" + "".join(f'l.impl("m{i}", &m{i});\n' for i in range(count)) + "}\n")


@shape(CPP)
def meta_body(lines):
    return repeated("a += x.size(0);\n", lines, HEAD + "at::Tensor m(const at::Tensor &x) {\nint64_t a = 0;\n") + \
        "return at::empty({a}, x.options());\n}\nTORCH_LIBRARY_IMPL(a, Meta, l) {\nl.impl(\"m\", &m);\n}\n"


@shape(CPP)
def definitions(lines):
    return repeated('l.def("f@(Tensor x) -> Tensor");\n', lines, HEAD + "TORCH_LIBRARY(a, l) {\n") + "}\n"


@shape(CPP)
def definitions_with_kernels(lines):
    count = lines // 3
    return (HEAD + "".join(f"at::Tensor k{i}(const at::Tensor &x) {{ return x; }}\n" for i in range(count))
            + "TORCH_LIBRARY(a, l) {\n" + "".join(f'l.def("f{i}(Tensor x) -> Tensor");\n' for i in range(count))
            + "}\nTORCH_LIBRARY_IMPL(a, CPU, l) {\n" + "".join(f'l.impl("f{i}", &k{i});\n' for i in range(count))
            + "}\n")


@shape(CPP)
def functions_in_cpp(lines):
    return repeated('const char *f@() {\nreturn "a.pt2";\n}\nvoid g@() { L m(f@()); }\n', lines, HEAD)


@shape(CPP)
def silenced_in_cpp(lines):
    return repeated('L m@("a.pt2", "cpu"); // NOLINT(aoti-loader-arguments)\n', lines, HEAD + "void f() {\n") + "}\n"


# ---- packages


def pack(wrapper, kernels, out):
    folder = f"{out.stem}/data/aotinductor/model/"
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(folder + "c1.wrapper.cpp", wrapper)
        archive.writestr(folder + "c2.kernel.cpp", kernels)
        archive.writestr(folder + "c1.wrapper_metadata.json", '{"AOTI_DEVICE_KEY": "cpu"}')
        archive.writestr(folder + "c1.wrapper.so", "\x7fELF")
        archive.writestr(f"{out.stem}/archive_format", "pt2")
        archive.writestr(f"{out.stem}/archive_version", "0")


def emitted(name):
    return (EMITTED / name).read_text()


@shape(PACKAGE)
def accesses(lines, out):
    here = "                        tmp9.store("
    access = "                        auto more@ = in_ptr1[static_cast<int64_t>(x1 + 8L*tmp5)];\n"
    pack(emitted("safe.wrapper.cpp"),
         emitted("safe.kernel.cpp").replace(here, repeated(access, lines, "") + here), out)


@shape(PACKAGE)
def accesses_out_of_bounds(lines, out):
    here = "                        tmp9.store("
    access = "                        auto more@ = in_ptr1[static_cast<int64_t>(x1 + 8L*ks1 + @L)];\n"
    pack(emitted("safe.wrapper.cpp"),
         emitted("safe.kernel.cpp").replace(here, repeated(access, lines, "") + here), out)


@shape(PACKAGE)
def kernels(lines, out):
    name = "cpp_fused_index_1"
    text, wrapper = emitted("safe.kernel.cpp"), emitted("safe.wrapper.cpp")
    kernel = re.search(rf'extern "C" *void *{name}\(.*?\n}}\n', text, re.S)[0]
    call = re.search(rf"^ *{name}\(.*?;\n", wrapper, re.S | re.M)[0]
    count = lines // kernel.count("\n")
    more = [f"{name}{i:05}" for i in range(count)]
    pack(wrapper.replace(call, call + "".join(call.replace(name, n) for n in more)),
         text + "".join(kernel.replace(name, n) for n in more), out)


@shape(PACKAGE)
def calls(lines, out):
    wrapper = emitted("safe.wrapper.cpp")
    call = re.search(r"^ *cpp_fused_index_1\(.*?;\n", wrapper, re.S | re.M)[0]
    pack(wrapper.replace(call, call * lines), emitted("safe.kernel.cpp"), out)


@shape(PACKAGE)
def symbols(lines, out):
    here = "    inputs.clear();\n"
    wrapper = emitted("safe.wrapper.cpp")
    symbol = re.search(r"int64_t (s\d+) = arg\w+_size\[", wrapper)[1]
    pack(wrapper.replace(here, repeated(f"    int64_t s1@0 = {symbol} + @L;\n", lines, "") + here),
         emitted("safe.kernel.cpp"), out)


@shape(PACKAGE)
def inputs(lines, out):
    # Each input is checked in some 50 lines.
    given = [f"--input=float32[s{i}:2..64,8]" for i in range(lines // 50)]
    subprocess.run([sys.executable, TEST / "Inputs" / "make_package.py", *given, out, "model=cpu"], check=True)


# ---- measuring


def processor_time(command, limit):
    """User and system time; nothing if it took more than LIMIT."""
    def restrict():
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryFile() as err:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=err,
                                 preexec_fn=restrict)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        seconds = usage.ru_utime + usage.ru_stime
        if seconds >= limit or child.returncode == -signal.SIGXCPU:
            return None
        # Findings are none here, and neither is what is broken on purpose.
        if child.returncode not in (0, 1, 3):
            err.seek(0)
            sys.exit(f"exit {child.returncode}: {' '.join(map(str, command))}\n"
                     f"{err.read().decode(errors='replace')[-2000:]}")
    return seconds


class Table:
    def __init__(self, args, folder):
        self.args, self.folder, self.slow = args, folder, []
        sizes = "".join(f"{args.lines * factor:>9}" for factor in (1, 2, 4))
        print(f"{'shape':46}{sizes}    ratio", flush=True)

    def measure(self, row, name, make, command):
        """COMMAND(file) at three sizes."""
        if self.args.shapes and not any(wanted in row for wanted in self.args.shapes):
            return
        seconds = []
        for factor in (1, 2, 4):
            file = self.folder / name
            if make.__code__.co_argcount == 2:
                make(self.args.lines * factor, file)
            else:
                file.write_text(make(self.args.lines * factor), newline="")
            seconds.append(processor_time(command(file), self.args.limit))
            if seconds[-1] is None:
                break
        cells = [f"{s:9.2f}" if s is not None else f"{f'>{self.args.limit}':>9}" for s in seconds]
        done = len(seconds) == 3 and None not in seconds
        ratio = seconds[2] / max(seconds[1], 0.01) if done else None
        print(f"{row:46}{''.join(cells)}{f'{ratio:9.2f}' if done else ''}", flush=True)
        if ratio is None or (self.args.max_ratio and ratio > self.args.max_ratio
                             and seconds[2] >= self.args.from_seconds):
            self.slow.append(row)


def measure_all(args, table):
    program = [args.aoti_tidy, "--quiet", "--torch-version=2.13", "--include-notebooks",
               "--include-markdown"]
    fixes = ["--unsafe-fixes", "--diff"]
    for kind, shapes, ending in (("python", PYTHON, "py"), ("notebook", NOTEBOOK, "ipynb"), ("markdown", MARKDOWN, "md")):
        for name, make in shapes.items():
            table.measure(f"{kind} {name}", f"{name}.{ending}", make, lambda file: [*program, file])
            table.measure(f"{kind} {name} --diff", f"{name}.{ending}", make, lambda file: [*program, *fixes, file])
    flags = ["--", "-std=c++20", f"-isystem{MOCK}"]
    for name, make in CPP.items():
        table.measure(f"c++ {name}", f"{name}.cpp", make, lambda file: [*program, file, *flags])
        table.measure(f"c++ {name} --diff", f"{name}.cpp", make, lambda file: [*program, *fixes, file, *flags])
        if args.plugin:
            stock = [args.clang_tidy, "--quiet"]
            table.measure(f"plugin {name}", f"{name}.cpp", make,
                          lambda file: [*stock, f"--load={args.plugin}", "--checks=-*,aoti-*", file, *flags])
            if args.stock:
                # Clang's own time, with a check that does next to nothing.
                table.measure(f"stock {name}", f"{name}.cpp", make,
                              lambda file: [*stock, "--checks=-*,llvm-namespace-comment", file, *flags])
    for name, make in PACKAGE.items():
        table.measure(f"package {name}", f"{name}.pt2", make, lambda file: [*program, file])
        table.measure(f"trace {name}", f"{name}.pt2", make, lambda file: [args.aoti_tidy, "trace", file])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aoti-tidy", required=True)
    parser.add_argument("--clang-tidy", default="clang-tidy-22")
    parser.add_argument("--plugin", help="aoti-tidy-plugin.so, for clang-tidy")
    parser.add_argument("--stock", action="store_true", help="time clang-tidy without the plugin, too")
    parser.add_argument("--lines", type=int, default=4000, metavar="N", help="of the smallest input")
    parser.add_argument("--limit", type=int, default=60, metavar="SECONDS", help="of one run")
    parser.add_argument("--max-ratio", type=float, metavar="X", help="fail above it")
    parser.add_argument("--from-seconds", type=float, default=0.5, metavar="S",
                        help="ratios of runs shorter than that are noise")
    parser.add_argument("shapes", nargs="*", metavar="shape", help="part of the name of a row")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        table = Table(args, pathlib.Path(folder))
        measure_all(args, table)
    if table.slow:
        sys.exit("the time grows faster than the text: " + ", ".join(table.slow))


if __name__ == "__main__":
    main()
