# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that fail, each with the cause that it is made to fail by.

A scenario is (name, cause, evidence, environment, Python): the code runs in a
process of its own, in a folder that holds the packages of explain_truth.py.
'evidence' is a piece of the line of the log that tells the cause; empty where the
process dies without a word.
"""

LOAD = "m = torch._inductor.aoti_load_package('{}.pt2')\n"
CHECK = {"AOTI_RUNTIME_CHECK_INPUTS": "1"}
SCENARIOS = []


def scenario(name, cause, evidence, code, env=None, package="", noise=None):
    SCENARIOS.append({"name": name, "cause": cause, "evidence": evidence, "code": code,
                      "env": env or {}, "package": package, "noise": noise})


def run(name, cause, evidence, arguments, env=CHECK, package="ranker", noise=None):
    scenario(name, cause, evidence, LOAD.format(package) + f"print(m({arguments}))", env, package, noise)


IDS, FEATURES = "torch.zeros(8, dtype=torch.int64)", "torch.randn(8, 32)"

# The inputs' contract.
run("dtype-int32", "input-dtype", "unmatched dtype", f"torch.zeros(8, dtype=torch.int32), {FEATURES}")
run("dtype-double", "input-dtype", "unmatched dtype", f"{IDS}, torch.randn(8, 32).double()", noise="ranks")
run("dtype-half", "input-dtype", "unmatched dtype", f"{IDS}, torch.randn(8, 32).half()", noise="time")
run("swapped", "input-dtype", "unmatched dtype", f"{FEATURES}, {IDS}")
run("device-meta", "input-device", "unmatched device type", f"{IDS}, torch.randn(8, 32, device='meta')")
run("size-static", "input-size", "unmatched dim value at 1", f"{IDS}, torch.randn(8, 31)")
run("size-static-wide", "input-size", "unmatched dim value at 1", f"{IDS}, torch.randn(8, 64)", noise="ansi")
run("range-small", "input-range", "dim value is too small", f"{IDS}[:1], {FEATURES}[:1]")
run("range-empty", "input-range", "dim value is too small", f"{IDS}[:0], {FEATURES}[:0]", noise="wrap")
run("range-large", "input-range", "dim value is too large", "torch.zeros(600, dtype=torch.int64), torch.randn(600, 32)")
run("stride-transposed", "input-stride", "unmatched stride value", f"{IDS}, torch.randn(32, 8).t()")
run("stride-expanded", "input-stride", "unmatched stride value", f"{IDS}, torch.randn(1, 32).expand(8, 32)", noise="bytes")
run("rank-low", "input-rank", "but got: 0", f"{IDS}, torch.randn(8)")
run("rank-high", "input-rank", "ndim", f"{IDS}, torch.randn(8, 32, 1)")
run("shared-size", "input-shared-size", "expected size", f"{IDS}, torch.randn(9, 32)")
run("count-one", "input-count", "", IDS, env={})
run("count-three", "input-count", "", f"{IDS}, {FEATURES}, {FEATURES}", env={})
run("matmul-unchecked", "input-size", "mat1 and mat2", "torch.randn(4, 12)", env={}, package="mlp")
run("keyword", "input-count", "", f"{IDS}, feats={FEATURES}", env={})

# Indices.
run("index-end", "index-out-of-bounds", "index out of bounds", "torch.randn(8, 8), torch.tensor([8, 0, 1])", env={}, package="lookup")
run("index-negative", "index-out-of-bounds", "index out of bounds", "torch.randn(8, 8), torch.tensor([-9, 0])", env={}, package="lookup", noise="time")
run("index-empty", "index-out-of-bounds", "index out of bounds", "torch.randn(0, 8), torch.tensor([0, 0])", env={}, package="lookup", noise="ranks")
run("embedding", "index-out-of-bounds", "index out of bounds", f"torch.full((8,), 500), {FEATURES}", env={})
run("embedding-parallel", "index-out-of-bounds", "index out of bounds", "torch.full((512,), 500), torch.randn(512, 32)", env={}, noise="bytes")
run("position", "index-out-of-bounds", "index out of bounds", "torch.randn(70, 16)", env={}, package="position")
run("last-of-nothing", "crash", "", "torch.randn(4, 0)", env={}, package="last")
run("item-check", "runtime-assert", "Expected u0 <=", "torch.randn(8), torch.tensor(9)", env={}, package="narrow")

# A loaded package is no module, and knows no gradients.
scenario("to-of-loaded", "loaded-model", "no attribute 'to'", LOAD.format("mlp") + "m.to('cpu')", package="mlp")
scenario("pickled", "loaded-model", "cannot pickle", LOAD.format("mlp") + "import pickle\npickle.dumps(m)", package="mlp", noise="time")

# Constants.
scenario("list-of-constants", "constants-unknown-name", "load_constants(): incompatible",
         LOAD.format("mlp") + "m.load_constants([torch.randn(4)], check_full_update=True)", package="mlp")
scenario("no-weights", "constants-not-loaded", "", LOAD.format("bare") + "print(m(torch.randn(2, 64)))", package="bare")
scenario("folded-name", "constants-unknown-name", "Constant not found",
         LOAD.format("mlp") + "m.load_constants({'fc.weight': torch.randn(4, 10), 'nothing': torch.randn(4)}, check_full_update=False)", package="mlp")
scenario("partial-update", "constants-incomplete", "",
         LOAD.format("bare") + "m.load_constants({'fc.weight': torch.randn(64, 64)}, check_full_update=True)", package="bare")

# Files and loaders.
scenario("no-file", "package-not-found", "", LOAD.format("nowhere/ranker"))
scenario("truncated", "package-damaged", "", "open('cut.pt2', 'wb').write(open('ranker.pt2', 'rb').read()[:30000])\n" + LOAD.format("cut"))
scenario("lfs-pointer", "package-damaged", "", "open('lfs.pt2', 'w').write('version https://git-lfs.github.com/spec/v1\\noid sha256:4d7a\\nsize 12345\\n')\n" + LOAD.format("lfs"))
scenario("model-name", "model-name", "Failed to find a generated cpp file",
         "torch._C._aoti.AOTIModelPackageLoader('ranker.pt2', 'forward', False, 1, -1)", package="ranker")
scenario("so-to-package-loader", "loader-wrong-file", "", "unpack('ranker')\nm = torch._inductor.aoti_load_package(so())")
scenario("exported-program", "loader-wrong-file", "", "export_only('exported.pt2')\n" + LOAD.format("exported"), noise="time")
scenario("package-to-runner", "loader-wrong-file", "", "torch._C._aoti.AOTIModelContainerRunnerCpu('ranker.pt2', 1)")
scenario("runner-bare-name", "library-not-found", "cannot open shared object file", "torch._C._aoti.AOTIModelContainerRunnerCpu('model.so', 1)")
scenario("cuda-package", "package-device", "", "relabel('ranker', 'cuda')\n" + LOAD.format("relabelled"))
scenario("unknown-device", "package-device", "Unsupported device", "relabel('ranker', 'tpu9')\n" + LOAD.format("relabelled"), noise="ranks")
scenario("old-loader-cuda", "package-device", "", "unpack('ranker')\ntorch._export.aot_load(so(), 'cuda')")
scenario("metadata-missing", "package-incomplete", "metadata.json", "drop('ranker', 'metadata.json')\n" + LOAD.format("dropped"))
scenario("device-key-missing", "package-incomplete", "AOTI_DEVICE_KEY", "relabel('ranker', None)\n" + LOAD.format("relabelled"))
scenario("archive-version", "archive-version", "archive version", "edit('ranker', 'archive_version', '9')\n" + LOAD.format("edited"))
scenario("archive-format", "loader-wrong-file", "", "edit('ranker', 'archive_format', 'zip')\n" + LOAD.format("edited"))
scenario("library-dropped", "package-incomplete", "File not found", "drop('mlp', '.so')\n" + LOAD.format("dropped"), package="mlp")
scenario("zipped-again", "package-damaged", "unsupported feature",
         "unpack('mlp')\nimport shutil\nshutil.make_archive('again', 'zip', 'unpacked')\nimport os\nos.rename('again.zip', 'again.pt2')\n"
         + LOAD.format("again"), package="mlp", noise="time")
scenario("library-path", "library-not-found", "cannot open shared object file", "torch._C._aoti.AOTIModelContainerRunnerCpu('./models/mlp.so', 1)")
scenario("folder", "package-not-found", "directory is empty", "import os\nos.makedirs('folder.pt2')\n" + LOAD.format("folder"))
scenario("checkpoint-loader", "loader-wrong-file", "data.pkl", "torch.load('mlp.pt2', weights_only=False)", package="mlp", noise="ranks")
scenario("export-loader", "loader-wrong-file", "deserializing", "torch.export.load('mlp.pt2')", package="mlp")
scenario("name-of-model", "api-version", "model_name", "torch._inductor.aoti_load_package('mlp.pt2', model_name='mlp')", package="mlp")

# Libraries.
RUN_SO = "torch._C._aoti.AOTIModelContainerRunnerCpu(library({!r}), 1)"
scenario("shim-missing", "symbol-shim", "undefined symbol: aoti_torch_cpu_brand_new_op", RUN_SO.format("aoti_torch_cpu_brand_new_op"))
scenario("helper-missing", "symbol-torch", "undefined symbol: _ZN5torch12aot_inductor",
         RUN_SO.format("_ZN5torch12aot_inductor31tensor_handle_to_tensor_pointerEP16AtenTensorOpaque"))
scenario("old-string-abi", "symbol-string-abi", "undefined symbol: _ZN3c10", RUN_SO.format("_ZN3c106detail14torchCheckFailEPKcS2_jRKSs"), noise="time")
scenario("custom-op-symbol", "symbol-other", "undefined symbol: _ZN5myops", RUN_SO.format("_ZN5myops9scale_allEv"))
scenario("no-model-in-so", "loader-wrong-file", "AOTInductorModelContainer", "torch._C._aoti.AOTIModelContainerRunnerCpu(library(''), 1)")
scenario("not-elf", "library-damaged", "", "open('text.so', 'w').write('hello')\ntorch._C._aoti.AOTIModelContainerRunnerCpu('./text.so', 1)")
scenario("libtorch-gone", "library-not-found", "cannot open shared object file", "torch._C._aoti.AOTIModelContainerRunnerCpu(library('', needs='libtorch_of_another_day.so.1'), 1)")

# Custom operators.
scenario("python-op-gone", "custom-op-missing", "mylib", LOAD.format("custom") + "print(m(torch.randn(4)))", package="custom")

# Compilation.
COMPILE = "compile({})\n"
scenario("no-compiler", "no-compiler", "", COMPILE.format("Plain(), (torch.randn(4),)"), {"CXX": "/nonexistent/g++"})
scenario("no-compiler-in-path", "no-compiler", "", COMPILE.format("Plain(), (torch.randn(4),)"), {"PATH": "/nonexistent", "CXX": "g++-of-nowhere"}, noise="time")
scenario("bad-march", "compiler-flags", "-march=", COMPILE.format("Plain(), (torch.randn(4),)"), {"CXX": "fake:cc1plus: error: bad value (‘sapphirerapids’) for ‘-march=’ switch"})
scenario("no-openmp", "openmp-header", "omp.h", COMPILE.format("Plain(), (torch.randn(4),)"), {"CXX": "fake:/build/x.cpp:1:10: fatal error: omp.h: No such file or directory"})
scenario("no-python-h", "python-headers", "Python.h", COMPILE.format("Plain(), (torch.randn(4),)"), {"CXX": "fake:torch/csrc/utils/pythoncapi_compat.h:16:10: fatal error: Python.h: No such file or directory"}, noise="ansi")
scenario("shim-not-declared", "codegen-shim", "was not declared", COMPILE.format("Plain(), (torch.randn(4),)"),
         {"CXX": "fake:/build/cab/cabcdefghijklmnopqrstuvwxyz234567abcdefghijklmnopqrs.wrapper.cpp:712:5: error: ‘aoti_torch_cpu__embedding_bag’ was not declared in this scope"})
scenario("linker", "linker", "cannot find -l", COMPILE.format("Plain(), (torch.randn(4),)"), {"CXX": "fake:/usr/bin/ld: cannot find -lc10: No such file or directory"})
scenario("slice-item", "codegen-symbol", "", COMPILE.format("SliceItem(), (torch.randn(8), torch.tensor(3))"))
scenario("data-dependent", "data-dependent", "data-dependent", COMPILE.format("Branch(), (torch.randn(8),)"))
scenario("constraints", "constraints-violated", "Constraints violated", COMPILE.format("Fixed(), (torch.randn(4, 8),), {'x': {0: torch.export.Dim('n', min=2, max=64)}}"))
scenario("constraints-noise", "constraints-violated", "Constraints violated", COMPILE.format("Fixed(), (torch.randn(4, 8),), {'x': {0: torch.export.Dim('n', min=2, max=64)}}"), noise="banner")
scenario("example-one", "example-size-one", "", COMPILE.format("Plain(), (torch.randn(1),), {'x': {0: torch.export.Dim('n', min=1, max=64)}}"))
scenario("dim-by-text", "export-arguments", "list indices", COMPILE.format("Plain(), (torch.randn(4),), {'x': {'0': torch.export.Dim('n', max=64)}}"))
scenario("dim-too-many", "export-arguments", "list assignment", COMPILE.format("Plain(), (torch.randn(4),), {'x': {1: torch.export.Dim('n', max=64)}}"), noise="time")
scenario("no-fake", "missing-fake", "", COMPILE.format("NoFake(), (torch.randn(4),)"))
# The text does not tell a Meta kernel from the model; the page and the alternatives do.
scenario("fake-int", "constraints-violated", "Constraints violated", COMPILE.format("FakeInt(), (torch.randn(4, 3),), {'x': {0: torch.export.Dim('n', min=2, max=64)}}"))
scenario("numel-symbolic", "symint-meta", "", COMPILE.format("FakeCxx(), (torch.randn(4, 3),), {'x': {0: torch.export.Dim('n', min=2, max=64)}}"))
scenario("fake-arguments", "op-registration", "takes 1 positional argument", """
@torch.library.custom_op("shop::scaled", mutates_args=())
def scaled(x: torch.Tensor, k: int) -> torch.Tensor:
    return x * k
