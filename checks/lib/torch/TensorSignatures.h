// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_TENSORSIGNATURES_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_TENSORSIGNATURES_H

#include "llvm/ADT/StringRef.h"
#include <initializer_list>

namespace aoti_tidy::python {

/// The parameters of an operator that can be given by their place.
struct Signature {
  llvm::StringRef Name;
  std::initializer_list<llvm::StringRef> Positional;
  /// The first one takes all the integers: zeros(2, 3), view(2, 3).
  bool IsVariadic = false;
};

/// Of torch.zeros and the like; null if it is not followed.
const Signature *factorySignature(llvm::StringRef Name);
/// Of a function of torch that is a method of its first argument, without that:
/// torch.flatten(x, 1); null if it is not followed. None is variadic.
const Signature *functionSignature(llvm::StringRef Name);
/// Of a tensor's method; null if it is not followed.
const Signature *methodSignature(llvm::StringRef Name);

/// Whether the result's device, type, sizes and strides are the same whatever
/// is given for that keyword.
bool isWithoutEffect(llvm::StringRef Keyword);
/// Whether the keyword is one that any operator may take, and that is followed.
bool isOption(llvm::StringRef Keyword);
/// What the operator's schema calls what Python takes by the name \p Keyword.
llvm::StringRef schemaName(llvm::StringRef Keyword);

} // namespace aoti_tidy::python

#endif
