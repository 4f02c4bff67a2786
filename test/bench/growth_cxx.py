# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shapes of C++ files and of packages, whose kernels are C++."""
import functools
import pathlib
import re
import subprocess
import sys
import zipfile

from growth_shapes import CPP, PACKAGE, repeated, shape

INPUTS = pathlib.Path(__file__).resolve().parent.parent / "Inputs"

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
def operands(lines):
    # In many functions, and many in one.
    half = lines // 2
    return (HEAD + RUNNER + repeated("at::Tensor f@(R &m, const at::Tensor &x) { return m.run({x})[0] + at::ones({3}); }\n",
                                     half, "")
            + "void g(R &m) {\nat::Tensor y = m.run({at::zeros({3}, at::kCUDA)})[0];\n"
            + repeated("y = y - y + y - y;\n", half, "") + "}\n")


@shape(CPP)
def optional_inputs(lines):
    # In one function, and in many.
    half = lines // 2
    return (HEAD + RUNNER + "void f(R &m, bool *b) {\nstd::vector<at::Tensor> v{at::zeros({3}, at::kCUDA)};\n"
            + repeated("if (b[@]) v.push_back(at::zeros({3}));\n", half, "") + "m.run(v);\n}\n"
            + repeated("void g@(R &m, bool b) { std::vector<at::Tensor> v{at::zeros({3}, at::kCUDA)}; "
                       "if (b) v.push_back(at::zeros({3})); m.run(v); }\n", half, ""))


@shape(CPP)
def runs_with_vectors(lines):
    return repeated('std::vector<at::Tensor> v@{at::zeros({@}, at::kCUDA)};\nm.run(v@);\n', lines,
                    HEAD + 'void f() {\nL m("a.pt2");\n') + "}\n"


@shape(CPP)
def appended(lines):
    # There is a state after each, with the list.
    return repeated("v.push_back(at::zeros({@}));\n", lines,
                    HEAD + 'void f() {\nL m("a.pt2");\nstd::vector<at::Tensor> v;\n') + "m.run(v);\n}\n"


RUNNER = "#include <torch/csrc/inductor/aoti_runner/model_container_runner_cuda.h>\n" \
         "using R = torch::inductor::AOTIModelContainerRunnerCuda;\n"


def host(lines, block):
    """A class with a state and what BLOCK has, a method of three lines or more."""
    return HEAD + RUNNER + "class C {\npublic:\nC() : m(\"a.so\"), x(at::zeros({4}, at::kCUDA)) {}\n" \
        + repeated(block, lines, "") + "R m;\nat::Tensor x;\n};\n"


@shape(CPP)
def setters(lines):
    return host(lines, "void set@() { x = at::zeros({4}); }\nvoid move@() { x = at::zeros({4}, at::kCUDA); }\n"
                       "void run@() { m.run({x}); }\n")


@shape(CPP)
def members(lines):
    count = lines // 3
    return (HEAD + RUNNER + 'class C {\npublic:\nC() : m("a.so") {\n'
            + "".join(f"x{i} = at::zeros({{4}}, at::kCUDA);\n" for i in range(count)) + "}\n"
            + "".join(f"void run{i}() {{ m.run({{x{i}}}); }}\nat::Tensor x{i};\n" for i in range(count)) + "R m;\n};\n")


@shape(CPP)
def callers(lines):
    return host(lines, "void run@(const at::Tensor &y) { m.run({x, y}); }\nvoid host@() { run@(at::zeros({4})); }\n"
                       "void gpu@() { run@(at::zeros({4}, at::kCUDA)); }\n")


@shape(CPP)
def runs_for_callers(lines):
    return repeated("void f@(R &m, const at::Tensor &x, int n) {\nif (n > 3)\nn = 4;\n" + "m.run({x});\n" * 8
                    + "}\nvoid g@(R &m) {\nf@(m, at::zeros({4}), 1);\nf@(m, at::zeros({4}, at::kCUDA), 2);\n}\n", lines,
                    HEAD + RUNNER)


@shape(CPP)
def branches_before_runs(lines):
    return repeated("void f@(R &m, int n) {\nat::Tensor x = at::zeros({4});\nif (n > @)\nx = x.cuda();\n"
                    "if (n > 3)\nn = 4;\nm.run({x});\n}\n", lines, HEAD + RUNNER)


@shape(CPP)
def runs_behind_branches(lines):
    return repeated("if (n == @)\nx = at::zeros({4}, at::kCUDA);\nm.run({x});\n", lines,
                    HEAD + RUNNER + "void f(R &m, int n) {\nat::Tensor x = at::zeros({4});\n") + "}\n"


@shape(CPP)
def interfaces(lines):
    return repeated("struct C@ : B { at::Tensor f(const at::Tensor &x) override { return m.run({x})[0]; } };\n"
                    "void g@(B &b) { b.f(at::zeros({4})); }\n", lines, HEAD + RUNNER + "struct B {\nB() : m(\"a\") {}\n"
                    "virtual at::Tensor f(const at::Tensor &x) = 0;\nR m;\n};\n")


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


@functools.cache
def emitted_files():
    sys.path.insert(0, str(INPUTS / "emitted"))
    import expand

    return expand.files()


def emitted(name):
    return emitted_files()[name]


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
    subprocess.run([sys.executable, INPUTS / "make_package.py", *given, out, "model=cpu"], check=True)
