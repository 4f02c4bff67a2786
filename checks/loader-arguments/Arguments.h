// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LOADER_ARGUMENTS_ARGUMENTS_H
#define AOTI_TIDY_CHECKS_LOADER_ARGUMENTS_ARGUMENTS_H

#include "checks/lib/hosts/AotiApi.h"
#include "checks/loader-arguments/LoaderArgumentsRule.h"
#include "clang/Basic/Diagnostic.h"

namespace aoti_tidy {

/// An argument as the user wrote it: -1, where the parameter's size_t would
/// make it 18446744073709551615.
const clang::Expr *written(const clang::Expr *Arg);

/// Its number before that conversion; nothing for a defaulted (null) argument.
std::optional<int64_t> numberOf(const clang::Expr *Arg, clang::ASTContext &Ctx);

/// The edit for \p P of the argument at \p Index, if there is one.
std::optional<clang::FixItHint> fixFor(const ArgumentProblem &P,
                                       const Construction &C, unsigned Index,
                                       const clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
