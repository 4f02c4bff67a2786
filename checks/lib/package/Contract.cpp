// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/Contract.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy {

std::string InputLeaf::text() const {
  std::string Result;
  for (const auto &[I, Step] : llvm::enumerate(Path))
    if (I > 0)
      Result += "[" + Step + "]";
    else
      Result = Argument.empty() ? "argument " + Step : Argument;
  return Result;
}

std::vector<std::string> inputPaths(const ModelContract &Model) {
  std::vector<std::string> Result;
  if (Model.Leaves)
    for (InputLeaf L : *Model.Leaves) {
      if (L.Argument.empty())
        L.Argument = "args[" + L.Path.front() + "]";
      Result.push_back(L.text());
    }
  return Result;
}

const ModelContract *Contract::model(StringRef Name) const {
  const ModelContract *Result = nullptr;
  for (const ModelContract &M : Models) {
    if (M.Name == Name)
      Result = &M;
    // Before 2.13, torch also takes models whose names only begin with it.
    else if (StringRef(M.Name).starts_with(Name))
      return nullptr;
  }
  return Result;
}

} // namespace aoti_tidy
