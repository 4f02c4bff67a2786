// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/Calls.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy::python {
namespace {

/// partial(partial(f, a), b): deeper ones are not read.
constexpr unsigned MaxPartials = 8;

llvm::SmallVector<Node, 4> argumentsIn(Node List) {
  if (List.is("generator_expression"))
    return {List};
  return List.children();
}

void addArguments(Node List, bool IsBound, Call &To) {
  for (const Node &A : argumentsIn(List)) {
    if (A.isError()) {
      To.HasUnpacking = true;
      continue;
    }
    if (A.isSplat())
      To.HasUnpacking = true;
    if (A.is("keyword_argument"))
      To.Arguments.push_back(
          {A.field("value"), A, A.field("name").text(), IsBound});
    else
      To.Arguments.push_back({A, A, "", IsBound});
  }
}

/// The call of functools.partial whose result \p Callee is, if it is one.
Node partialCall(Node Callee, const Names &N) {
  const Node Value = Callee.is("identifier") ? N.assignedValue(Callee) : Callee;
  return Value.is("call") &&
                 N.qualifiedName(Value.field("function")) == "functools.partial"
             ? Value
             : Node();
}

std::optional<Call> readCall(Node At, const Names &N) {
  Call Result;
  Result.At = At;
  llvm::SmallVector<Node, 2> Partials;
  Node Callee = At.field("function");
  while (Partials.size() < MaxPartials) {
    if (auto Name = N.qualifiedName(Callee)) {
      Result.Callee = std::move(*Name);
      break;
    }
    const Node Partial = partialCall(Callee, N);
    if (!Partial)
      return std::nullopt;
    const auto Arguments = Partial.field("arguments").children();
    if (Arguments.empty())
      return std::nullopt;
    Partials.push_back(Partial);
    Callee = Arguments.front();
  }
  if (Result.Callee.empty())
    return std::nullopt;
  // The innermost partial's come first, its function aside.
  for (const Node &Partial : llvm::reverse(Partials)) {
    const size_t Function = Result.Arguments.size();
    addArguments(Partial.field("arguments"), /*IsBound=*/true, Result);
    Result.Arguments.erase(Result.Arguments.begin() + Function);
  }
  addArguments(At.field("arguments"), /*IsBound=*/false, Result);
  // What is given again by its name replaces what partial was given.
  for (size_t I = 0; I < Result.Arguments.size();) {
    const Argument &A = Result.Arguments[I];
    const auto Later = llvm::drop_begin(Result.Arguments, I + 1);
    if (A.IsBound && !A.Keyword.empty() &&
        llvm::any_of(Later,
                     [&](const Argument &B) { return B.Keyword == A.Keyword; }))
      Result.Arguments.erase(Result.Arguments.begin() + I);
    else
      ++I;
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

Call namelessCall(Node At) {
  Call Result;
  Result.At = At;
  addArguments(At.field("arguments"), /*IsBound=*/false, Result);
  return Result;
}

std::vector<Call> callsIn(const Names &N) {
  std::vector<Call> Result;
  for (const Node &At : N.calls())
    if (auto C = readCall(At, N))
      Result.push_back(std::move(*C));
  return Result;
}

} // namespace aoti_tidy::python
