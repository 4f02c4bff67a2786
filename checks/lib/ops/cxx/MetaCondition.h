// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_METACONDITION_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_METACONDITION_H

#include "clang/AST/ASTContext.h"
#include <optional>

namespace aoti_tidy {

/// The value of a condition if every tensor is a meta tensor with symbolic
/// sizes, which is how export runs a meta kernel: of constants, 'x.is_cuda()',
/// 'x.device().is_meta()', and what '!', '&&' and '||' make of them.
std::optional<bool> valueForMeta(const clang::Expr *Condition,
                                 clang::ASTContext &Ctx);

/// Whether a condition asks in any other way which device a tensor is on, or
/// whether a size is symbolic: 'x.device() == at::kCUDA', 'n.maybe_as_int()'.
bool asksForKind(const clang::Expr *Condition);

/// Whether a condition of \p Function depends on what its callers choose with a
/// constant: a parameter that is a bool, an integer or an enum.
bool asksForMode(const clang::Expr *Condition,
                 const clang::FunctionDecl &Function);

} // namespace aoti_tidy

#endif
