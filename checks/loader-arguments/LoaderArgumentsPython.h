// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the Python parts of aoti-loader-arguments.
#ifndef AOTI_TIDY_CHECKS_LOADER_ARGUMENTS_LOADERARGUMENTSPYTHON_H
#define AOTI_TIDY_CHECKS_LOADER_ARGUMENTS_LOADERARGUMENTSPYTHON_H

#include "checks/lib/script/Devices.h"
#include "checks/lib/torch/PythonApi.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/loader-arguments/LoaderArgumentsRule.h"

namespace aoti_tidy::python {

/// A call of one of torch's functions for AOTInductor.
struct LoaderCall {
  const Call &C;
  llvm::StringRef Function; ///< as in PythonApi.def

  bool is(llvm::StringRef Name) const { return Function == Name; }
  /// As messages name it: "aoti_load_package".
  llvm::StringRef shortName() const { return Function.rsplit('.').second; }
};

/// Parameters that the function does not have, and too many arguments.
void checkParameters(const LoaderCall &L, const File &F,
                     std::vector<Finding> &Out);
/// aoti_load_package, load_package.
void checkPackageLoad(const LoaderCall &L, const File &F,
                      std::vector<Finding> &Out);
/// torch._export.aot_load.
void checkLibraryLoad(const LoaderCall &L, const File &F,
                      std::vector<Finding> &Out);
/// aoti_compile_and_package.
void checkPackageCompile(const LoaderCall &L, const File &F,
                         std::vector<Finding> &Out);
/// torch._inductor.aot_compile, torch._export.aot_compile.
void checkLibraryCompile(const LoaderCall &L, const File &F,
                         std::vector<Finding> &Out);
/// Judges the outputs of forward() of a model that is compiled to a package.
void checkOutputs(const File &F, std::vector<Finding> &Out);
/// Keys of torch._inductor.config that there are not, wherever they are named.
void checkConfigKeys(const File &F, std::vector<Finding> &Out);

/// The device that \p Expr spells out, its index included.
std::optional<SpelledDevice> deviceText(Node Expr, const File &F);

/// The call whose result \p Expr is; null if that is not known.
const Call *resultOf(Node Expr, const File &F);

/// ".so" of f"{name}.so"; empty if it is not known.
std::string extensionOf(Node Path, const File &F);

/// Whether \p A can be removed, or be given by its name: no positional argument
/// follows, which would take its place.
bool canMove(const LoaderCall &L, const Argument &A);

/// The finding on an argument, with its fix, or with a note that has it.
Finding findingOn(const LoaderCall &L, const Argument &A, ArgumentProblem P,
                  const File &F);

/// Whether aoti-deprecated-api rewrites calls of torch._export anyway, so that
/// other edits in them are in its way.
inline bool isRewrittenAnyway(const LoaderCall &L, const File &F) {
  return isIn(L.Function, torchname::ExportPackage) &&
         F.settings().torchAtLeast({2, 6});
}

} // namespace aoti_tidy::python

#endif
