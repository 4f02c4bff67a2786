// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/python/Checks.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr StringRef DebugFlagWords[] = {
    "AOTINDUCTOR_",         "AOTI_",
    "AOT_INDUCTOR_",        "CUDA_LAUNCH_BLOCKING",
    "NO_CUDA_MEMORY",       "TORCHINDUCTOR_",
    "TORCH_INDUCTOR_",      "TORCH_LOGS",
    "TORCH_TRACE",
};

constexpr StringRef DeprecatedApiWords[] = {
    "aot_compile",          "aot_load",       "aoti_compile_and_package",
    "package_aoti",         "PT2Archive",     "pt2_archive_constants",
    "compile_wrapper_with", "package_consta", "compile_standalone",
    "debug_dump_consts",    "abi_compatible",
};

constexpr StringRef PackageWords[] = {"load_package"};

constexpr StringRef LoaderArgumentsWords[] = {
    "aot_compile",  "aot_inductor", "aot_load",
    "aoti_compile", "aoti_load",    "load_package",
    "package_aoti",
};

constexpr StringRef RawRunnerWords[] = {"AOTIModelContainerRunner"};

constexpr StringRef SymIntMetaWords[] = {
    "fake_impl",     "impl_abstract", "\"Meta\"", "'Meta'", "register_abstract",
    "register_fake", "register_meta",
};

// Sorted by id.
constexpr Check Table[] = {
    {"aoti-debug-flag", debugFlag, DebugFlagWords, /*RestsOnOrder=*/true},
    {"aoti-deprecated-api", deprecatedApi, DeprecatedApiWords},
    {"aoti-device-mismatch", deviceMismatch, PackageWords},
    {"aoti-input-contract", inputContract, PackageWords},
    {"aoti-loader-arguments", loaderArguments, LoaderArgumentsWords},
    {"aoti-raw-runner", rawRunner, RawRunnerWords},
    {"aoti-symint-meta", symIntMeta, SymIntMetaWords},
};

} // namespace

llvm::ArrayRef<Check> checks() { return Table; }

} // namespace aoti_tidy::python
