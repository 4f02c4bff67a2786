// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_KERNELSCAN_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_KERNELSCAN_H

#include "checks/lib/ops/DefectFacts.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallBitVector.h"
#include <map>
#include <memory>
#include <vector>

namespace aoti_tidy {

/// A place in a meta kernel, or in a helper it calls, where a symbolic size is
/// made concrete or a symbolic tensor's data is wanted.
struct Defect {
  DefectFacts What;
  const clang::Expr *Where;      ///< the call
  const clang::FunctionDecl *In; ///< the definition that it is in
  /// Where to point; in a file, never inside a macro.
  clang::SourceLocation Loc;
  /// The calls that lead from the kernel to the helper it is in, outermost
  /// first; empty if it is in the kernel itself.
  llvm::SmallVector<const clang::CallExpr *, 2> Chain;
};

/// The defects that a function would have as a meta kernel, whether or not it is
/// one.
struct KernelScan {
  std::vector<Defect> Defects; ///< in source order, the kernel's own first
  /// Everything it does is visible and works without data: a kernel for a
  /// Composite key that export can run in place of a missing Meta kernel.
  bool Traceable = true;
  /// For each parameter: the place where its value becomes a size of a tensor
  /// that is made or viewed (possibly through locals, not through arithmetic),
  /// or null.
  std::vector<const clang::Expr *> SizeUses;
  /// The parameters that are, as they are, the whole shape of a tensor that the
  /// kernel makes or views: at::empty(size).
  llvm::SmallBitVector Shapes;
};

/// Reads the bodies of kernels and, a few calls deep, of the helpers they call
/// whose bodies are in sight; each body once, however many kernels reach it.
///
/// Which reads specialise and which throw was measured on torch 2.13 with symbolic
/// shapes: see the page of aoti-symint-meta.
class KernelScanner {
public:
  KernelScanner();
  ~KernelScanner();

  /// \p Kernel has a body; for a template it is an instantiation.
  KernelScan scan(const clang::FunctionDecl *Kernel);

private:
  struct Body;
  Body &bodyOf(const clang::FunctionDecl &Function, bool IsHelper);

  /// By function, and whether it is read as a helper.
  std::map<std::pair<const clang::FunctionDecl *, bool>, std::unique_ptr<Body>>
      Bodies;
};

/// Where a kernel of the stable ABI, or a helper it calls, reads a size of a
/// torch::stable::Tensor, which has no symbolic accessors; null if nowhere.
const clang::Expr *stableSizeRead(const clang::FunctionDecl *Kernel);

} // namespace aoti_tidy

#endif
