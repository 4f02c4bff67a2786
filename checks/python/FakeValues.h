// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_PYTHON_FAKEVALUES_H
#define AOTI_TIDY_CHECKS_PYTHON_FAKEVALUES_H

#include "checks/python/PythonCheck.h"
#include "llvm/ADT/DenseSet.h"

namespace aoti_tidy::python {

/// What the expressions of a fake stand for: which come of the tensors that it is
/// given. What is not certain is nothing of that.
class FakeValues {
public:
  /// \p Function is a function_definition or lambda; \p Tensors and \p Sizes are
  /// those of its parameters, by name, that the caller knows to be tensors and
  /// sizes of tensors, beside what their annotations and uses say.
  FakeValues(const File &F, Node Function,
             llvm::ArrayRef<llvm::StringRef> Tensors = {},
             llvm::ArrayRef<llvm::StringRef> Sizes = {});

  /// A tensor that the fake is given, or one of the same sizes or a part of it.
  bool isTensor(Node Expr) const { return isTensor(Expr, 0); }
  /// All sizes of one, or several in a row: 'x.shape', 'x.size()[1:]'.
  bool isSizes(Node Expr) const { return isSizes(Expr, 0); }
  /// A size, or what is computed from one.
  bool isSize(Node Expr) const { return isSize(Expr, 0); }
  /// A number or truth value out of a tensor's data: 'x.sum().item()', 'x.any()',
  /// 'x[0] > 3', but no tensor that may be large.
  bool isDatum(Node Expr) const { return isDatum(Expr, 0); }
  /// What is computed from a tensor, itself a tensor.
  bool isComputed(Node Expr) const { return isComputed(Expr, 0); }

  Node function() const { return Function; }
  /// The names of the parameters, in their order; those that only keywords reach
  /// included.
  llvm::ArrayRef<Node> parameters() const { return Parameters; }

private:
  bool isTensor(Node Expr, unsigned Depth) const;
  bool isSizes(Node Expr, unsigned Depth) const;
  bool isSize(Node Expr, unsigned Depth) const;
  bool isDatum(Node Expr, unsigned Depth) const;
  bool isComputed(Node Expr, unsigned Depth) const;
  bool isElementOfSizes(Node Use, unsigned Depth) const;
  bool isUsedAsTensor(Node Parameter) const;
  void readParameters(llvm::ArrayRef<llvm::StringRef> Tensors,
                      llvm::ArrayRef<llvm::StringRef> Sizes);
  /// The parameter that the identifier \p Use is.
  std::optional<size_t> parameter(Node Use) const;

  const File &F;
  Node Function;
  std::vector<Node> Parameters;
  llvm::DenseSet<size_t> Tensors, Sizes;
};

} // namespace aoti_tidy::python

#endif
