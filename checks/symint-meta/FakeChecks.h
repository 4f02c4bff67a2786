// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKECHECKS_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKECHECKS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// Whether both have the same text, with names that stand for the same.
bool isSameText(const File &F, Node A, Node B);

/// The sizes that a fake has made numbers already, where it checked that they
/// are some number: behind 'assert x.shape[0] == 4', 'if x.shape[0] != 4:
/// raise', in 'if x.shape[0] == 4:'. To read them as numbers freezes nothing.
class CheckedSizes {
public:
  explicit CheckedSizes(const File &F) : F(F) {}

  /// Whether all that \p Expr is computed from has been checked in front of \p
  /// At.
  bool isChecked(Node Expr, Node At) { return isChecked(Expr, At, 0); }
  /// The same of the first dimension of \p Tensor.
  bool isFirstChecked(Node Tensor, Node At);

private:
  /// A size: a dimension of a tensor, or another expression.
  struct Size {
    Node Of;
    std::optional<int64_t> Dimension;
    std::string key() const;
  };
  struct Check {
    Size Of;
    size_t Begin; ///< where it holds from
  };
  using Checks = llvm::StringMap<llvm::SmallVector<Check, 1>>;

  Size sizeOf(Node Expr) const;
  bool isChecked(Node Expr, Node At, unsigned Depth);
  bool holds(const Size &S, Node At);
  bool has(const Checks &In, const Size &S, Node At) const;
  void addAll(Node Condition, bool Value, size_t Begin, Checks &To) const;
  const Checks &behind(Node Block);
  const Checks &within(Node Branch, Node Condition, bool Value);

  const File &F;
  std::map<const void *, Checks> ByBlock, ByBranch;
};

} // namespace aoti_tidy::python

#endif
