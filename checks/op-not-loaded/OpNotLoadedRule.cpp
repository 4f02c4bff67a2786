// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/op-not-loaded/OpNotLoadedRule.h"
#include <fmt/format.h>

namespace aoti_tidy {

std::string notLoadedProblem(llvm::ArrayRef<PackageOp> Ops,
                             llvm::StringRef Package, HostLanguage Host) {
  const PackageOp &First = Ops.front();
  const std::string Others =
      Ops.size() == 1 ? "" : fmt::format(" and {} more", Ops.size() - 1);
  if (Host == HostLanguage::Python)
    return fmt::format("{} calls '{}'{}, which nothing here registers: loading "
                       "fails; import the module that does",
                       Package.str(), First.Name, Others);
  if (First.IsOfPython)
    return fmt::format("{} calls '{}'{}, which only Python has: loading fails "
                       "in C++; register it with TORCH_LIBRARY",
                       Package.str(), First.Name, Others);
  return fmt::format("{} calls '{}'{}, which nothing here registers: loading "
                     "fails; link or open the library that does",
                     Package.str(), First.Name, Others);
}

std::string onlyInPythonProblem(llvm::StringRef Package) {
  return fmt::format("{} calls an operator that only Python has: loading fails "
                     "in C++; register it with TORCH_LIBRARY",
                     Package.str());
}

} // namespace aoti_tidy
