// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_INPUTLISTS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_INPUTLISTS_H

#include "checks/lib/script/Tensors.h"

namespace aoti_tidy::python {

/// What a model is given, as torch flattens it: lists, dicts and '*' replaced by
/// what is in them, and without what cannot be a tensor.
struct GivenInputs {
  struct Input {
    Node At;
    /// Nothing if it is not known; it may be several then.
    std::optional<TensorValue> Value;
  };
  std::vector<Input> Inputs;
  /// The argument behind which it is not known what there is; null if none.
  Node Unknown;
};

/// Of the arguments of a call, or of other expressions in a row.
GivenInputs givenInputs(llvm::ArrayRef<Node> Given, const File &F, Tensors &T);

} // namespace aoti_tidy::python

#endif
