// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_MODULELAYERS_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_MODULELAYERS_H

#include "llvm/ADT/StringRef.h"

namespace aoti_tidy::python {

/// What a layer of torch.nn does with an input on another device than its
/// parameters when it is exported (measured with torch 2.13).
enum class LayerEffect {
  Unknown,
  /// Export raises: "Expected all tensors to be on the same device".
  Raises,
  /// The result is where the input is.
  Passes,
};

/// Of a layer that is made with the defaults of its options. \p Class as torch
/// exports it: "torch.nn.Linear".
LayerEffect effectOfLayer(llvm::StringRef Class);

/// Whether a layer without parameters, or none that its options take away, is
/// what that keyword of its class may make of it.
bool removesParameters(llvm::StringRef Keyword);

/// Whether the result of a function of torch or method of a tensor is where its
/// first argument, or its object, is: "relu", "flatten".
bool keepsDevice(llvm::StringRef Operator);

} // namespace aoti_tidy::python

#endif
