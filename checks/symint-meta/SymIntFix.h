// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_SYMINTFIX_H
#define AOTI_TIDY_CHECKS_SYMINT_META_SYMINTFIX_H

#include "checks/lib/ops/cxx/KernelScan.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/SmallBitVector.h"
#include <optional>

namespace aoti_tidy {

/// One coherent edit that makes a meta kernel symbolic.
struct SymIntFix {
  std::vector<clang::FixItHint> Edits;
  /// Parameter types change, in the definition and in all declarations in
  /// sight. A declaration out of sight would no longer match.
  bool ChangesSignature = false;
};

/// The edits that remove all of \p Scan's defects from \p Kernel, and make its
/// parameters \p SymbolicParameters symbolic; nothing if any value would flow
/// somewhere that is not understood to take a c10::SymInt: all or nothing.
std::optional<SymIntFix>
planSymIntFix(const clang::FunctionDecl *Kernel, const KernelScan &Scan,
              const llvm::SmallBitVector &SymbolicParameters,
              clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
