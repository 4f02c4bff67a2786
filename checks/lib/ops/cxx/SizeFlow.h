// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_SIZEFLOW_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_SIZEFLOW_H

#include "checks/lib/ops/cxx/LiveCode.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"

namespace aoti_tidy {

/// Parameter I of a function is bit I; those beyond 64 are left out.
using ParameterBits = uint64_t;

/// Finds which parameters the integers in a function come from, through locals
/// and containers, in any order of assignments. Compared, counted or computed
/// values do not flow: 'n' is a size, but 'rows * n / 8' may as well have a
/// constant of the model's architecture in it (a bit width, a padding).
class SizeFlow {
public:
  SizeFlow(const clang::FunctionDecl &Function, const LiveCode &Code);

  ParameterBits of(const clang::Expr *E) const;

private:
  struct Assignment {
    const clang::ValueDecl *To;
    const clang::Expr *From;
  };
  void collect(const clang::Stmt *S);
  void assign(const clang::Expr *To, const clang::Expr *From);
  ParameterBits ofCall(const clang::CallExpr &Call) const;
  ParameterBits ofChildren(const clang::Expr &E) const;

  std::vector<Assignment> Assignments;
  /// By local, parameter or member; a member counts once, whatever its object.
  llvm::DenseMap<const clang::ValueDecl *, ParameterBits> Known;
};

/// E without what does not change which integers it holds.
inline const clang::Expr *strip(const clang::Expr *E) {
  return E->IgnoreImplicit()->IgnoreParenCasts()->IgnoreImplicit();
}

} // namespace aoti_tidy

#endif
