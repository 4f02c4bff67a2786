// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_RAWLEXING_H
#define AOTI_TIDY_DRIVER_CXX_RAWLEXING_H

#include "clang/Basic/LangOptions.h"

namespace aoti_tidy {

/// For text that is lexed without a preprocessor, before its flags are heard:
/// the language as torch and those who use it write it.
inline clang::LangOptions rawLanguage() {
  clang::LangOptions Lang;
  Lang.CPlusPlus = Lang.CPlusPlus11 = Lang.CPlusPlus14 = Lang.CPlusPlus17 =
      Lang.CPlusPlus20 = true;
  Lang.LineComment = Lang.Digraphs = Lang.Bool = true;
  return Lang;
}

} // namespace aoti_tidy

#endif
