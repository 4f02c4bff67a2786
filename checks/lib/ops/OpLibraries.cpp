// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/OpLibraries.h"
#include "checks/lib/ops/OpNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace aoti_tidy::python {
std::string dispatchKeyOf(StringRef Type) {
  std::string Upper = Type.upper();
  if (llvm::is_contained({"CPU", "CUDA", "XPU", "MPS", "HPU", "XLA"}, Upper))
    return Upper;
  return llvm::StringSwitch<std::string>(Type)
      .Case("default", "CompositeExplicitAutograd")
      .Case("meta", "Meta")
      .Default(Type.str());
}

bool worksWithoutData(StringRef Key) {
  return Key.empty() || Key == "Meta" ||
         Key.starts_with("CompositeImplicitAutograd") ||
         Key.starts_with("CompositeExplicitAutograd");
}

OpLibrary OpLibraries::made(const OpCall &By) const {
  OpLibrary Result;
  if (auto Namespace = F.values().wholeString(By.argument(0, {"ns"})))
    Result.Namespace = std::move(*Namespace);
  const Node Key = By.argument(2, {"dispatch_key"});
  if (!Key && !By.Given.HasUnpacking)
    Result.Key = "";
  else if (const auto Text = F.values().wholeString(Key))
    Result.Key = dispatchKeyOf(*Text);
  return Result;
}

OpLibrary OpLibraries::at(Node Expr) const {
  const OpCall *C = Expr ? Calls.find(F.values().resolved(Expr)) : nullptr;
  return C && C->Callee.Role == OpRole::Library ? made(*C) : OpLibrary();
}

} // namespace aoti_tidy::python
