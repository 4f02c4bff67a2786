// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKECODE_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKECODE_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/ops/OpDefinitions.h"
#include "checks/lib/script/SymbolicFunction.h"

namespace aoti_tidy::python {

/// Whether \p N, a statement or a branch of the function that \p In reads, is
/// not run where there are symbols: messages, 'raise', branches that ask for
/// 'isinstance', a device or 'is_compiling()', or that constants rule out.
bool isSkipped(Node N, SymbolicFunction &In);

/// Where in \p Block a statement ends that leaves where there are symbols:
/// 'return', 'if isinstance(n, torch.SymInt): return half(n)'.
size_t endOfSymbols(Node Block, SymbolicFunction &In);

/// Whether an 'except' that goes on is around \p At in its function.
bool isCaught(Node At);

/// The parameters of \p Kernel that are int in the schema and become sizes of
/// tensors: those that are a whole shape, and if the option SchemaInts says so,
/// others.
std::vector<Finding> schemaInts(SymbolicFunction &Kernel,
                                const OpDefinition &Op);

/// The sizes that a fake has made numbers already, where it checked that they
/// are some number: behind 'assert x.shape[0] == 4', 'if x.shape[0] != 4:
/// raise', in 'if x.shape[0] == 4:'. To read them as numbers freezes nothing.
class CheckedSizes {
public:
  explicit CheckedSizes(const File &F);

  /// Whether all that \p Expr is computed from has been checked.
  bool isChecked(Node Expr) const { return isChecked(Expr, Expr); }
  /// The same of the first dimension of \p Tensor.
  bool isFirstChecked(Node Tensor) const {
    return holds(keyOf(Tensor) + "#0", Tensor);
  }

private:
  std::string keyOf(Node Expr) const;
  void add(Node Condition, bool Value, TextRange Where, unsigned Depth = 0);
  bool holds(llvm::StringRef Key, Node At) const;
  bool isChecked(Node Expr, Node At, unsigned Depth = 0) const;

  const File &F;
  /// By size: the ranges of the text where it is a number.
  llvm::StringMap<llvm::SmallVector<TextRange, 1>> Ranges;
};

} // namespace aoti_tidy::python

#endif
