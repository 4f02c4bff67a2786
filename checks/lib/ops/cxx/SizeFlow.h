// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_SIZEFLOW_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_SIZEFLOW_H

#include "checks/lib/ops/cxx/LiveCode.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace aoti_tidy {

/// Where the integers in a function come from, through locals and containers,
/// and concrete reads also through arithmetic; the order of assignments does
/// not matter. What is only compared or counted does not flow.
class SizeFlow {
public:
  /// A set: parameter I is bit I, and a concrete read is bit Read. Parameters
  /// that do not fit are left out.
  using Sources = uint64_t;
  static constexpr Sources Read = Sources(1) << 63;

  /// \p Reads are the expressions that give a concrete size.
  SizeFlow(const clang::FunctionDecl &Function, const LiveCode &Code,
           const llvm::SmallPtrSetImpl<const clang::Expr *> &Reads);

  Sources of(const clang::Expr *E) const;

private:
  struct Assignment {
    const clang::ValueDecl *To;
    const clang::Expr *From;
  };
  void collect(const clang::Stmt *S);
  void collectCall(const clang::CallExpr &Call);
  void assign(const clang::Expr *To, const clang::Expr *From);
  Sources ofCall(const clang::CallExpr &Call) const;
  Sources ofOperands(
      llvm::iterator_range<clang::CallExpr::const_arg_iterator>) const;
  Sources ofDecl(const clang::ValueDecl *D) const;

  const llvm::SmallPtrSetImpl<const clang::Expr *> &Reads;
  std::vector<Assignment> Assignments;
  /// Of locals, parameters, and members by their declaration, whatever the
  /// object.
  llvm::DenseMap<const clang::ValueDecl *, Sources> Known;
};

} // namespace aoti_tidy

#endif
