// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_CXX_CONTROLFLOW_H
#define AOTI_TIDY_CHECKS_LIB_CXX_CONTROLFLOW_H

#include "clang/Analysis/Analyses/Dominators.h"
#include "clang/Analysis/CFG.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <vector>

namespace aoti_tidy {

/// Which expression of one function surely comes before which. Calls that
/// throw are edges: what follows one in a try block does not surely precede
/// the handler. Bodies of lambdas are functions of their own.
class ControlFlow {
public:
  /// Null if Clang cannot say how control flows: a template's pattern, code
  /// with errors.
  static std::unique_ptr<ControlFlow> of(const clang::FunctionDecl &Function,
                                         clang::ASTContext &Ctx);

  /// Every expression and statement that is evaluated, blocks in reverse
  /// order of flow, each block's in order.
  llvm::ArrayRef<const clang::Stmt *> elements() const { return Elements; }

  /// Whether every way to \p Later leads through \p Earlier, and \p Later can
  /// be reached at all.
  bool surelyPrecedes(const clang::Stmt *Earlier,
                      const clang::Stmt *Later) const;

  /// Whether \p Later can be evaluated after \p Earlier was, around a loop
  /// included. A statement follows itself only around a loop.
  bool canFollow(const clang::Stmt *Earlier, const clang::Stmt *Later) const;

private:
  struct Place {
    const clang::CFGBlock *Block;
    unsigned Index;
  };
  const Place *placeOf(const clang::Stmt *S) const;
  const llvm::BitVector &reachableFrom(const clang::CFGBlock *Block) const;

  std::unique_ptr<clang::CFG> Graph;
  mutable clang::CFGDomTree Dominators;
  std::vector<const clang::Stmt *> Elements;
  llvm::DenseMap<const clang::Stmt *, Place> Places;
  mutable llvm::DenseMap<const clang::CFGBlock *, llvm::BitVector> Reachable;
};

} // namespace aoti_tidy

#endif
