#!/usr/bin/env python3
"""Writes a package as torch does, without a model in it.

    make_package.py [--layout 2.6|2.7|2.13] [--deflate] [--folder] [--input SPEC]... [--constant SPEC]...
                    [--key KEY]... [--keyword NAME]... [--weights library|nowhere|pickles|blob]
                    [--op OP]... [--record KEY=VALUE]... OUT MODEL=DEVICE...

2.6: no root folder, <hash>_metadata.json. 2.7: the metadata of the wrapper and of
the kernel. 2.13: all in a folder named after the package. --folder: unpacked.
--input: an input of every model, as the wrapper's code says it. SPEC is DTYPE[DIM,...],
DIM being a constant, SYMBOL:LOWER..[UPPER], and may be followed by '/STRIDE,...' ('?' for
one that depends on a symbol; default: contiguous) and '@DEVICE' (default: the model's).
--key: a key of the dict that the last inputs without a keyword are in.
--keyword: the name by which the last inputs were given; without one, the wrapper has no record
of how they were.
--constant: one of every model, NAME=KIND:DTYPE[DIM,...] with the name in the model that was
exported; KIND is Parameter, Buffer, TensorConstant or FoldedConstant. --weights: where their
values are.
--op: a custom operator that every model calls by name; one that ends with '@python' was made by
torch.library.custom_op. --record: of the metadata of every model.
"""
import argparse
import json
import pathlib
import re
import zipfile

p = argparse.ArgumentParser()
p.add_argument("--layout", default="2.13", choices=["2.6", "2.7", "2.13"])
p.add_argument("--deflate", action="store_true")
p.add_argument("--folder", action="store_true")
p.add_argument("--input", action="append", default=[], metavar="SPEC")
p.add_argument("--constant", action="append", default=[], metavar="SPEC")
p.add_argument("--keyword", action="append", default=[], metavar="NAME")
p.add_argument("--key", action="append", default=[], metavar="KEY")
p.add_argument("--weights", default="library", choices=["library", "nowhere", "pickles", "blob"])
p.add_argument("--op", action="append", default=[], metavar="OP")
p.add_argument("--record", action="append", default=[], metavar="KEY=VALUE")
p.add_argument("out", type=pathlib.Path)
p.add_argument("models", nargs="+", metavar="MODEL=DEVICE")
args = p.parse_args()

DEVICES = {"cpu": 0, "cuda": 1}


def parse_input(spec, model_device):
    dtype, dims, strides, device = re.fullmatch(r"(\w+)\[(.*?)\](?:/([^@]*))?(?:@(\w+))?", spec).groups()
    sizes = []
    for dim in filter(None, dims.split(",")):
        symbol, _, bounds = dim.rpartition(":")
        lower, _, upper = bounds.partition("..")
        sizes.append((symbol, lower, upper) if symbol else int(dim))
    if strides is None:
        known, strides = 1, []
        for size in reversed(sizes):
            strides.insert(0, known)
            known = known * max(size, 1) if known is not None and isinstance(size, int) else None
    else:
        strides = [None if s == "?" else int(s) for s in filter(None, strides.split(","))]
    return dtype, sizes, strides, device or model_device


def check(index, spec, device):
    """What torch 2.13 emits to check an input."""
    dtype, sizes, strides, device = parse_input(spec, device)
    name = f"arg{index}_1"

    def refuse(condition):
        return f"""    if ({condition}) {{
        std::stringstream ss;
        ss << "input_handles[{index}]: unmatched" << "\\n";
        throw std::runtime_error(std::move(ss).str());
    }}
"""

    text = f"""AOTI_NOINLINE static void check_input_{index}(
    AtenTensorHandle* input_handles
) {{
    ConstantHandle {name} = ConstantHandle(input_handles[{index}]);
    int32_t {name}_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype({name}, &{name}_dtype));

    int32_t {name}_expected_dtype = aoti_torch_dtype_{dtype}();
""" + refuse(f"{name}_expected_dtype != {name}_dtype") + f"    auto {name}_size = {name}.sizes();\n\n"
    for dim, size in enumerate(sizes):
        if isinstance(size, int):
            text += refuse(f"{size} != {name}_size[{dim}]")
        else:
            text += refuse(f"{name}_size[{dim}] < {size[1]}")
            text += refuse(f"{name}_size[{dim}] > {size[2]}") if size[2] else ""
    text += f"    auto {name}_stride = {name}.strides();\n\n"
    for dim, stride in enumerate(strides):
        text += refuse(f"{stride} != {name}_stride[{dim}]") if stride is not None else ""
    return text + f"""    int32_t {name}_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type({name}, &{name}_device_type));

    int32_t {name}_expected_device_type = {DEVICES[device]};
""" + refuse(f"{name}_expected_device_type != {name}_device_type") + "}\n\n"


