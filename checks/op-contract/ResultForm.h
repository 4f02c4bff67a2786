// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_OP_CONTRACT_RESULTFORM_H
#define AOTI_TIDY_CHECKS_OP_CONTRACT_RESULTFORM_H

#include "checks/lib/script/SymbolicFunction.h"
#include "checks/lib/torch/TensorType.h"

namespace aoti_tidy::python {

/// What a tensor that a function returns owes to the function's parameters.
struct ResultForm {
  std::optional<DType> Type; ///< if that is certain
  /// The parameter whose dtype it has; of a Type the one that was converted, and
  /// so has another in general.
  Node TypeOf, Converted;
  /// The parameter whose sizes it has, or if IsCut a part of them.
  Node SizesOf;
  bool IsCut = false;
};

ResultForm formOf(Node Expr, const File &F, unsigned Depth = 0);

} // namespace aoti_tidy::python

#endif
