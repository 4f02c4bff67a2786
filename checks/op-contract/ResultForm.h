// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_OP_CONTRACT_RESULTFORM_H
#define AOTI_TIDY_CHECKS_OP_CONTRACT_RESULTFORM_H

#include "checks/lib/script/SymbolicFunction.h"

namespace aoti_tidy::python {

/// The dtype and the sizes of a tensor that a function returns, as far as its
/// text owes them to its parameters.
struct ResultForm {
  /// "float32", if that is certain.
  std::string Type;
  /// The parameter whose dtype it has; of a Type the one that was converted, and
  /// so has another in general.
  Node TypeOf, Converted;
  /// The parameter whose sizes it has, with RankMore dimensions more, and if
  /// IsCut with a shorter one.
  Node SizesOf;
  int RankMore = 0;
  bool IsCut = false;
  /// The sizes if they are given: a constant, or unknown.
  std::optional<std::vector<std::optional<int64_t>>> Sizes;
};

ResultForm formOf(Node Expr, const File &F);

} // namespace aoti_tidy::python

#endif
