// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_SIZEFLOW_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_SIZEFLOW_H

#include "checks/lib/ops/cxx/LiveCode.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace clang::tidy::aoti {

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
  SizeFlow(const FunctionDecl &Function, const LiveCode &Code,
           const llvm::SmallPtrSetImpl<const Expr *> &Reads);

  Sources of(const Expr *E) const;

private:
  struct Assignment {
    const ValueDecl *To;
    const Expr *From;
  };
  void collect(const Stmt *S);
  void collectCall(const CallExpr &Call);
  void assign(const Expr *To, const Expr *From);
  Sources ofCall(const CallExpr &Call) const;
  Sources ofOperands(llvm::iterator_range<CallExpr::const_arg_iterator>) const;
  Sources ofDecl(const ValueDecl *D) const;

  const llvm::SmallPtrSetImpl<const Expr *> &Reads;
  std::vector<Assignment> Assignments;
  /// Of locals, parameters, and members by their declaration, whatever the
  /// object.
  llvm::DenseMap<const ValueDecl *, Sources> Known;
};

} // namespace clang::tidy::aoti

#endif
