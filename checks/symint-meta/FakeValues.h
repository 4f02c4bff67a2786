// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKEVALUES_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKEVALUES_H

#include "checks/lib/script/File.h"
#include "llvm/ADT/DenseSet.h"

namespace aoti_tidy::python {

/// What the expressions of a fake stand for: which come of the tensors that it
/// is given. What is not certain is nothing of that.
class FakeValues {
public:
  /// What is known of parameters, by name, beside what their annotations and
  /// uses say.
  struct Given {
    llvm::SmallVector<llvm::StringRef, 8> Tensors;
    llvm::SmallVector<llvm::StringRef, 8> Sizes;     ///< may be symbols
    llvm::SmallVector<llvm::StringRef, 4> SizeLists; ///< lists of such
  };

  /// \p Function is a function_definition or lambda.
  FakeValues(const File &F, Node Function, const Given &Known);
  FakeValues(const File &F, Node Function) : FakeValues(F, Function, Given()) {}

  /// A tensor that the fake is given, or one of the same sizes or a part of it.
  bool isTensor(Node Expr) const { return isTensor(Expr, 0); }
  /// All sizes of one, or several in a row: 'x.shape', 'x.size()[1:]'.
  bool isSizes(Node Expr) const { return isSizes(Expr, 0); }
  /// A size, or what is computed from one.
  bool isSize(Node Expr) const { return isSize(Expr, 0); }
  /// A number or truth value out of a tensor's data: 'x.sum().item()',
  /// 'x.any()', 'x[0] > 3', but no tensor that may be large.
  bool isDatum(Node Expr) const { return isDatum(Expr, 0); }
  /// What is computed from a tensor, itself a tensor.
  bool isComputed(Node Expr) const { return isComputed(Expr, 0); }
  /// The numbers in a tensor, as a list: 'x.tolist()'.
  bool isDataList(Node Expr) const { return isDataList(Expr, 0); }
  /// A number that is made anew when \p Expr runs, whatever the tensors are:
  /// 'x.max().item()', but not 'x.item()', which the model may know already.
  bool isNewDatum(Node Expr) const;

  Node function() const { return Function; }
  /// The names of the parameters, in their order; those that only keywords
  /// reach included.
  llvm::ArrayRef<Node> parameters() const { return Parameters; }
  /// The index of the parameter that the identifier \p Use is.
  std::optional<size_t> parameter(Node Use) const;
  /// Whether the annotation of \p Parameter, one of parameters(), is a
  /// tensor's.
  bool isAnnotatedTensor(Node Parameter) const;
  /// Whether a parameter is in \p Expr that the caller knows to be a size.
  bool hasGivenSize(Node Expr) const;

private:
  bool isTensor(Node Expr, unsigned Depth) const;
  bool isSizes(Node Expr, unsigned Depth) const;
  bool isSize(Node Expr, unsigned Depth) const;
  bool isDatum(Node Expr, unsigned Depth) const;
  bool isComputed(Node Expr, unsigned Depth) const;
  bool isDataList(Node Expr, unsigned Depth) const;
  bool isElementOfSizes(Node Use, unsigned Depth) const;
  bool isElementOfData(Node Use, unsigned Depth) const;
  bool isUsedAsTensor(Node Parameter) const;
  void readParameters(const Given &Known);

  const File &F;
  Node Function;
  std::vector<Node> Parameters;
  llvm::DenseSet<size_t> Tensors, Sizes, SizeLists;
};

} // namespace aoti_tidy::python

#endif
