// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_TENSORS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_TENSORS_H

#include "checks/lib/script/File.h"
#include "checks/lib/tensor/TensorOps.h"

namespace aoti_tidy::python {

/// What tensors of a Python file are, as far as its text says: what factories
/// of torch, methods of tensors and names assigned once make of them.
class Tensors {
public:
  explicit Tensors(const File &F);

  /// Nothing if \p Expr is not known to be a tensor.
  std::optional<TensorValue> tensorOf(Node Expr);

  /// The expression that gave a property of a tensor its Place.
  Node expressionAt(Place From) const;

private:
  using Arguments = llvm::SmallVector<std::pair<llvm::StringRef, Value>, 6>;

  std::optional<TensorValue> evaluateExpr(Node Expr);
  std::optional<TensorValue> evaluateName(Node Name);
  std::optional<TensorValue> evaluateCall(Node Call);
  std::optional<TensorValue> factory(llvm::StringRef Name, Node Call);
  std::optional<TensorValue> method(Node Call, TensorValue Self);
  std::optional<TensorValue> arithmetic(Node Expr);
  std::optional<TensorValue> run(llvm::StringRef Operator, Node Where,
                                 Arguments Given);

  bool addArguments(Node Call, llvm::ArrayRef<llvm::StringRef> Positional,
                    bool IsVariadic, Arguments &Into);
  Value valueOf(llvm::StringRef Parameter, Node Expr);
  Value listOf(llvm::ArrayRef<Node> Elements) const;
  Value dataOf(Node Expr) const;
  bool mayBeChanged(Node Name);

  const File &F;
  /// The file sets what factories make when they are told nothing.
  bool HasOtherDefaults = false;
  /// By a variable's first use.
  llvm::DenseMap<const void *, bool> Changed;
  std::vector<Node> Places;
  unsigned Depth = 0;
};

} // namespace aoti_tidy::python

#endif
