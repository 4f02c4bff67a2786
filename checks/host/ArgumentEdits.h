// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_HOST_ARGUMENTEDITS_H
#define AOTI_TIDY_CHECKS_HOST_ARGUMENTEDITS_H

#include "checks/host/AotiApi.h"
#include "clang/Basic/Diagnostic.h"

namespace clang::tidy::aoti {

/// Edits of one argument of a construction. Nothing where a macro would be
/// edited, which has other users.
std::optional<FixItHint> replaceArgument(const Construction &C, unsigned Index,
                                         llvm::StringRef Replacement);

/// 'L(a, b, c)' -> 'L(a, b)'; only the last written argument can go.
std::optional<FixItHint> removeLastArgument(const Construction &C,
                                            const ASTContext &Ctx);

/// "cpu" -> "cuda", "cpu"
std::optional<FixItHint> insertBeforeArgument(const Construction &C,
                                              unsigned Index,
                                              llvm::StringRef Text);

} // namespace clang::tidy::aoti

#endif