@scaled.register_fake
def _(x):
    return torch.empty_like(x)
class Scaled(torch.nn.Module):
    def forward(self, x):
        return torch.ops.shop.scaled(x, 2)
torch.export.export(Scaled(), (torch.randn(4),))""")
scenario("input-class", "export-arguments", "Unsupported input type", """
class Batch:
    pass
torch.export.export(Plain(), (Batch(),))""", noise="time")
scenario("dims-equal", "constraints-violated", "Constraints violated", """
class Sum(torch.nn.Module):
    def forward(self, x, y):
        return x + y
torch.export.export(Sum(), (torch.randn(4, 3), torch.randn(4, 3)),
                    dynamic_shapes=({0: torch.export.Dim("a")}, {0: torch.export.Dim("b")}))""")
scenario("size-fixed", "constraints-violated", "Constraints violated",
         "torch.export.export(Fixed(), (torch.randn(4, 8),), dynamic_shapes={'x': {0: torch.export.Dim.DYNAMIC(min=2)}})", noise="ranks")
scenario("size-one-hint", "example-size-one", "0/1 specialized",
         "torch.export.export(Plain(), (torch.randn(1),), dynamic_shapes={'x': {0: torch.export.Dim.DYNAMIC}})")
scenario("quantized", "export-arguments", "torch.classes.quantized", """
model = torch.ao.quantization.quantize_dynamic(torch.nn.Sequential(torch.nn.Linear(4, 4)), {torch.nn.Linear}, dtype=torch.qint8)
torch.export.export(model, (torch.randn(2, 4),))""", noise="time")
scenario("attribute-strict", "dynamo-unsupported", "raised exception AttributeError", """
class Typo(torch.nn.Module):
    def forward(self, x):
        return self.linaer(x)
