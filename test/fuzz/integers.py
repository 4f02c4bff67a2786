#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares what is said of integer arithmetic in kernels with what running them does:
integers.py AOTI_TIDY FOLDER COUNT [SEED]

Makes COUNT random kernels of the shapes that torch emits: contents of an input in every
type, vectors or scalars, arithmetic, bits, shifts, casts, choices, floating point and
asserts, and in the end an access of a table. Each is run for many values of the input,
the extreme ones of its type among them, by a simple interpreter of Python's integers
that knows nothing of the prover. An access that is proved must stay in the table in
every run; one that is refuted must leave it in a run with the values of the witness.

With TORCH_INCLUDE=FOLDER the interpreter itself is compared with the same kernels as
g++ compiles them against torch's own headers.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import random
import struct
import subprocess
import sys

from lane_arithmetic import BITS
from random_kernels import DTYPES, ROWS, TABLES, Kernel

BATCH = 50


def wrapper(kernels):
    """As torch emits it, less what has no part in this."""
    # Each kernel has its own: an assert of one says something of what the next one reads.
    inputs = [("float32", size, f"table{size}") for size in TABLES]
    inputs += [(DTYPES[of], ROWS, f"{k.name} {i}") for k in kernels for i, (_, of) in enumerate(k.inputs)]
    place = {name: i for i, (_, _, name) in enumerate(inputs)}
    names = {
        "float32": "Float",
        "float64": "Double",
        "int8": "Char",
        "int16": "Short",
        "int32": "Int",
        "int64": "Long",
        "uint8": "Byte",
    }
    text = [
        "#include <torch/csrc/inductor/aoti_include/cpu.h>",
        "#include <torch/csrc/inductor/aoti_runtime/interface.h>",
        "#include <torch/csrc/inductor/aoti_runtime/model_container.h>",
    ]
    text += [f'extern "C"  void  {k.name}({k.signature()});' for k in kernels]
    text += [
        "CACHE_TORCH_DTYPE(float32);",
        "CACHE_TORCH_DEVICE(cpu);",
        "namespace torch::aot_inductor {",
        "AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map, const std::string& device_str)",
        f"    : AOTInductorModelBase({len(inputs)}, 1, 0, device_str, std::move(cubin_dir), true) {{",
    ]
    text += [f'    inputs_info_[{i}].name = "arg{i}_1";' for i in range(len(inputs))]
    text += [
        '    outputs_info_[0].name = "output0";',
        "}",
        "} // namespace torch::aot_inductor",
        "using namespace torch::aot_inductor;",
        "namespace torch::aot_inductor {",
    ]
    for i, (dtype, size, _) in enumerate(inputs):
        text.append(f"""AOTI_NOINLINE static void check_input_{i}(
    AtenTensorHandle* input_handles
) {{
    ConstantHandle arg{i}_1 = ConstantHandle(input_handles[{i}]);
    int32_t arg{i}_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg{i}_1, &arg{i}_1_dtype));

    int32_t arg{i}_1_expected_dtype = aoti_torch_dtype_{dtype}();
    if (arg{i}_1_expected_dtype != arg{i}_1_dtype) {{
        std::stringstream ss;
        ss << "input_handles[{i}]: unmatched dtype, "
           << "expected: " << arg{i}_1_expected_dtype << "(at::k{names[dtype]}), "
           << "but got: " << arg{i}_1_dtype << "\\n";
        throw std::runtime_error(std::move(ss).str());
    }}
    auto arg{i}_1_size = arg{i}_1.sizes();

    if ({size} != arg{i}_1_size[0]) {{
        std::stringstream ss;
        ss << "input_handles[{i}]: unmatched dim value at 0, "
           << "expected: {size}, " << "but got: " << arg{i}_1_size[0]
           << "\\n";
        throw std::runtime_error(std::move(ss).str());
    }}
    auto arg{i}_1_stride = arg{i}_1.strides();

    if (1 != arg{i}_1_stride[0]) {{
        std::stringstream ss;
        ss << "input_handles[{i}]: unmatched stride value at 0, "
           << "expected: 1, " << "but got: " << arg{i}_1_stride[0]
           << "\\n";
        throw std::runtime_error(std::move(ss).str());
    }}
}}
""")
    text.append("""static bool _check_aoti_runtime_check_inputs_env() {
    const static char* env_var_value = getenv("AOTI_RUNTIME_CHECK_INPUTS");
    const static bool result = env_var_value != nullptr && env_var_value[0] != '0';
    return result;
}

AOTI_NOINLINE static void __check_inputs_outputs(
    AtenTensorHandle* input_handles,
    AtenTensorHandle* output_handles) {
    if (!_check_aoti_runtime_check_inputs_env()){
        return;
    }""")
    text += [f"    check_input_{i}(input_handles);" for i in range(len(inputs))]
    text.append(f"""}}

void AOTInductorModel::run_impl(
    AtenTensorHandle*
        input_handles,
    AtenTensorHandle*
        output_handles,
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor
) {{
    __check_inputs_outputs(input_handles, output_handles);
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, {len(inputs)});""")
    text += [f"    auto arg{i}_1 = std::move(inputs[{i}]);" for i in range(len(inputs))]
    text.append(f"""    inputs.clear();
    static constexpr int64_t int_array_0[] = {{{ROWS}L, }};
    static constexpr int64_t int_array_1[] = {{1L, }};
    AtenTensorHandle buf0_handle;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(1, int_array_0, int_array_1, cached_torch_dtype_float32, cached_torch_device_type_cpu, this->device_idx_, &buf0_handle));
    RAIIAtenTensorHandle buf0(buf0_handle);""")
    for k in kernels:
        given = [f"(const {of}*)(arg{place[f'{k.name} {i}']}_1.data_ptr())" for i, (_, of) in enumerate(k.inputs)]
        given += [f"(const float*)(arg{place[f'table{k.table}']}_1.data_ptr())", "(float*)(buf0.data_ptr())"]
        text.append(f"    {k.name}({', '.join(given)});")
    text.append("""    output_handles[0] = buf0.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
// Compile cmd
// g++ wrapper.cpp -D CPU_CAPABILITY_AVX2 -mavx2
""")
    return "\n".join(text)


