// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_TENSORREADS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_TENSORREADS_H

#include "checks/lib/ops/DefectFacts.h"
#include "clang/AST/Expr.h"
#include <optional>

namespace aoti_tidy {

/// How the value of a call is used, where that decides what to say.
enum class ReadContext {
  Any,
  /// Compared to a constant: x.stride(0) == 1.
  Compared,
  /// Only counted: x.sizes().size().
  Counted,
};

/// The defect in \p Call, if it makes a symbolic size concrete or asks for a
/// tensor's data; see SymIntMembers.def. Nothing if it reads nothing concrete,
/// or from a tensor that the kernel made with constant sizes. Never a factory.
std::optional<DefectFacts> tensorRead(const clang::CallExpr &Call,
                                      ReadContext Context,
                                      clang::ASTContext &Ctx);

/// Where to report what stands at \p Loc in \p In: what the user wrote, in a
/// file. In the argument of a macro that is the argument; in the definition of
/// one, the macro's use, or the definition if it makes all of \p In.
clang::SourceLocation reportableLoc(clang::SourceLocation Loc,
                                    const clang::FunctionDecl &In,
                                    const clang::SourceManager &SM);

} // namespace aoti_tidy

#endif
