// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/PythonChecks.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr StringRef DebugFlagWords[] = {
    "AOTINDUCTOR_",         "AOTI_",          "AOT_INDUCTOR_",
    "CUDA_LAUNCH_BLOCKING", "NO_CUDA_MEMORY", "TORCHINDUCTOR_",
    "TORCH_INDUCTOR_",      "TORCH_LOGS",     "TORCH_TRACE",
};

constexpr StringRef DeprecatedApiWords[] = {
    "aot_compile",          "aot_load",       "aoti_compile_and_package",
    "package_aoti",         "PT2Archive",     "pt2_archive_constants",
    "compile_wrapper_with", "package_consta", "compile_standalone",
    "debug_dump_consts",    "abi_compatible",
};

constexpr StringRef DeviceMismatchWords[] = {"aot_compile", "aoti_compile",
                                             "load_package"};

constexpr StringRef InputContractWords[] = {"load_package"};

constexpr StringRef LoaderArgumentsWords[] = {
    "aot_compile", "aot_inductor", "aot_load",     "aoti_compile",
    "aoti_load",   "load_package", "package_aoti",
};

constexpr StringRef RawRunnerWords[] = {"AOTIModelContainerRunner"};

constexpr StringRef SymIntMetaWords[] = {
    "fake_impl",         "impl_abstract", "\"Meta\"",      "'Meta'",
    "register_abstract", "register_fake", "register_meta",
};

constexpr StringRef SymIntMetaFlags[] = {
    "aoti-symint-meta.SchemaInts",
    "aoti-symint-meta.UnbackedSizes",
};

// Sorted by id.
constexpr Check Table[] = {
    {"aoti-debug-flag", debugFlag, DebugFlagWords, /*RestsOnOrder=*/true},
    {"aoti-deprecated-api", deprecatedApi, DeprecatedApiWords},
    {"aoti-device-mismatch", deviceMismatch, DeviceMismatchWords},
    {"aoti-input-contract", inputContract, InputContractWords},
    {"aoti-loader-arguments", loaderArguments, LoaderArgumentsWords},
    {"aoti-raw-runner", rawRunner, RawRunnerWords},
    {"aoti-symint-meta", symIntMeta, SymIntMetaWords,
     /*RestsOnOrder=*/false, SymIntMetaFlags},
};

} // namespace

llvm::ArrayRef<Check> checks() { return Table; }

} // namespace aoti_tidy::python
