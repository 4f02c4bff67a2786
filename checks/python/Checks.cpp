// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/python/Checks.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr StringRef DeprecatedApiWords[] = {
    "aot_compile",          "aot_load",       "aoti_compile_and_package",
    "package_aoti",         "PT2Archive",     "pt2_archive_constants",
    "compile_wrapper_with", "package_consta", "compile_standalone",
    "debug_dump_consts",    "abi_compatible", "impl_abstract",
};

// Sorted by id.
constexpr Check Table[] = {
    {"aoti-deprecated-api", deprecatedApi, DeprecatedApiWords},
};

} // namespace

llvm::ArrayRef<Check> checks() { return Table; }

} // namespace aoti_tidy::python
