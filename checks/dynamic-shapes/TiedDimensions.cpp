// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/dynamic-shapes/TiedDimensions.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

using Kind = SaidDimension::Kind;
using Shape = std::vector<ExampleDimension>;

/// The argument that \p Operand is, if that stays what it was given.
const Shape *shapeOf(Node Operand, Node Forward, const ExampleShapes &Shapes,
                     const File &F) {
  const auto It =
      Operand.is("identifier") ? Shapes.find(Operand.text()) : Shapes.end();
  const Node Bound = F.names().bindingOf(Operand);
  if (It == Shapes.end() || !Bound || Names::scopeOf(Operand) != Forward)
    return nullptr;
  for (Node Up = Bound; Up && Up != Forward; Up = Up.parent())
    if (Up == Forward.field("parameters"))
      return &It->second;
  return nullptr;
}

/// Whether sizes that must be equal cannot be what dynamic_shapes says.
bool differ(const ExampleDimension &A, const ExampleDimension &B) {
  // Size 1 is broadcast, and reported otherwise where it is to be dynamic.
  if (A.Size != B.Size || A.Size < 2)
    return false;
  const Kind First = A.Said.Is, Second = B.Said.Is;
  if (First == Kind::Named && Second == Kind::Named)
    return !A.Said.Name.empty() && !B.Said.Name.empty() &&
           A.Said.Name != B.Said.Name;
  const bool IsConstant = First == Kind::Static || Second == Kind::Static;
  const auto MustVary = [](Kind K) {
    return K == Kind::Named || K == Kind::Dynamic;
  };
  return IsConstant && (MustVary(First) || MustVary(Second));
}

std::optional<Tie> tieOf(Node Expr, const Shape &Left, const Shape &Right) {
  const StringRef Operator = Expr.field("operator").text();
  const auto Compare = [&](const ExampleDimension &A,
                           const ExampleDimension &B) -> std::optional<Tie> {
    return differ(A, B) ? std::optional(Tie{Expr, A.Said, B.Said})
                        : std::nullopt;
  };
  if (Operator == "@")
    return Left.size() == 2 && Right.size() == 2 ? Compare(Left[1], Right[0])
                                                 : std::nullopt;
  if (!llvm::is_contained({"+", "-", "*", "/"}, Operator))
    return std::nullopt;
  for (const auto &[A, B] :
       llvm::zip(llvm::reverse(Left), llvm::reverse(Right)))
    if (auto Result = Compare(A, B))
      return Result;
  return std::nullopt;
}

} // namespace

std::optional<Tie> tieIn(Node Forward, const ExampleShapes &Shapes,
                         const File &F) {
  for (Node Statement : Forward.field("body").children()) {
    // What is behind an 'if' or a loop may not be reached.
    if (!Statement.isAnyOf({"return_statement", "expression_statement"}))
      break;
    std::optional<Tie> Result;
    forEachNode(Statement, [&](Node N) {
      if (Result || N.isAnyOf({"conditional_expression", "boolean_operator",
                               "lambda", "list_comprehension"}))
        return false;
      if (!N.is("binary_operator"))
        return true;
      const Shape *Left = shapeOf(N.field("left"), Forward, Shapes, F);
      const Shape *Right = shapeOf(N.field("right"), Forward, Shapes, F);
      if (Left && Right)
        Result = tieOf(N, *Left, *Right);
      return true;
    });
    if (Result)
      return Result;
  }
  return std::nullopt;
}

} // namespace aoti_tidy::python
