// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/ops/OpLibraries.h"
#include "checks/lib/ops/OpNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// How many things one question may look at.
constexpr unsigned MaxVisits = 128;

OpLibrary common(const OpLibrary &A, const OpLibrary &B) {
  return {A.Namespace == B.Namespace ? A.Namespace : "",
          A.Key == B.Key ? A.Key : std::nullopt};
}

} // namespace

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

/// Nothing if \p Expr is no library.
std::optional<OpLibrary> OpLibraries::read(Node Expr, unsigned &Left) const {
  if (Left == 0)
    return std::nullopt;
  --Left;
  if (Expr.is("parenthesized_expression")) {
    const auto Inside = Expr.children();
    return Inside.size() == 1 ? read(Inside.front(), Left) : std::nullopt;
  }
  if (const OpCall *C = Calls.find(Expr))
    return C->Callee.Role == OpRole::Library ? std::optional(made(*C))
                                             : std::nullopt;
  llvm::SmallVector<Node, 2> Values;
  if (Expr.is("conditional_expression")) {
    const auto Parts = Expr.children();
    Values = {Parts.front(), Parts.back()};
  } else {
    Candidates Known = Calls.candidates(Expr);
    if (!Known.IsComplete)
      return std::nullopt;
    Values = std::move(Known.Values);
  }
  std::optional<OpLibrary> Result;
  for (const Node &Value : Values) {
    const auto Next = read(Value, Left);
    if (!Next)
      return std::nullopt;
    Result = Result ? common(*Result, *Next) : *Next;
  }
  return Result;
}

OpLibrary OpLibraries::at(Node Expr) const {
  unsigned Left = MaxVisits;
  return Expr ? read(Expr, Left).value_or(OpLibrary()) : OpLibrary();
}

} // namespace aoti_tidy::python
