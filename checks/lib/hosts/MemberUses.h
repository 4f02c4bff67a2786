// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_MEMBERUSES_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_MEMBERUSES_H

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace aoti_tidy {

/// Which mentions of members of classes are accounted for, in a walk from the
/// outside of each expression in: by themselves, or by a reference to an element
/// or an iterator that is kept in a variable.
class MemberUses {
protected:
  /// A member, or an element of one, that an expression names.
  struct Named {
    const clang::MemberExpr *Root = nullptr; ///< null: none
    /// What has to be accounted for: the member, or what leads to the element.
    const clang::Expr *Use = nullptr;
    const clang::Expr *Key = nullptr; ///< what stands in the brackets
    bool IsWhole = false;
  };
  static Named named(const clang::Expr *E);
  /// The member that \p E is by a binding to a struct: "batch.ids" of 'ids' after
  /// 'auto &[ids, mask] = batch'. Null if it is none, or of a copy.
  static const clang::MemberExpr *boundMember(const clang::Expr *E);

  void account(const Named &Of) {
    if (Of.Root)
      Accounted.insert(Of.Use);
  }
  /// Whatever \p E names is only looked at.
  void read(const clang::Expr *E);
  /// An iterator that is only compared, or only read through.
  void readThrough(const clang::Expr *Iterator);

  /// auto &x = map_[key], auto it = map_.find(key)
  void hold(const clang::VarDecl &Var);
  /// it = map_.emplace(key, x).first
  void setIterator(const clang::CXXOperatorCallExpr &E);
  /// The member that is not accounted for any more where \p E, an iterator or
  /// reference, is used. Null if there is none.
  const clang::MemberExpr *openedBy(const clang::DeclRefExpr &E) const;

  /// Whether \p E is a statement of its own.
  static bool isDropped(const clang::Expr &E, clang::ASTContext &Ctx);

  llvm::DenseSet<const clang::Expr *> Accounted;

private:
  /// References to elements of members, iterators: the member that they lead to.
  llvm::DenseMap<const clang::VarDecl *, const clang::MemberExpr *> Handles;
};

} // namespace aoti_tidy

#endif
