// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/PythonApi.h"

namespace aoti_tidy {
namespace {

constexpr PythonParameter Parameters[] = {
#define AOTI_PARAMETER(FUNCTION, NAME, POSITION, FIRST, LAST)                  \
  {{NAME, FIRST, LAST}, FUNCTION, POSITION},
#include "checks/lib/torch/PythonApi.def"
};

} // namespace

llvm::StringRef canonicalFunction(llvm::StringRef Name) {
  // torch._inductor.package takes its functions from its module 'package'.
  constexpr llvm::StringLiteral Module = "torch._inductor.package.package.";
  for (const PythonParameter &P : Parameters) {
    if (P.Function == Name)
      return P.Function;
    if (Name.starts_with(Module) &&
        P.Function ==
            ("torch._inductor.package." + Name.drop_front(Module.size())).str())
      return P.Function;
  }
  return "";
}

llvm::SmallVector<const PythonParameter *, 8>
parametersOf(llvm::StringRef Function) {
  llvm::SmallVector<const PythonParameter *, 8> Result;
  for (const PythonParameter &P : Parameters)
    if (P.Function == Function)
      Result.push_back(&P);
  return Result;
}

} // namespace aoti_tidy
