// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_EMITTEDLANGUAGE_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_EMITTEDLANGUAGE_H

#include "clang/Basic/LangOptions.h"

namespace aoti_tidy {

/// For text that is lexed without a preprocessor, before its flags are heard:
/// the language as torch, what it emits and those who use it have it.
inline clang::LangOptions rawLanguage() {
  clang::LangOptions Result;
  Result.CPlusPlus = Result.CPlusPlus11 = Result.CPlusPlus14 =
      Result.CPlusPlus17 = Result.CPlusPlus20 = true;
  Result.RawStringLiterals = Result.LineComment = Result.Digraphs =
      Result.Bool = true;
  return Result;
}

} // namespace aoti_tidy

#endif
