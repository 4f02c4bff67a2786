// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_TENSOROPERANDS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_TENSOROPERANDS_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace aoti_tidy {

/// The tensors that an operation of ATen takes which have to be on one device:
/// it throws where they are not.
struct TensorOperands {
  /// As messages name it: "index_select()", "+".
  std::string Name;
  llvm::SmallVector<const clang::Expr *, 4> All;
  /// A tensor without dimensions on the CPU, a number, may stand beside others
  /// on a GPU.
  bool TakesNumbers = false;
  /// It tells whether two results are alike: as a rule not numbers.
  bool IsComparison = false;
};

/// Those of \p E; none if it is no such operation, or takes less than two. Not
/// of what copies between devices ('copy_', 'to'), and not of what takes the
/// indices of a tensor on a GPU on the CPU, too ('x.index({i})', 'x[i]').
TensorOperands operandsOf(const clang::Expr &E);

} // namespace aoti_tidy

#endif
