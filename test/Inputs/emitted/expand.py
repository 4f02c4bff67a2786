#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the emitted code that the tests read: expand.py FOLDER

Emitted wrappers are long, and most of their lines are the same in each. The files in
wrappers/ hold the lines that differ. '//@ NAME WORD...' stands for what torch emits in
that place: the section NAME of parts.cpp, with $1, $2... replaced by the words, or the
text of the function make_NAME below. The files in variants/ say in which lines one emitted
file differs from another. FOLDER gets a NAME.wrapper.cpp for each of wrappers/, the files
of variants/, and copies of the kernels beside them.

The result is what torch emitted, byte for byte; where the first line says so, shortened.
SHA256SUMS has the sums of the files as they were before they were taken apart: a file
with another sum is an error. A new file may lie in wrappers/ as torch emitted it; its sum
goes into the list first.
"""
import hashlib
import os
import pathlib
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parents[1] / "fuzz" / "package" / "multi_dyn.pt2"
SCALARS = {"float32": "kFloat", "int64": "kLong", "uint8": "kByte"}
DEVICES = {"cpu": 0, "cuda": 1}
LEAF = '{"type": null, "context": null, "children_spec": []}'
TUPLE = '{"type": "builtins.tuple", "context": "null", "children_spec": '
DICT = '{"type": "builtins.dict", "context": "[]", "children_spec": []}'


def wrapper_in(package):
    with zipfile.ZipFile(package) as archive:
        return next(archive.read(name).decode() for name in archive.namelist() if name.endswith("wrapper.cpp"))


def sections():
    parts = (HERE / "parts.cpp").read_text().split("//--- ")[1:]
    return dict(part.split("\n", 1) for part in parts)


class Wrapper:
    def __init__(self, parts):
        self.parts = parts
        self.inputs, self.constants = [], []
        self.kernel, self.variables = None, 0
        self.has_texts, self.is_2_9 = True, False

    def expand(self, source):
        text = ""
        for line in source.splitlines(keepends=True):
            if line.startswith("//@ "):
                name, *words = line[4:].split()
                function = getattr(self, "make_" + name.replace("-", "_").replace(".", "_"), None)
                line = function(*words) if function else self.part(name, *words)
            text += line
        return text

    def part(self, name, *words, **blocks):
        text = self.parts[name]
        for number, word in enumerate(words, 1):
            text = text.replace(f"${number}", str(word))
        for block, lines in blocks.items():
            text = text.replace(f"${block}\n", lines)
        return text

    def make_interface(self):
        """//@ interface: all functions of the library, as a wrapper that was kept whole has them."""
        text, end = wrapper_in(PACKAGE), '} // extern "C"\n'
        return text[text.index("// Definition of AOTI"):text.index(end) + len(end)]

    def make_shortened(self):
        """//@ shortened: the headers; and errors have no texts."""
        self.has_texts = False
        return self.part("shortened-headers")

    def make_torch_2_9(self):
        """//@ torch-2.9: what follows is as this version writes it."""
        self.is_2_9 = True
        return ""

    def make_kernels(self, kind, *names):
        """//@ kernels void* cpp_fused_0 cpp_fused_1: the class that has them."""
        return self.part("kernels", MEMBERS="".join(f"    {kind} {name}{{nullptr}};\n" for name in names))

    def make_constant(self, *words):
        """//@ constant NAME KIND DTYPE DEVICE SHAPE STRIDES BYTES FULL.NAME: one of the model that follows."""
        words = [word.replace(",", ", ") for word in words]
        self.constants.append(self.part("constant-2.9" if self.is_2_9 else "constant", len(self.constants), *words))
        return ""

    def make_model(self, outputs, *words):
        """//@ model 2 [specs|emptied] arg0_1 arg1_1: the constructor, with the number of outputs.

        With the specifications of inputs and outputs, with empty lines for them, or without.
        """
        inputs, outputs = [word for word in words if word not in ("specs", "emptied")], int(outputs)
        text = self.part("model", len(inputs), outputs, len(self.constants))
        text += "".join(f'    inputs_info_[{i}].name = "{name}";\n' for i, name in enumerate(inputs))
        text += "".join(self.constants) + self.part("constants-given")
        if "emptied" in words:
            text += "\n\n"
        if "specs" in words:
            taken = f"{TUPLE}[{TUPLE}[{', '.join([LEAF] * len(inputs))}]}}, {DICT}]}}"
            given = LEAF if outputs == 1 else f"{TUPLE}[{', '.join([LEAF] * outputs)}]}}"
            text += f'    in_spec_ = R"([1, {taken}])";\n    out_spec_ = R"([1, {given}])";\n'
        text += "".join(f'    outputs_info_[{i}].name = "output{i}";\n' for i in range(outputs))
        return text + "    this->kernels_ = std::make_unique<AOTInductorModelKernels>();\n}\n"

    def make_launcher(self, name, *parameters):
        """//@ launcher NAME *in_ptr0:fp32 ks0:i64 xnumel:i32 rnumel:-: the beginning of a Triton kernel's launcher.

        With the types that they have in the kernel; '-': the kernel is compiled for it. The kernel follows.
        """
        self.kernel = name, [(p[0] == "*", *p.lstrip("*").split(":")) for p in parameters]
        types = [f"typename {name}_type_" for is_pointer, name, _ in self.kernel[1] if is_pointer]
        taken = [f"const {name}_type_& {name}" if is_pointer else f"int64_t {name}" for is_pointer, name, _ in self.kernel[1]]
        return self.part("launcher", ", ".join([*types, "typename kernels_type_"]), name,
                         PARAMETERS="".join(f"    {t},\n" for t in taken))

    def make_pointwise(self, size, asserted="True"):
        """//@ pointwise 32 [False]: the first lines of a shortened pointwise kernel, with assert_indirect_indexing."""
        name, parameters = self.kernel
        types = [f"'{name}': '{'*' * is_pointer}{kind}'" for is_pointer, name, kind in parameters]
        return self.part("pointwise", name, size, asserted, ", ".join(types), ", ".join(name for _, name, _ in parameters))

    def make_launch(self, warps, blocks, *words):
        """//@ launch 4 xnumel/32 [shared=16] [first=1] [cubin=kernel.cubin]: the end of a launcher.

        The warps of a block, the number of blocks, the bytes of shared memory, the number of the first variable.
        """
        options = dict(word.split("=") for word in words)
        size, _, per_block = blocks.partition("/")
        grid = f"(({size} + ({per_block} - 1)) / ({per_block}))" if per_block else size
        self.variables = int(options.get("first", self.variables))
        name, parameters = self.kernel
        lines, arguments = "", []
        for is_pointer, given, kind in (*parameters, (True, "global", ""), (True, "profile", "")):
            if kind == "-":
                continue
            variable = f"var_{self.variables}" if kind else f"{given}_scratch_scratch_{self.variables}"
            value = "0" if not kind else f"reinterpret_cast<CUdeviceptr>({given}.data_ptr())" if is_pointer else given
            lines += f"    {'CUdeviceptr' if is_pointer else 'int' + kind[1:] + '_t'} {variable} = {value};\n"
            arguments.append("&" + variable)
            self.variables += 1
        return self.part("launch", name, grid, options.get("cubin", "k.cubin"), options.get("shared", 0), warps,
                         ", ".join(arguments), VARIABLES=lines)

    def throw(self, about, *lines):
        text = f'        std::stringstream ss;\n        ss << "input_handles[{len(self.inputs) - 1}]: {about}, "\n'
        text = text + "".join(f"        {line}\n" for line in lines) if self.has_texts else ""
        return text + f"        throw std::runtime_error({'ss.str()' if self.is_2_9 else 'std::move(ss).str()'});\n    }}\n"

    def limit(self, element, operator, bound, about, expected):
        return f"\n    if ({element} {operator} {bound}) {{\n" + self.throw(
            about, f'   << "expected {expected} {bound}, " << "but got: "', rf'   << {element} << "\n";')

    def make_input(self, name, dtype, device, *words):
        """//@ input arg0_1 float32 cpu sizes 2..64 8 ? strides 8 1: the checks of an input.

        Each size and stride is a number, a range, or '?' if it is not checked.
        """
        self.inputs.append(name)
        text = self.part("input", len(self.inputs) - 1, name, dtype) + self.throw(
            "unmatched dtype", f'   << "expected: " << {name}_expected_dtype << "(at::{SCALARS[dtype]}), "',
            rf'   << "but got: " << {name}_dtype << "\n";')
        at = words.index("strides")
        for kind, about, values in (("size", "dim", words[1:at]), ("stride", "stride", words[at + 1:])):
            text += f"    auto {name}_{kind} = {name}.{kind}s();\n"
            for i, value in enumerate(values):
                element, (low, is_range, high) = f"{name}_{kind}[{i}]", value.partition("..")
                if is_range:
                    text += self.limit(element, "<", low, f"{about} value is too small at {i}", "it to be >=")
                    text += self.limit(element, ">", high, f"{about} value is too large at {i}", "to be <=") if high else ""
                elif value != "?":
                    text += f"\n    if ({value} != {element}) {{\n" + self.throw(
                        f"unmatched {about} value at {i}", f'   << "expected: {value}, " << "but got: " << {element}',
                        r'   << "\n";')
        number = DEVICES[device]
        return text + self.part("device", name, number) + self.throw(
            "unmatched device type", f'<< "expected: " << {name}_expected_device_type << "{number}({device}), "',
            rf'<< "but got: " << {name}_device_type << "\n";') + "}\n\n"

    def make_run(self):
        """//@ run: the checks of all inputs are called, and the model runs with them."""
        text = self.part("run", CALLS="".join(f"    check_input_{i}(input_handles);\n" for i in range(len(self.inputs))))
        text += "\n" * self.is_2_9
        text += f"    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, {len(self.inputs)});\n"
        return text + "".join(f"    auto {name} = std::move(inputs[{i}]);\n" for i, name in enumerate(self.inputs))

    def make_sizes(self, name, *symbols):
        """//@ sizes arg0_1 s77 -: the symbols that stand for the sizes of an input."""
        return f"    auto {name}_size = {name}.sizes();\n" + "".join(
            f"    int64_t {symbol} = {name}_size[{i}];\n" for i, symbol in enumerate(symbols) if symbol != "-")

    def make_release(self, *buffers):
        """//@ release buf0 buf1: the outputs, and the end."""
        return "".join(f"    output_handles[{i}] = {b}.release();\n" for i, b in enumerate(buffers)) + self.part("end")


