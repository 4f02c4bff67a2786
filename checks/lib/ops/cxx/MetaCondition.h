// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_METACONDITION_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_METACONDITION_H

#include "clang/AST/ASTContext.h"
#include <optional>

namespace aoti_tidy {

/// The value of a condition if every tensor is a meta tensor with symbolic
/// sizes, which is how export runs a meta kernel: x.is_cuda(),
/// x.device().type() == at::kMeta, and constants. Nothing if it depends on
/// anything else.
std::optional<bool> valueForMeta(const clang::Expr *Condition,
                                 clang::ASTContext &Ctx);

/// The same if, besides, every c10::SymInt is symbolic: n.is_symbolic(),
/// n.maybe_as_int().has_value().
std::optional<bool> valueForSymbolic(const clang::Expr *Condition,
                                     clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