def real(converted):
    """A number that becomes this integer; NaN for what stands for it."""
    return float("nan") if converted in (-(2**33), -(2**31)) else float(converted)


def judged(kernel, call):
    """What is said of the access of the table: the verdict, and whether a run says otherwise."""
    table = len(kernel.inputs)
    accesses = [a for a in call["accesses"] if a["parameter"] == table]
    if not accesses:
        return "not followed", None
    verdict = accesses[0]["verdict"]
    if verdict == "in-bounds":
        for given, row in kernel.given():
            results = kernel.results(given, row)
            # A trap ends the run, unless nobody needs what is divided.
            if kernel.result(given, row, mode=3) is None and not all(map(kernel.leaves, results)):
                continue
            for index in results:
                if kernel.leaves(index):
                    return verdict, f"proved, but {given} row {row} gives {index} of {kernel.table}"
    elif verdict == "out-of-bounds":
        witness = accesses[0]["witnesses"][0]
        values = {call["names"][v["name"]]["name"]: v["value"] for v in witness["values"]}
        read = {call["names"][v["name"]].get("parameter"): v["value"] for v in witness["values"]}
        given = tuple(
            values.get(name, 0) if of in BITS else real(read.get(i, 0)) for i, (name, of) in enumerate(kernel.inputs)
        )
        # Which row is not always part of what is shown.
        rows = range(ROWS) if kernel.uses_row else (0,)
        # What x86 makes of NaN comes first; an address wraps after so many floats.
        is_nan = any(value != value for value in given)
        results = [
            [(kernel.result(given, row, 0) or 0) % 2**62] if is_nan else kernel.results(given, row) for row in rows
        ]
        if not any(
            all(index == witness["first"] and kernel.leaves(index) for index in of_row) for of_row in results
        ):
            return (
                verdict,
                f"found with {values} and element {witness['first']}, but gives {results}",
            )
    elif any(kernel.leaves(index) for g, r in kernel.given(100) for index in kernel.results(g, r)):
        return "not decided, leaves", None
    return verdict, None


