// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_GIVENVALUES_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_GIVENVALUES_H

#include "checks/lib/cxx/Values.h"

namespace aoti_tidy {

// Texts by what the file gives parameters and members, too.

/// All of the text that \p E has; nothing if that is not known.
std::optional<std::string> evaluateString(const clang::Expr *E,
                                          clang::ASTContext &Ctx);

/// The text that \p E surely ends with: all of it if that is known, "/model.so" of
/// 'dir + "/model.so"'.
std::optional<std::string> evaluateSuffix(const clang::Expr *E,
                                          clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
