// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/Calls.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy::python {
namespace {

llvm::SmallVector<Node, 4> argumentsIn(Node List) {
  if (List.is("generator_expression"))
    return {List};
  return List.children();
}

Call withArguments(Node At, std::string Callee) {
  Call Result;
  Result.At = At;
  Result.Callee = std::move(Callee);
  for (const Node &A : argumentsIn(At.field("arguments"))) {
    Result.HasUnpacking |= A.isError() || A.isSplat();
    if (A.is("keyword_argument"))
      Result.Arguments.push_back({A.field("value"), A, A.field("name").text()});
    else if (!A.isError())
      Result.Arguments.push_back({A, A, ""});
  }
  return Result;
}

} // namespace

const Argument *Call::keyword(llvm::StringRef Name) const {
  const auto *At = llvm::find_if(
      Arguments, [&](const Argument &A) { return A.Keyword == Name; });
  return At != Arguments.end() ? At : nullptr;
}

const Argument *Call::positional(unsigned Position) const {
  for (const Argument &A : Arguments) {
    const bool IsSplat = A.Value.isSplat();
    if (IsSplat && !A.Value.is("dictionary_splat"))
      return nullptr;
    if (!A.Keyword.empty() || IsSplat)
      continue;
    if (Position-- == 0)
      return &A;
  }
  return nullptr;
}

const Argument *Call::argument(unsigned Position, llvm::StringRef Name) const {
  const Argument *ByName = keyword(Name);
  return ByName ? ByName : positional(Position);
}

llvm::SmallVector<Node, 4> argumentsOf(Node Call) {
  return argumentsIn(Call.field("arguments"));
}

Call namelessCall(Node At) { return withArguments(At, ""); }

std::vector<Call> callsIn(const Names &N) {
  std::vector<Call> Result;
  for (const Node &At : N.calls())
    if (auto Name = N.qualifiedName(At.field("function")))
      Result.push_back(withArguments(At, std::move(*Name)));
  return Result;
}

} // namespace aoti_tidy::python
