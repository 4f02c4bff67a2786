// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_COMMON_CHECKMAKERS_H
#define AOTI_TIDY_CHECKS_COMMON_CHECKMAKERS_H

#include "llvm/ADT/StringRef.h"
#include <memory>

namespace clang::tidy {
class ClangTidyCheck;
class ClangTidyContext;
} // namespace clang::tidy

// makeNameCheck() of each check that is a class of its own, by Checks.def.
#define AOTI_NONE(NAME)
#define AOTI_MAKER(NAME)                                                       \
  std::unique_ptr<ClangTidyCheck> make##NAME##Check(                           \
      llvm::StringRef Id, ClangTidyContext *Context);
#define AOTI_MAKER_OF_Cxx AOTI_MAKER
#define AOTI_MAKER_OF_CxxPython AOTI_MAKER
#define AOTI_MAKER_OF_Python AOTI_NONE
#define AOTI_MAKER_OF_Emitted AOTI_NONE
#define AOTI_CHECK(ID, NAME, FRONTS, TIER, FIX, SINCE)                         \
  AOTI_MAKER_OF_##FRONTS(NAME)

namespace clang::tidy::aoti {
#include "checks/Checks.def"
} // namespace clang::tidy::aoti

#undef AOTI_NONE
#undef AOTI_MAKER

/// Defines makeNameCheck() of the class NameCheck.
#define AOTI_MAKE_CHECK(NAME)                                                  \
  std::unique_ptr<ClangTidyCheck> make##NAME##Check(                           \
      llvm::StringRef Id, ClangTidyContext *Context) {                         \
    return std::make_unique<NAME##Check>(Id, Context);                         \
  }

#endif
