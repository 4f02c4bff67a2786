// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters, which may be given more than one tensor.
#include "checks/lib/script/Functions.h"
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

bool isTested(Node Name, const File &F) {
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

/// The facts that all nodes, one at least, have in common.
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

/// Calls of a function that are looked at.
static constexpr size_t MaxGiven = 16;

/// def run(x): ..., of which each use is a call: what all of them give it.
std::optional<TensorValue> Tensors::parameter(Node Name) {
  const Node Binding = F.names().bindingOf(Name);
  const Node Around = Binding ? Names::scopeOf(Binding) : Node();
  const auto All = Around.is("function_definition")
                       ? parametersOf(Around)
                       : llvm::SmallVector<FunctionParameter, 8>();
  const auto *P = llvm::find_if(
      All, [&](const FunctionParameter &P) { return P.Name == Binding; });
  // No method, nothing around it, no '*'.
  if (P == All.end() || P->IsSplat || P->IsKeywordOnly ||
      Around.text().starts_with("async") ||
      Around.parent().is("decorated_definition") ||
      Around.parent().parent().is("class_definition") || isTested(Name, F))
    return std::nullopt;
  const Node Function = Around.field("name");
  llvm::SmallVector<Node, 4> Given;
  for (const Node Use : F.names().occurrences(Function)) {
    if (Use == Function)
      continue;
    const Node Call = Use.parent();
    if (!Call.is("call") || Call.field("function") != Use ||
        Given.size() == MaxGiven || isExpectedToFail(Call))
      return std::nullopt;
    const Node Value = givenFor(*P, P - All.begin(), Call);
    if (!Value)
      return std::nullopt;
    Given.push_back(Value);
  }
  return commonOf(Given);
}

} // namespace aoti_tidy::python
