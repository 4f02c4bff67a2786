// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/symint-meta/FakeChecks.h"
#include "checks/lib/torch/PythonNames.h"
#include "checks/symint-meta/FakeValues.h"
#include "checks/symint-meta/FakeWays.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

constexpr unsigned MaxDepth = 8;  ///< of what is computed from sizes
constexpr size_t MaxChecks = 8;   ///< of sizes that look the same
constexpr size_t MaxLength = 128; ///< of what is compared by its text

llvm::SmallVector<Node, 4> namesIn(Node Expr) {
  llvm::SmallVector<Node, 4> Result;
  forEachNode(Expr, [&](Node N) {
    if (N.is("identifier"))
      Result.push_back(N);
    return true;
  });
  return Result;
}

} // namespace

bool isSameText(const File &F, Node A, Node B) {
  if (A.text() != B.text() || A.text().size() > MaxLength)
    return false;
  return llvm::all_of_zip(namesIn(A), namesIn(B), [&](Node X, Node Y) {
    return llvm::equal(
        F.names().originsOf(X), F.names().originsOf(Y),
        [](const Origin &P, const Origin &Q) { return P.Target == Q.Target; });
  });
}

std::string CheckedSizes::Size::key() const {
  return (Dimension ? std::to_string(*Dimension) + " " : std::string()) +
         Of.text().take_front(MaxLength).str();
}

/// x.shape[0], x.size(0), len(x), n
CheckedSizes::Size CheckedSizes::sizeOf(Node Expr) const {
  const Node Value = F.values().resolved(Expr);
  const Node List = F.values().resolved(Value.field("value"));
  if (Value.is("subscript") && !Value.field("subscript").is("slice"))
    if (const Node Tensor = shapeOwner(List))
      if (const auto D = F.values().integerOf(Value.field("subscript")))
        return {Tensor, D};
  if (!Value.is("call"))
    return {Value, std::nullopt};
  const auto Arguments = argumentsOf(Value);
  const auto Method = methodCall(Value);
  if (Arguments.size() == 1 && Method && Method->Name == "size")
    if (const auto D = F.values().integerOf(Arguments.front()))
      return {Method->Object, D};
  if (Arguments.size() == 1 &&
      F.names().qualifiedName(Value.field("function")) == "builtins.len")
    return {Arguments.front(), 0};
  return {Value, std::nullopt};
}

/// What \p Condition says of sizes where it is \p Value.
void CheckedSizes::addAll(Node Condition, bool Value, size_t Begin,
                          Checks &To) const {
  llvm::SmallVector<std::pair<Node, bool>, 4> Open = {{Condition, Value}};
  while (!Open.empty()) {
    const auto [N, Is] = Open.pop_back_val();
    const auto Parts = N.children();
    if (N.is("parenthesized_expression") && Parts.size() == 1)
      Open.push_back({Parts.front(), Is});
    else if (N.is("not_operator"))
      Open.push_back({N.field("argument"), !Is});
    else if (N.is("boolean_operator") &&
             (N.field("operator").text() == "and") == Is)
      Open.append({{N.field("left"), Is}, {N.field("right"), Is}});
    if (!N.is("comparison_operator") || Parts.size() != 2 ||
        llvm::none_of(N.allChildren(), [&, Equal = Is](Node Operator) {
          return Operator.isToken() && Operator.is(Equal ? "==" : "!=");
        }))
      continue;
    for (const size_t I : {0, 1})
      if (F.values().integerOf(Parts[1 - I]) &&
          !F.values().integerOf(Parts[I])) {
        Size S = sizeOf(Parts[I]);
        auto &Same = To[S.key()];
        if (Same.size() < MaxChecks)
          Same.push_back({S, Begin});
      }
  }
}

/// What the statements of \p Block say of what is behind them.
const CheckedSizes::Checks &CheckedSizes::behind(Node Block) {
  const auto [At, IsNew] = ByBlock.try_emplace(Block.id());
  if (!IsNew)
    return At->second;
  for (const Node &Each : Block.children()) {
    const auto Parts = Each.children();
    if (Each.is("assert_statement") && !Parts.empty()) {
      addAll(Parts.front(), true, Each.end(), At->second);
    } else if (Each.is("expression_statement") && Parts.size() == 1 &&
               Parts.front().is("call")) {
      const auto Arguments = argumentsOf(Parts.front());
      if (!Arguments.empty() && F.names().qualifiedName(Parts.front().field(
                                    "function")) == torchname::Check)
        addAll(Arguments.front(), true, Each.end(), At->second);
    } else if (Each.is("if_statement") && !Each.child("else_clause") &&
               !Each.child("elif_clause") &&
               F.index<Ways>().endOf(Each.field("consequence")) !=
                   std::numeric_limits<size_t>::max()) {
      addAll(Each.field("condition"), false, Each.end(), At->second);
    }
  }
  return At->second;
}

const CheckedSizes::Checks &CheckedSizes::within(Node Branch, Node Condition,
                                                 bool Value) {
  const auto [At, IsNew] = ByBranch.try_emplace(Branch.id());
  if (IsNew)
    addAll(Condition, Value, Branch.begin(), At->second);
  return At->second;
}

bool CheckedSizes::has(const Checks &In, const Size &S, Node At) const {
  const auto Same = In.find(S.key());
  return Same != In.end() && llvm::any_of(Same->second, [&](const Check &C) {
           return C.Begin <= At.begin() && isSameText(F, C.Of.Of, S.Of);
         });
}

bool CheckedSizes::holds(const Size &S, Node At) {
  if (!S.Of)
    return false;
  for (Node N = At.parent();
       N && !N.isAnyOf({"function_definition", "lambda", "module"});
       N = N.parent()) {
    if (!N.is("block"))
      continue;
    const Node Parent = N.parent();
    if (has(behind(N), S, At) ||
        (Parent.isAnyOf({"if_statement", "elif_clause"}) &&
         has(within(N, Parent.field("condition"), true), S, At)) ||
        (Parent.is("else_clause") && !Parent.parent().child("elif_clause") &&
         has(within(N, Parent.parent().field("condition"), false), S, At)))
      return true;
  }
  return false;
}

bool CheckedSizes::isChecked(Node Expr, Node At, unsigned Depth) {
  if (Depth > MaxDepth)
    return false;
  if (F.values().integerOf(Expr) || holds(sizeOf(Expr), At))
    return true;
  Expr = F.values().resolved(Expr);
  return Expr.is("binary_operator") &&
         isChecked(Expr.field("left"), At, Depth + 1) &&
         isChecked(Expr.field("right"), At, Depth + 1);
}

bool CheckedSizes::isFirstChecked(Node Tensor, Node At) {
  return holds(Size{Tensor, 0}, At);
}

} // namespace aoti_tidy::python
