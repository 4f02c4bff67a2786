// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKEPARAMETERS_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKEPARAMETERS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

struct FakeParameter {
  Node Declared;        ///< with the annotation and the default
  Node Name;            ///< the identifier
  bool IsSplat = false; ///< '*sizes'
};

/// The parameters of \p Function, a function_definition or lambda, in their
/// order; those that only keywords reach included, '**kwargs' not.
llvm::SmallVector<FakeParameter, 8> parametersOf(Node Function);

/// Which parameters are used as only tensors are: 'x.new_empty(...)',
/// 'rows(x)' of a function of the file that does so.
class TensorUses {
public:
  explicit TensorUses(const File &F) : F(F) {}

  /// \p Parameter is the identifier in a parameter list. What the name is given
  /// later says nothing of it.
  bool of(Node Parameter) { return of(Parameter, 0); }
  /// Whether its elements are: 'xs[0].new_empty(...)'. What a loop takes of it
  /// may be that of a dict or a tensor.
  bool ofElements(Node Parameter) const;

private:
  bool of(Node Parameter, unsigned Depth);
  /// A parameter of a function of \c In.
  struct Parameter {
    const File *In = nullptr;
    Node Name;
  };
  Parameter parameterFor(Node Argument) const;

  const File &F;
  /// By the parameter, and how many calls lead to it.
  std::map<std::pair<const void *, unsigned>, bool> Known;
};

} // namespace aoti_tidy::python

#endif
