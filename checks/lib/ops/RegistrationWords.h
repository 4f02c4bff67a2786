// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_REGISTRATIONWORDS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_REGISTRATIONWORDS_H

#include "checks/lib/ops/CxxWords.h"
#include <optional>

namespace aoti_tidy {

/// The last name of "c10::DispatchKey::Meta".
llvm::StringRef lastName(llvm::ArrayRef<CxxWord> W);

/// "Meta" of c10::DispatchKey::Meta, of c10::kMeta and of Meta.
std::string keyIn(llvm::ArrayRef<CxxWord> W);

/// "a::b" of the names at the beginning of \p W; empty if it is not all of it.
std::string qualifiedName(llvm::ArrayRef<CxxWord> W);

/// f(x): the function's last name and what it is called with.
struct WrappedWords {
  llvm::StringRef Callee;
  std::vector<llvm::ArrayRef<CxxWord>> Arguments;
};
std::optional<WrappedWords> wrappedIn(llvm::ArrayRef<CxxWord> W);

/// "a::f" as the compiler looks it up in "x::y::", inside out, and in what is
/// used.
std::vector<std::string> namesFor(llvm::StringRef Name, llvm::StringRef Scope,
                                  llvm::ArrayRef<std::string> Usings);

} // namespace aoti_tidy

#endif
