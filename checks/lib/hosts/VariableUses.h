// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_VARIABLEUSES_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_VARIABLEUSES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace aoti_tidy {

/// Finds where the variables of a function may change other than by assignments
/// and calls of their methods: every use that is not known to be harmless.
class VariableUses {
public:
  explicit VariableUses(const clang::FunctionDecl &Function);

  using Variables = llvm::SmallVector<const clang::VarDecl *, 2>;

  /// The variables that other code may change once \p S is evaluated: it takes
  /// their address, or makes a lambda that changes them.
  llvm::ArrayRef<const clang::VarDecl *>
  escapingAt(const clang::Stmt *S) const {
    return at(Escapes, S);
  }

  /// The variables that \p S, a full expression or declaration, moves from.
  llvm::ArrayRef<const clang::VarDecl *> movedBy(const clang::Stmt *S) const {
    return at(Moves, S);
  }

  /// The statements that may change \p Var; a lambda that does is one where it is
  /// made.
  llvm::ArrayRef<const clang::Stmt *>
  changesOf(const clang::VarDecl &Var) const {
    const auto It = Changes.find(&Var);
    return It == Changes.end() ? llvm::ArrayRef<const clang::Stmt *>()
                               : It->second;
  }

  /// Whether the function changes a tensor in place, and so all handles to it.
  bool changesTensors() const { return ChangesTensors; }

  /// The loop 'for (auto &x : List) x = f(x);' that \p S, the declaration of
  /// its hidden range, starts; null if it starts none.
  const clang::CXXForRangeStmt *elementwiseLoopAt(const clang::Stmt *S) const {
    return ElementwiseLoops.lookup(S);
  }

private:
  class Walk;
  using Table = llvm::DenseMap<const clang::Stmt *, Variables>;
  static llvm::ArrayRef<const clang::VarDecl *> at(const Table &T,
                                                   const clang::Stmt *S) {
    const auto It = T.find(S);
    return It == T.end() ? llvm::ArrayRef<const clang::VarDecl *>()
                         : It->second;
  }

  Table Escapes;
  Table Moves;
  llvm::DenseMap<const clang::VarDecl *,
                 llvm::SmallVector<const clang::Stmt *, 2>>
      Changes;
  llvm::DenseMap<const clang::Stmt *, const clang::CXXForRangeStmt *>
      ElementwiseLoops;
  bool ChangesTensors = false;
};

/// The assignment that is all that a loop over references does to its element:
/// 'x = f(x)'. Null if the loop does anything else.
const clang::CXXOperatorCallExpr *
elementwiseAssignment(const clang::CXXForRangeStmt &For);

/// Whether the callee leaves what it is given by reference as it is, though its
/// parameters do not say so: vector::emplace_back(x), TensorOptions::device(d),
/// the run() of old loaders.
bool onlyReadsArguments(const clang::CallExpr &Call);

/// The variable that \p E names, or an element of which: 'v', 'v[0]',
/// 'v.at(0)'. Null if there is none.
const clang::VarDecl *rootOf(const clang::Expr *E);
/// The variable that \p E names. Null if there is none.
const clang::VarDecl *variableOf(const clang::Expr *E);

/// Whether a variable's value is followed from statement to statement: a local
/// or parameter that no other name can refer to without VariableUses' notice.
bool isTracked(const clang::VarDecl &Var);

/// Whether a tensor's method of that name can change its device, type, sizes or
/// strides in place, and so those of every other handle to it: "resize_".
bool changesMetadata(llvm::StringRef Operator);

} // namespace aoti_tidy

#endif
