// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/PythonApi.h"
#include "checks/lib/torch/PythonNames.h"

namespace aoti_tidy {
namespace {

constexpr PythonParameter Parameters[] = {
#define AOTI_PARAMETER(FUNCTION, NAME, POSITION, FIRST, LAST)                  \
  {{NAME, FIRST, LAST}, FUNCTION, POSITION},
#include "checks/lib/torch/PythonApi.def"
};

} // namespace

llvm::StringRef canonicalFunction(llvm::StringRef Name) {
  const llvm::StringRef Canonical = canonicalName(Name);
  const bool IsKnown = llvm::any_of(Parameters, [&](const PythonParameter &P) {
    return P.Function == Canonical;
  });
  return IsKnown ? Canonical : "";
}

llvm::SmallVector<const PythonParameter *, 8>
parametersOf(llvm::StringRef Function) {
  llvm::SmallVector<const PythonParameter *, 8> Result;
  for (const PythonParameter &P : Parameters)
    if (P.Function == Function)
      Result.push_back(&P);
  return Result;
}

llvm::StringRef meantFunction(llvm::StringRef Name) {
#define AOTI_NO_FUNCTION(WRITTEN, MEANT)                                       \
  if (Name == (WRITTEN))                                                       \
    return MEANT;
#include "checks/lib/torch/PythonApi.def"
  return "";
}

} // namespace aoti_tidy
