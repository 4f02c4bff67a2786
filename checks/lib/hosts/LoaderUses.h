// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_LOADERUSES_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_LOADERUSES_H

#include "checks/lib/hosts/AotiApi.h"
#include "clang/Analysis/Analyses/Dominators.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace aoti_tidy {

struct FunctionGraph;

/// A call of a method of a loader, or of the runner that it gives.
struct LoaderCall {
  const clang::CXXMemberCallExpr *Call = nullptr;
  const clang::FunctionDecl *Function = nullptr; ///< that it stands in
};

/// All that is done with a loader, if all of it is in sight: calls of its
/// methods through the variable, private member or parameter that holds it, or
/// points to it. Nothing if the loader is returned, stored where others can
/// reach it, or given to a function without a body.
std::optional<std::vector<LoaderCall>> callsOf(const Construction &C,
                                               clang::ASTContext &Ctx);

/// The places of the program that name \p Holder, a variable or member; nothing
/// if there may be others.
std::optional<std::vector<const clang::Expr *>>
referencesTo(const clang::ValueDecl &Holder, clang::ASTContext &Ctx);

/// Which expression of one function surely comes before which. Calls that
/// throw are edges: what follows one in a try block does not surely precede
/// the handler. Bodies of lambdas are functions of their own.
class ControlFlow {
public:
  explicit ControlFlow(const FunctionGraph &Graph);

  /// Whether \p S is evaluated, in a way that is understood.
  bool has(const clang::Stmt *S) const;

  /// Whether every way to \p Later leads through \p Earlier, and \p Later can
  /// be reached at all.
  bool surelyPrecedes(const clang::Stmt *Earlier,
                      const clang::Stmt *Later) const;

  /// Whether \p Later can be evaluated after \p Earlier was, around a loop
  /// included. A statement follows itself only around a loop.
  bool canFollow(const clang::Stmt *Earlier, const clang::Stmt *Later) const;

private:
  const llvm::BitVector &reachableFrom(const clang::CFGBlock *Block) const;

  const FunctionGraph &Graph;
  mutable clang::CFGDomTree Dominators;
  mutable llvm::DenseMap<const clang::CFGBlock *, llvm::BitVector> Reachable;
};

/// Which call of a program's loaders can come before which.
class CallOrder {
public:
  explicit CallOrder(clang::ASTContext &Ctx) : Ctx(Ctx) {}

  /// Whether \p Earlier may have happened when \p Later is first reached. Of
  /// two functions, it is not known which is called first.
  bool mayPrecede(const LoaderCall &Earlier, const LoaderCall &Later);
  /// How control flows in \p Function; null if that cannot be said.
  const ControlFlow *flowOf(const clang::FunctionDecl &Function);

private:
  clang::ASTContext &Ctx;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<ControlFlow>>
      Flows;
};

} // namespace aoti_tidy

#endif
