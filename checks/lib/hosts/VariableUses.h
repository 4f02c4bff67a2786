// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_VARIABLEUSES_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_VARIABLEUSES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace aoti_tidy {

/// Where the variables of a function may be changed other than by assigning to
/// them or calling their methods: all uses that are not known to be harmless.
class VariableUses {
public:
  explicit VariableUses(const clang::FunctionDecl &Function);

  using Variables = llvm::SmallVector<const clang::VarDecl *, 2>;

  /// Those that anything may change once \p S is evaluated: their address is
  /// taken, a lambda that changes them is made.
  llvm::ArrayRef<const clang::VarDecl *>
  escapingAt(const clang::Stmt *S) const {
    return at(Escapes, S);
  }

  /// Those that \p S, a full expression or declaration, has moved from.
  llvm::ArrayRef<const clang::VarDecl *> movedBy(const clang::Stmt *S) const {
    return at(Moves, S);
  }

  /// The calls of std::exchange() in \p S, a full expression or declaration: what
  /// they set is what it was until that is done, since they return that.
  llvm::ArrayRef<const clang::CallExpr *>
  exchangesIn(const clang::Stmt *S) const {
    const auto It = Exchanges.find(S);
    return It == Exchanges.end() ? llvm::ArrayRef<const clang::CallExpr *>()
                                 : It->second;
  }

  /// Where a variable may be changed in any way; a lambda's are where it is
  /// made.
  llvm::ArrayRef<const clang::Stmt *>
  changesOf(const clang::VarDecl &Var) const {
    const auto It = Changes.find(&Var);
    return It == Changes.end() ? llvm::ArrayRef<const clang::Stmt *>()
                               : It->second;
  }

  /// Whether a tensor is changed in place, and so all that share it.
  bool changesTensors() const { return ChangesTensors; }

  /// The loop 'for (auto &x : List) x = f(x);' that \p S, the declaration of
  /// its hidden range, starts; null if it starts none.
  const clang::CXXForRangeStmt *elementwiseLoopAt(const clang::Stmt *S) const {
    return ElementwiseLoops.lookup(S);
  }

  /// As elementwiseLoopAt(), of a loop that only appends to other lists.
  const clang::CXXForRangeStmt *appendingLoopAt(const clang::Stmt *S) const {
    return AppendingLoops.lookup(S);
  }
  /// The one that \p Call appends in.
  const clang::CXXForRangeStmt *
  appendingLoopOf(const clang::CXXMemberCallExpr &Call) const {
    return Appends.lookup(&Call);
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
  llvm::DenseMap<const clang::Stmt *,
                 llvm::SmallVector<const clang::CallExpr *, 1>>
      Exchanges;
  llvm::DenseMap<const clang::VarDecl *,
                 llvm::SmallVector<const clang::Stmt *, 2>>
      Changes;
  llvm::DenseMap<const clang::Stmt *, const clang::CXXForRangeStmt *>
      ElementwiseLoops, AppendingLoops;
  llvm::DenseMap<const clang::CXXMemberCallExpr *,
                 const clang::CXXForRangeStmt *>
      Appends;
  bool ChangesTensors = false;
};

/// The assignment that is all that a loop over references does to its element:
/// 'x = f(x)'. Null if the loop does anything else.
const clang::CXXOperatorCallExpr *
elementwiseAssignment(const clang::CXXForRangeStmt &For);

/// The calls 'list.push_back(f(x))' that are all that the loop does. None if it does
/// anything else.
llvm::SmallVector<const clang::CXXMemberCallExpr *, 2>
appendsIn(const clang::CXXForRangeStmt &For);

/// Whether the callee leaves what it is given by reference as it is, though its
/// parameters do not say so: vector::emplace_back(x), TensorOptions::device(d),
/// the run() of old loaders.
bool onlyReadsArguments(const clang::CallExpr &Call);

/// What 'std::swap(x, y)' and 'x.swap(y)', of a container, give each other's values.
/// Nothing if \p Call is neither.
std::optional<std::pair<const clang::Expr *, const clang::Expr *>>
swappedBy(const clang::CallExpr &Call);
/// Whether \p Call is 'std::exchange(x, y)': it gives x the value of y, and returns
/// what x was.
bool isExchange(const clang::CallExpr &Call);

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
