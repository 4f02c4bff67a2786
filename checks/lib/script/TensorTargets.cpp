// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters, which may be given more than one tensor.
#include "checks/lib/script/ModelRuns.h"
#include "checks/lib/script/Tensors.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy::python {

/// Leaves in \p A what \p B has, too; of sizes that differ, the others.
static void keepCommon(TensorValue &A, const TensorValue &B) {
  const auto KeepSame = [](auto &Of, const auto &Other) {
    if (!Of || !Other || !(Of->Value == Other->Value))
      Of.reset();
  };
  KeepSame(A.Device, B.Device);
  KeepSame(A.Type, B.Type);
  if (A.Order.Value != B.Order.Value || A.Strides != B.Strides || !A.Sizes ||
      !B.Sizes || A.Sizes->Value != B.Sizes->Value) {
    A.Order = {};
    A.Strides.clear();
  }
  if (A.Sizes && B.Sizes && A.Sizes->Value.size() == B.Sizes->Value.size()) {
    for (auto &&[Size, Other] : llvm::zip_equal(A.Sizes->Value, B.Sizes->Value))
      if (Size != Other)
        Size.reset();
  } else {
    KeepSame(A.Sizes, B.Sizes);
  }
}

/// Whether what is done depends on the variable: if x.shape[1] != 8: continue
static bool isTested(Node Name, const File &F) {
  return llvm::any_of(F.names().occurrences(Name), [](Node Use) {
    for (Node N = Use; N; N = N.parent()) {
      const Node Above = N.parent();
      if (Above.isAnyOf({"if_statement", "elif_clause", "while_statement"}))
        return Above.field("condition") == N;
      if (Above.isAnyOf({"if_clause", "assert_statement", "case_clause"}))
        return true;
      if (Above.isAnyOf({"block", "module"}))
        return false;
    }
    return false;
  });
}

/// What all have in common, which are one at least.
std::optional<TensorValue> Tensors::commonOf(llvm::ArrayRef<Node> All) {
  std::optional<TensorValue> Result;
  for (const Node Element : All) {
    const auto Next = tensorOf(Element);
    if (!Next)
      return std::nullopt;
    if (Result)
      keepCommon(*Result, *Next);
    else
      Result = Next;
  }
  return Result;
}

namespace {

/// Calls of a function that are looked at.
constexpr size_t MaxCalls = 16;

/// A parameter of a plain function: no method, nothing around it, no '*'.
struct Parameter {
  Node Function;
  size_t Index = 0;
  Node Default;
};

std::optional<Parameter> parameterAt(Node Binding) {
  Node Whole = Binding;
  if (Binding.parent().isAnyOf(
          {"default_parameter", "typed_default_parameter", "typed_parameter"}))
    Whole = Binding.parent();
  const Node All = Whole.parent();
  const Node Function = All.parent();
  if (!All.is("parameters") || !Function.is("function_definition") ||
      Function.text().starts_with("async") ||
      Function.parent().is("decorated_definition") ||
      Function.parent().parent().is("class_definition"))
    return std::nullopt;
  Parameter Result = {Function, 0, Whole.field("value")};
  bool IsBefore = true;
  for (const Node P : All.children()) {
    if (!P.isAnyOf({"identifier", "default_parameter", "typed_parameter",
                    "typed_default_parameter"}) ||
        (P.is("typed_parameter") && !P.children().front().is("identifier")))
      return std::nullopt;
    IsBefore &= P != Whole;
    Result.Index += IsBefore;
  }
  return Result;
}

/// What the call gives the parameter; nothing if that is not known.
Node givenBy(Node Call, const Parameter &P, llvm::StringRef Name) {
  size_t Place = 0;
  for (const Node A : Call.field("arguments").children()) {
    if (A.isSplat())
      return {};
    if (A.is("keyword_argument")) {
      if (A.field("name").text() == Name)
        return A.field("value");
    } else if (Place++ == P.Index) {
      return A;
    }
  }
  return P.Default;
}

} // namespace

/// def run(x): ..., of which each use is a call: what all of them give it.
std::optional<TensorValue> Tensors::parameter(Node Name) {
  const Node Binding = F.names().bindingOf(Name);
  const auto P = Binding ? parameterAt(Binding) : std::nullopt;
  if (!P || isTested(Name, F))
    return std::nullopt;
  const Node Function = P->Function.field("name");
  llvm::SmallVector<Node, 4> Given;
  for (const Node Use : F.names().occurrences(Function)) {
    if (Use == Function)
      continue;
    const Node Call = Use.parent();
    if (!Call.is("call") || Call.field("function") != Use ||
        Given.size() == MaxCalls || isExpectedToFail(Call))
      return std::nullopt;
    const Node Value = givenBy(Call, *P, Binding.text());
    if (!Value)
      return std::nullopt;
    Given.push_back(Value);
  }
  return commonOf(Given);
}

} // namespace aoti_tidy::python
