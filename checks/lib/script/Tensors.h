// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_TENSORS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_TENSORS_H

#include "checks/lib/script/File.h"
#include "checks/lib/tensor/TensorOps.h"

namespace aoti_tidy::python {

/// Evaluates the tensors of a Python file as far as its text tells: factories
/// of torch, methods of tensors and names assigned once.
class Tensors {
public:
  explicit Tensors(const File &F);

  /// Nothing if \p Expr is not known to be a tensor.
  std::optional<TensorValue> tensorOf(Node Expr);

  /// Takes the loop variable \p Target for one of its turns; null ends that.
  void setTurn(Node Target, Node Value) {
    TurnOf = Target;
    Turn = Value;
  }

  /// The expression that gave a property of a tensor its Place.
  Node expressionAt(Place From) const;

private:
  using Arguments = llvm::SmallVector<std::pair<llvm::StringRef, Value>, 6>;

  std::optional<TensorValue> evaluateExpr(Node Expr);
  std::optional<TensorValue> evaluateName(Node Name);
  std::optional<TensorValue> evaluateCall(Node Call);
  std::optional<TensorValue> factory(llvm::StringRef Name, Node Call);
  std::optional<TensorValue> method(Node Call, TensorValue Self);
  /// torch.flatten(x, 1)
  std::optional<TensorValue> function(llvm::StringRef Name, Node Call);
  std::optional<TensorValue> arithmetic(Node Expr);
  // Other forms: TensorForms.cpp
  std::optional<TensorValue> attribute(Node Expr);
  std::optional<TensorValue> subscript(Node Expr);
  /// TensorTargets.cpp
  std::optional<TensorValue> parameter(Node Name);
  std::optional<TensorValue> commonOf(llvm::ArrayRef<Node> All);
  std::optional<TensorValue> member(Node Attribute);
  std::optional<TensorValue> run(llvm::StringRef Operator, Node Where,
                                 Arguments Given);

  /// Leaves out the first \p Skipped arguments that are given by their place.
  bool addArguments(Node Call, llvm::ArrayRef<llvm::StringRef> Positional,
                    bool IsVariadic, Arguments &Into, unsigned Skipped = 0);
  std::optional<llvm::SmallVector<Node, 4>> flatArguments(Node Call) const;
  Value valueOf(llvm::StringRef Parameter, Node Expr);
  Value listOf(llvm::ArrayRef<Node> Elements);
  Extent extentOf(Node Expr);
  std::optional<IntList> sizesIn(Node Expr);
  Value dataOf(Node Expr) const;
  /// The value of the name in the loop's current turn; null if it is no
  /// variable of that loop.
  Node turnOf(Node Name) const {
    return TurnOf && Name.is("identifier") &&
                   F.names().bindingOf(Name) == TurnOf
               ? Turn
               : Node();
  }
  bool mayBeChanged(Node Name);
  bool mayMemberBeChanged(llvm::StringRef Name) const;
  bool mayBeFilled(Node Name) const;

  const File &F;
  /// The file sets what factories make when they are told nothing.
  bool HasOtherDefaults = false;
  /// By a variable's first use.
  llvm::DenseMap<const void *, bool> Changed;
  /// By a member's name.
  std::vector<Node> Places;
  Node TurnOf, Turn;
  unsigned Depth = 0;
  unsigned Visits = 0;
};

/// Whether what is done depends on the variable: if x.shape[1] != 8: continue
bool isTested(Node Name, const File &F);

} // namespace aoti_tidy::python

#endif
