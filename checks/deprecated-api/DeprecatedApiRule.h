// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sentences of aoti-deprecated-api, for C++ and Python.
#ifndef AOTI_TIDY_CHECKS_DEPRECATED_API_DEPRECATEDAPIRULE_H
#define AOTI_TIDY_CHECKS_DEPRECATED_API_DEPRECATEDAPIRULE_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/torch/DeprecatedApi.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// A function of the model's C interface.
std::string deprecatedCFunctionText(const DeprecatedFunction &Function);
/// A function of Python.
std::string deprecatedPythonFunctionText(const DeprecatedFunction &Function);
/// torch._export.aot_compile(..., options={"aot_inductor.package": True}),
/// which gives the files of a package, for 'package_aoti' to put together.
std::string packagedExportText(const DeprecatedFunction &Function);
/// A shim of torch's C interface; \p Header is what its attribute says.
std::string deprecatedShimText(llvm::StringRef Name, llvm::StringRef Header);
std::string movedHeaderText(const MovedHeader &Header);

/// A name that an import asks for, and what else changes with it.
std::string movedNameText(const MovedPythonName &Moved);
std::string renamedMembersText();

/// package_aoti with a folder only; nothing if \p Torch takes that.
std::optional<std::string> packageOfFolderProblem(TorchVersion Torch);

/// Example inputs of aoti_compile_and_package, or a \p Path in their place;
/// nothing if \p Torch reads them.
std::optional<std::string> ignoredInputsProblem(TorchVersion Torch,
                                                llvm::StringRef Path);

/// \p Error is what setting the key to the Python text \p Value raises.
std::string goneConfigText(const GoneConfig &Config, llvm::StringRef Error,
                           llvm::StringRef Value);

} // namespace aoti_tidy

#endif