def constant(index, spec, device):
    """What torch 2.13 emits of a constant."""
    name, kind, dtype, dims = re.fullmatch(r"(\S+?)=(\w+):(\w+)\[(.*)\]", spec).groups()
    size = {"float32": 4, "int64": 8}[dtype]
    for dim in filter(None, dims.split(",")):
        size *= int(dim)
    info = f"    constants_info_[{index}]"
    return f"""{info}.name = "{name.replace(".", "_")}";
{info}.dtype = cached_torch_dtype_{dtype};
{info}.device_type = cached_torch_device_type_{device};
{info}.offset = 0;
{info}.data_size = {(size + 63) // 64 * 64 if device == "cpu" else size};
{info}.from_folded = {"true" if kind == "FoldedConstant" else "false"};
{info}.type = static_cast<int32_t>(torch::aot_inductor::ConstantType::{kind});
{info}.shape = {{{dims.replace(",", ", ")}}};
{info}.stride = {{1}};
{info}.layout = static_cast<int32_t>(cached_torch_layout_strided);
{info}.original_fqn = "{name}";
"""


def in_spec(count):
    """As torch.utils._pytree.treespec_dumps() writes tuple(args), dict(kwargs)."""

    def spec(kind, context, children):
        return {"type": kind, "context": context, "children_spec": children}

    leaf = spec(None, None, [])
    first = [leaf] * (count - len(args.keyword) - len(args.key))
    if args.key:
        first.append(spec("builtins.dict", json.dumps(args.key), [leaf] * len(args.key)))
    positional = spec("builtins.tuple", "null", first)
    by_name = spec("builtins.dict", json.dumps(args.keyword), [leaf] * len(args.keyword))
    return json.dumps([1, spec("builtins.tuple", "null", [positional, by_name])])


