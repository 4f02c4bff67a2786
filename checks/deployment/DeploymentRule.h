// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEPLOYMENT_DEPLOYMENTRULE_H
#define AOTI_TIDY_CHECKS_DEPLOYMENT_DEPLOYMENTRULE_H

#include "checks/lib/torch/TorchPins.h"

namespace aoti_tidy {

/// The problem with a package that \p Exporter compiles and \p Host runs;
/// nothing if they are of one release.
std::optional<std::string> torchSkewProblem(TorchVersion Exporter,
                                            TorchVersion Host);
std::string torchNote(const NamedTorch &T, bool IsHost);

/// The problem with a compilation in an image made from \p Base, which has no
/// C++ compiler.
std::string noCompilerProblem(llvm::StringRef Base);
inline constexpr char StartNote[] = "the image runs this file here";

/// The problem with a strict export that runs with \p Cause: "PYTHONOPTIMIZE",
/// "-O".
std::string optimizedProblem(llvm::StringRef Cause);
std::string optimizedNote(llvm::StringRef Cause);

} // namespace aoti_tidy

#endif
