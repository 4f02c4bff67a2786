// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_METACONDITION_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_METACONDITION_H

#include "clang/AST/ASTContext.h"
#include <optional>
#include <vector>

namespace aoti_tidy {

/// The constants that a function is called with: for each parameter its value
/// (of a bool 0 or 1), if it is known and the function does not change it. None
/// at all if nothing is known.
struct KnownArguments {
  const clang::FunctionDecl *Function = nullptr;
  std::vector<std::optional<int64_t>> Values;

  std::optional<int64_t> of(const clang::ValueDecl *D) const;
  auto operator<=>(const KnownArguments &) const = default;
};

/// What \p Known and the source say \p E is: a constant, a parameter, a local
/// that is never changed.
std::optional<int64_t> intFor(const clang::Expr *E, const KnownArguments &Known,
                              clang::ASTContext &Ctx);

/// The value of a condition if every tensor is a meta tensor with symbolic
/// sizes, which is how export runs a meta kernel: x.is_cuda(),
/// x.device().type() == at::kMeta, constants, and what \p Known says. Nothing if it depends on
/// anything else.
std::optional<bool> valueForMeta(const clang::Expr *Condition,
                                 const KnownArguments &Known,
                                 clang::ASTContext &Ctx);

/// The same if, besides, every c10::SymInt is symbolic: n.is_symbolic(),
/// n.maybe_as_int().has_value().
std::optional<bool> valueForSymbolic(const clang::Expr *Condition,
                                     const KnownArguments &Known,
                                     clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