def wrapper(device):
    """The parts of a wrapper that say what the model takes."""
    if not args.input and not args.constant:
        return "// emitted"
    count = len(args.input)
    names = "".join(f'    inputs_info_[{i}].name = "arg{i}_1";\n' for i in range(count))
    if args.keyword or args.key:
        names += f'    in_spec_ = R"({in_spec(count)})";\n'
    names += "".join(constant(i, spec, device) for i, spec in enumerate(args.constant))
    checks = "".join(check(i, spec, device) for i, spec in enumerate(args.input))
    calls = "".join(f"    check_input_{i}(input_handles);\n" for i in range(count))
    inputs = "".join(f"    auto arg{i}_1 = std::move(inputs[{i}]);\n" for i in range(count))
    seen = set()
    symbols = ""
    for i, spec in enumerate(args.input):
        for dim, size in enumerate(parse_input(spec, device)[1]):
            if not isinstance(size, int) and size[0] not in seen:
                seen.add(size[0])
                symbols += f"    int64_t {size[0]} = arg{i}_1_size[{dim}];\n"
    asserts = ""
    for i, spec in enumerate(args.input):
        _, sizes, strides, _ = parse_input(spec, device)
        if all(s is not None for s in strides):
            shape = ", ".join(f"{s}L" if isinstance(s, int) else s[0] for s in sizes)
            order = ", ".join(f"{s}L" for s in strides)
            asserts += (f"    if (_check_aoti_runtime_check_inputs_env()) {{ assert_size_stride(arg{i}_1, {{{shape}}}, "
                        f'{{{order}}}, "input"); }}\n')
    return f"""#include <torch/csrc/inductor/aoti_include/{device}.h>
CACHE_TORCH_DTYPE(float32);
CACHE_TORCH_DEVICE({device});
namespace torch::aot_inductor {{
AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map,
                                   std::shared_ptr<std::vector<ConstantHandle>> constants_array,
                                   const std::string& device_str,
                                   std::optional<std::string> cubin_dir)
    : AOTInductorModelBase({count},
                           1,
                           {len(args.constant)},
                           device_str,
                           std::move(cubin_dir),
                           {"true" if args.weights == "library" else "false"}) {{
{names}    outputs_info_[0].name = "output0";
}}
{checks}static bool _check_aoti_runtime_check_inputs_env() {{
    const static char* env_var_value = getenv("AOTI_RUNTIME_CHECK_INPUTS");
    const static bool result = env_var_value != nullptr && env_var_value[0] != '0';
    return result;
}}

AOTI_NOINLINE static void __check_inputs_outputs(
    AtenTensorHandle* input_handles,
    AtenTensorHandle* output_handles) {{
    if (!_check_aoti_runtime_check_inputs_env()){{
        return;
    }}
{calls}}}

void AOTInductorModel::run_impl(
    AtenTensorHandle*
        input_handles, // array of input AtenTensorHandle; handles
                        // are stolen; the array itself is borrowed
    AtenTensorHandle*
        output_handles,
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor
) {{
    __check_inputs_outputs(input_handles, output_handles);
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, {count});
{inputs}{"".join(f"    auto arg{i}_1_size = arg{i}_1.sizes();{chr(10)}" for i in range(count))}{symbols}    inputs.clear();
{asserts}}} // AOTInductorModel::run_impl
}} // namespace torch::aot_inductor
"""


def nodes():
    """The calls that the proxy executor makes."""
    calls = []
    for op in args.op:
        name, _, python = op.partition("@")
        calls.append({"name": "buf0", "node": {"target": name, "inputs": [], "outputs": [],
                                               "metadata": {"torch_library_custom_op": "1"} if python else {}}})
    return json.dumps({"nodes": calls})


root = args.out.stem + "/" if args.layout == "2.13" else ""
files = {}
for model in args.models:
    name, device = model.split("=")
    folder = f"{root}data/aotinductor/{name}/"
    record = {"AOTI_DEVICE_KEY": device}
    if args.layout == "2.13":
        record |= {"AOTI_PLATFORM": "linux", "AOTI_MACHINE": "x86_64", "AOTI_CPU_ISA": "AVX2",
                   "AOTI_COMPUTE_CAPABILITY": ""}
    record |= dict(entry.split("=", 1) for entry in args.record)
    if args.layout == "2.6":
        files |= {folder + "cwrap.cpp": wrapper(device), folder + "cwrap_metadata.json": json.dumps(record),
                  folder + "cwrap.so": "\x7fELF"}
        if args.op:
            files[folder + "cwrap.json"] = nodes()
    else:
        files |= {folder + "cwrap.wrapper.cpp": wrapper(device), folder + "ckern.kernel.cpp": "// emitted",
                  folder + "cwrap.wrapper_metadata.json": json.dumps(record),
                  folder + "ckern.kernel_metadata.json": json.dumps(record),
                  folder + "cwrap.wrapper.so": "\x7fELF"}
        if args.op:
            files[folder + "cwrap.wrapper.json"] = nodes()
        if args.weights == "pickles":
            files |= {folder + "weights_config.json": "{}", f"{root}data/weights/weight_0": "0" * 64}
        if args.weights == "blob":
            files |= {folder + "cwrap.wrapper_weights.blob": "0" * 64}
files[root + "archive_format"] = "pt2"
if args.layout == "2.13":
    files |= {root + "archive_version": "0", root + ".data/version": "6\n", root + "byteorder": "little"}
else:
    files["version"] = "0"

if args.folder:
    for name, text in files.items():
        file = args.out / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
else:
    args.out.parent.mkdir(parents=True, exist_ok=True)
    how = zipfile.ZIP_DEFLATED if args.deflate else zipfile.ZIP_STORED
    with zipfile.ZipFile(args.out, "w", how) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