torch.export.export(Typo(), (torch.randn(4),), strict=True)""")
scenario("one-hot-strict", "data-dependent", "one_hot", """
class OneHot(torch.nn.Module):
    def forward(self, x):
        return torch.nn.functional.one_hot(x)
torch.export.export(OneHot(), (torch.tensor([1, 2]),), strict=True)""", noise="time")
scenario("cond-alias", "control-flow", "aliasing", """
class Gate(torch.nn.Module):
    def forward(self, x):
        return torch.cond(x.sum() > 0, lambda x: x * 2, lambda x: x, (x,))
torch.export.export(Gate(), (torch.randn(4),))""")
scenario("not-pt2", "package-path", "", "compile(Plain(), (torch.randn(4),), path='model.so')")
scenario("module-not-program", "export-api", "", "torch._inductor.aoti_compile_and_package(Plain(), (torch.randn(4),))")
scenario("config-key", "inductor-config", "abi_compatible", "compile(Plain(), (torch.randn(4),), config={'aot_inductor.abi_compatible': True})")

# Flags.
scenario("logs-name", "flag-torch-logs", "", "", {"TORCH_LOGS": "aot_inductor"})
scenario("logs-empty", "flag-torch-logs", "", "", {"TORCH_LOGS": " "})
scenario("printer-level", "flag-value", "IntermediateValueDebuggingLevel", COMPILE.format("Plain(), (torch.randn(4),)"), {"AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER": "4"})
scenario("repro-level", "flag-value", "invalid literal for int()", "import torch._inductor.config", {"AOTINDUCTOR_REPRO_LEVEL": "high"})
scenario("opt-level", "flag-value", "", COMPILE.format("Plain(), (torch.randn(4),)"), {"AOT_INDUCTOR_COMPILE_WRAPPER_OPT_LEVEL": "-O3"})

# Outputs.
scenario("wrong-output", "wrong-output", "Tensor-likes are not close", "torch.testing.assert_close(torch.ones(4), torch.zeros(4))")
scenario("wrong-output-size", "input-exported", "", "program = torch.export.export(Plain(), (torch.randn(4),))\nprogram.module()(torch.randn(5))")
scenario("banner-only", "deprecated-api", "deprecat", "unpack('ranker')\nm = torch._export.aot_load(so(), 'cpu')\n" + f"print(m({IDS}, {FEATURES}))")
