// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_SIZEFLOW_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_SIZEFLOW_H

#include "checks/lib/ops/cxx/LiveCode.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"

namespace aoti_tidy {

/// Where an integer comes from: parameters of the function, and expressions
/// that read a concrete size.
struct SizeSources {
  /// The number of parameters that are told apart; others are left out.
  static constexpr unsigned MaxParameters = 64;
  static constexpr unsigned NoRead = ~0U;

  uint64_t Parameters = 0;     ///< parameter I is bit I
  unsigned FirstRead = NoRead; ///< the number of the first of the reads

  bool hasParameter(unsigned Index) const { return Parameters >> Index & 1; }
  bool hasRead() const { return FirstRead != NoRead; }
  SizeSources &operator|=(const SizeSources &Other) {
    Parameters |= Other.Parameters;
    FirstRead = std::min(FirstRead, Other.FirstRead);
    return *this;
  }
  friend bool operator==(const SizeSources &, const SizeSources &) = default;
};

/// Where the integers in a function come from, through locals and containers,
/// and concrete reads also through arithmetic; the order of assignments does
/// not matter. What is only compared or counted does not flow.
class SizeFlow {
public:
  /// The expressions that read a concrete size, with their numbers: the lower,
  /// the earlier in the text.
  using ReadNumbers = llvm::DenseMap<const clang::Expr *, unsigned>;

  SizeFlow(const clang::FunctionDecl &Function, const LiveCode &Code,
           const ReadNumbers &Reads);

  SizeSources of(const clang::Expr *E) const;

private:
  struct Assignment {
    const clang::ValueDecl *To;
    const clang::Expr *From;
  };
  void collect(const clang::Stmt *S);
  void collectCall(const clang::CallExpr &Call);
  void assign(const clang::Expr *To, const clang::Expr *From);
  SizeSources ofCall(const clang::CallExpr &Call) const;
  SizeSources ofOperands(
      llvm::iterator_range<clang::CallExpr::const_arg_iterator>) const;
  SizeSources ofBoth(const clang::Expr *A, const clang::Expr *B) const;
  SizeSources ofDecl(const clang::ValueDecl *D) const;

  const ReadNumbers &Reads;
  std::vector<Assignment> Assignments;
  /// By local, parameter or member; a member counts once, whatever its object.
  llvm::DenseMap<const clang::ValueDecl *, SizeSources> Known;
};

} // namespace aoti_tidy

#endif
