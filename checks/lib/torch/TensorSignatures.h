// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_TENSORSIGNATURES_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_TENSORSIGNATURES_H

#include "llvm/ADT/StringRef.h"
#include <initializer_list>

namespace aoti_tidy::python {

struct Signature {
  llvm::StringRef Name;
  std::initializer_list<llvm::StringRef> Positional;
  /// The first one takes all the integers: zeros(2, 3), view(2, 3).
  bool IsVariadic = false;
};

/// The signature of torch.zeros and the like; null if not followed.
const Signature *factorySignature(llvm::StringRef Name);
/// The signature of a function that is also a method, without its first
/// argument: torch.flatten(x, 1). None is variadic.
const Signature *functionSignature(llvm::StringRef Name);
const Signature *methodSignature(llvm::StringRef Name);

/// Whether the keyword changes neither device, type, sizes nor strides.
bool isWithoutEffect(llvm::StringRef Keyword);
bool isOption(llvm::StringRef Keyword);
/// The schema's name of Python's \p Keyword.
llvm::StringRef schemaName(llvm::StringRef Keyword);

} // namespace aoti_tidy::python

#endif