def batch(tool, folder, seed, count):
    rng = random.Random(seed)
    kernels = [Kernel(rng, f"cpp_fused_{i}") for i in range(count)]
    at = folder / str(seed)
    at.mkdir(parents=True, exist_ok=True)
    (at / "wrapper.cpp").write_text(wrapper(kernels))
    (at / "kernel.cpp").write_text(
        "#include <torch/csrc/inductor/cpp_prefix.h>\n"
        + "\n".join(k.text() for k in kernels)
        + "\n// Compile cmd\n// g++ kernel.cpp -D CPU_CAPABILITY_AVX2 -mavx2\n"
    )
    run = subprocess.run([tool, "trace", "--format=json", at / "wrapper.cpp"], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        return collections.Counter(), [f"{at}: exit {run.returncode}: {run.stderr}"]
    calls = {c["kernel"]: c for c in json.loads(run.stdout)["models"][0]["calls"]}
    verdicts, wrong = collections.Counter(), []
    for k in kernels:
        verdict, why = judged(k, calls[k.name]) if k.name in calls else ("not followed", None)
        verdicts[verdict] += 1
        if why:
            wrong.append(f"{at}/kernel.cpp: {k.name}: {why}")
    if not wrong:
        for file in at.iterdir():
            file.unlink()
        at.rmdir()
    return verdicts, wrong


def compare(folder, seed, count):
    """The interpreter with what g++ makes of the same kernels and torch's headers."""
    rng = random.Random(seed)
    kernels = [Kernel(rng, f"cpp_fused_{i}") for i in range(count)]
    folder.mkdir(parents=True, exist_ok=True)
    formats = {
        "int8_t": "b",
        "int16_t": "h",
        "int32_t": "i",
        "int64_t": "q",
        "uint8_t": "B",
        "float": "f",
        "double": "d",
    }
    main, runs = [
        "#include <torch/csrc/inductor/cpp_prefix.h>",
        "#include <climits>",
        "#include <cstdio>",
        "#include <cstring>",
    ], []
    main += [k.text(reads=False).replace("AOTI_TORCH_CHECK(", "(void)sizeof(") for k in kernels]
    main.append(
        "int main() { alignas(64) static char in[2][256]; int64_t indices[16];"
        " std::atomic<int> divided{0}; inductor_cpu_integer_div_error_flag = &divided;"
    )
    data = b""
    for k in kernels:
        # A trap would end all of it.
        some = [g for g in k.given(200) if k.result(*g, mode=3) is not None][:64]
        for start in range(0, len(some) - ROWS + 1, ROWS):
            rows = [g for g, _ in some[start : start + ROWS]]
            for i, (_, of) in enumerate(k.inputs):
                data += struct.pack(f"<{ROWS}{formats[of]}", *(g[i] for g in rows)).ljust(256, b"\0")
                main.append(f"if (fread(in[{i}], 1, 256, stdin) != 256) return 1;")
            given = ", ".join(f"(const {of}*)in[{i}]" for i, (_, of) in enumerate(k.inputs))
            main.append(f'{k.name}({given}, indices); for (auto i : indices) printf("%ld\\n", (long)i);')
            runs.append((k, rows))
    (folder / "main.cpp").write_text("\n".join(main) + "}\n")
    include = os.environ["TORCH_INCLUDE"]
    subprocess.run(
        [
            "g++",
            "-std=c++20",
            "-O1",
            "-fwrapv",
            "-w",
            "-mavx2",
            "-mfma",
            "-mf16c",
            "-DCPU_CAPABILITY_AVX2",
            "-DC10_USING_CUSTOM_GENERATED_MACROS",
            "-DSTANDALONE_TORCH_HEADER",
            "-ffp-contract=off",
            f"-I{include}",
            f"-I{include}/torch/csrc/api/include",
            folder / "main.cpp",
            "-o",
            folder / "main",
            f"-L{include}/../lib",
            f"-Wl,-rpath,{include}/../lib",
            "-ltorch_cpu",
            "-lc10",
        ],
        check=True,
    )
    out = [
        int(line)
        for line in subprocess.run([folder / "main"], input=data, capture_output=True, check=True).stdout.split()
    ]
    wrong = set()
    for i, (k, rows) in enumerate(runs):
        for row, given in enumerate(rows):
            expected = set(k.results(given, row))
            if len(expected) == 1 and None not in expected and out[i * ROWS + row] not in expected:
                wrong.add(f"{k.name} of seed {seed}: {given} row {row}: {out[i * ROWS + row]}, not {expected.pop()}")
    print(f"{len(kernels)} kernels compiled, {len(out)} indices, {len(wrong)} differ")
    for line in sorted(wrong)[:20]:
        print(line)
    return bool(wrong)


def main():
    tool, folder, count = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
    first = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    if os.environ.get("TORCH_INCLUDE"):
        sys.exit(compare(folder, first, count))
    verdicts, wrong = collections.Counter(), []
    sizes = [min(BATCH, count - start) for start in range(0, count, BATCH)]
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for found, bad in pool.map(batch, *zip(*[(tool, folder, first + i, n) for i, n in enumerate(sizes)])):
            verdicts += found
            wrong += bad
    for line in wrong:
        print(line)
    print(f"{sum(verdicts.values())} kernels: " + ", ".join(f"{n} {v}" for v, n in sorted(verdicts.items())))
    print(
        f"{sum('proved, but' in w for w in wrong)} proved and wrong, {sum('found with' in w for w in wrong)} found and wrong"
    )
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
