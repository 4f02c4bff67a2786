// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_SYMINTFIX_H
#define AOTI_TIDY_CHECKS_SYMINT_META_SYMINTFIX_H

#include "checks/common/OpDiagnostics.h"

namespace aoti_tidy {

/// The edits that remove all of \p Scan's defects from \p Kernel, and make its
/// parameters \p SymbolicParameters symbolic; nothing if any value would flow
/// somewhere that is not understood to take a c10::SymInt: all or nothing.
std::optional<OpFix>
planSymIntFix(const clang::FunctionDecl *Kernel, const KernelScan &Scan,
              const llvm::SmallBitVector &SymbolicParameters,
              const FileOps &Ops, clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
