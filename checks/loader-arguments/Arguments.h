// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LOADER_ARGUMENTS_ARGUMENTS_H
#define AOTI_TIDY_CHECKS_LOADER_ARGUMENTS_ARGUMENTS_H

#include "checks/lib/cxx/AotiApi.h"
#include "clang/Basic/Diagnostic.h"

namespace aoti_tidy {

/// An argument as the user wrote it: -1, where the parameter's size_t would
/// make it 18446744073709551615.
const clang::Expr *written(const clang::Expr *Arg);

/// Its number before that conversion; nothing for a defaulted (null) argument.
std::optional<int64_t> numberOf(const clang::Expr *Arg, clang::ASTContext &Ctx);

/// "cpu", as a message shows it.
std::string quoted(llvm::StringRef Text);

// Edits of one argument of a construction. Nothing where a macro would be
// edited, which has other users.

/// 'L(a, b)' -> 'L(a, c)'
std::optional<clang::FixItHint> replaceArgument(const Construction &C,
                                                unsigned Index,
                                                llvm::StringRef Replacement);

/// 'L(a, b, c)' -> 'L(a, b)'; only the last written argument can go.
std::optional<clang::FixItHint>
removeLastArgument(const Construction &C, const clang::ASTContext &Ctx);

/// "cpu" -> "cuda", "cpu"
std::optional<clang::FixItHint> insertBeforeArgument(const Construction &C,
                                                     unsigned Index,
                                                     llvm::StringRef Text);

} // namespace aoti_tidy

#endif