def variant(source, texts):
    """//@ like NAME, and then for each difference //@ instead of, lines, //@ there is, lines."""
    base, *changes = source.split("//@ instead of\n")
    text = texts[base.removeprefix("//@ like ").strip()]
    for old, new in (change.split("//@ there is\n") for change in changes):
        if text.count(old) != 1:
            sys.exit(f"not in the text once:\n{old}")
        text = text.replace(old, new)
    return text


def files():
    """The texts by their names."""
    parts = sections()
    sums = dict(reversed(line.split("  ")) for line in (HERE / "SHA256SUMS").read_text().splitlines())
    texts = {source.name: source.read_text() for source in (*HERE.glob("*.kernel.cpp"), HERE / "torch-2.6.cpp")}
    for source in sorted((HERE / "wrappers").rglob("*.cpp")):
        name = str(source.relative_to(HERE / "wrappers").with_suffix(".wrapper.cpp"))
        texts[name] = Wrapper(parts).expand(source.read_text())
    for source in sorted((HERE / "variants").rglob("*.cpp")):
        texts[str(source.relative_to(HERE / "variants"))] = variant(source.read_text(), texts)
    for name in sorted(sums.keys() | {name for name in texts if not (HERE / name).exists()}):
        if name not in texts:
            sys.exit(f"nothing makes {name}")
        if hashlib.sha256(texts[name].encode()).hexdigest() != sums.get(name):
            sys.exit(f"{name}: this is not what torch emitted")
    return texts | {"multi_dyn.wrapper.cpp": wrapper_in(PACKAGE)}


def write(folder):
    for name, text in files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # Another process may read or write it now.
        partial = path.with_name(f"{path.name}.{os.getpid()}")
        partial.write_text(text)
        partial.replace(path)


if __name__ == "__main__":
    write(pathlib.Path(sys.argv[1]))
