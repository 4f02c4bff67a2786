// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_FUNCTIONNAMES_H
#define AOTI_TIDY_DRIVER_CXX_FUNCTIONNAMES_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace aoti_tidy {

/// Functions, by the hashes of their names without scopes.
using NameHashes = std::vector<uint64_t>;

/// The functions that a text calls, and those that it defines, as far as its
/// words can tell: names that are neither may be among them.
struct FunctionNames {
  NameHashes Called, Defined; ///< sorted, each once

  void add(const FunctionNames &Other);
};

/// Reads them without a parser. The character behind \p Text is 0.
FunctionNames functionNames(llvm::StringRef Text);

bool haveCommon(const NameHashes &A, const NameHashes &B);
NameHashes common(const NameHashes &A, const NameHashes &B);

} // namespace aoti_tidy

#endif
