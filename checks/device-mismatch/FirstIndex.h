// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEVICE_MISMATCH_FIRSTINDEX_H
#define AOTI_TIDY_CHECKS_DEVICE_MISMATCH_FIRSTINDEX_H

#include "clang/AST/Expr.h"

namespace aoti_tidy {

/// Whether a branch that leads to \p Made or to \p Run asks for a certain value
/// of a number that \p Made, a tensor on a device, is made of: 'if (rank == 0)'.
/// Then it need not be on more than one.
bool asksForIndexOf(const clang::Expr &Made, const clang::Expr &Run,
                    clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
