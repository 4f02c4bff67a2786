// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXXWORDS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXXWORDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// A word of C++ that no parser has seen.
struct CxxWord {
  enum Kind { Name, String, Other };
  Kind K = Other;
  std::string Text; ///< of a string, its value
  unsigned Offset = 0;
  bool IsCertain = true; ///< not under an #if, but for #ifndef of a guard

  bool is(llvm::StringRef T) const { return K != String && Text == T; }
  bool isName() const { return K == Name; }
  bool isString() const { return K == String; }
};

/// The words of a source, without its directives.
std::vector<CxxWord> readCxxWords(llvm::StringRef Text);

/// For each word that is a bracket, the index of the one that closes it: the
/// size of \p Words if none does. Once over the text.
std::vector<size_t> closingWords(llvm::ArrayRef<CxxWord> Words);

/// The words between the bracket at \p Open and its end, taken apart at commas
/// that are in no brackets. None of the parts is empty.
std::vector<llvm::ArrayRef<CxxWord>>
splitArguments(llvm::ArrayRef<CxxWord> Words, size_t Open);

} // namespace aoti_tidy

#endif
