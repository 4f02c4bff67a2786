// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deployment/DeploymentRule.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {

std::optional<std::string> torchSkewProblem(TorchVersion Exporter,
                                            TorchVersion Host) {
  if (Exporter == Host)
    return std::nullopt;
  return fmt::format("compiled with torch {} and run with torch {}, which may "
                     "lack or change what the package calls; use one release",
                     Exporter.str(), Host.str());
}

std::string torchNote(const NamedTorch &T, bool IsHost) {
  return fmt::format("'{}' is what {}", T.Text,
                     IsHost ? "runs the package: loading it fails with "
                              "'undefined symbol', or worse, does not"
                            : "exports");
}

std::string noCompilerProblem(StringRef Base) {
  return fmt::format("this runs a C++ compiler, and the image from '{}' has "
                     "none: it fails there; install g++",
                     Base.str());
}

std::string optimizedProblem(StringRef Cause) {
  return fmt::format(
      "'{}' removes the model's asserts: this strict export does not see them, "
      "and the package checks nothing of them; unset it for the export",
      Cause.str());
}

std::string optimizedNote(StringRef Cause) {
  return fmt::format("'{}' is set here; with older torch, the export stops "
                     "with StopIteration at the first branch",
                     Cause.str());
}

} // namespace aoti_tidy
