// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_REPORTEDLOADERS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_REPORTEDLOADERS_H

#include "checks/lib/cxx/OncePerFile.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"

namespace aoti_tidy {

/// The loaders of a file that a check said to lack an index: two checks look
/// for that, by other evidence, and one mistake is one finding.
class ReportedLoaders {
public:
  explicit ReportedLoaders(clang::ASTContext &) {}
  /// False if one has said so of the loader that \p Made makes.
  static bool add(const clang::Expr *Made, clang::ASTContext &Ctx) {
    return oncePerFile<ReportedLoaders>(Ctx).Loaders.insert(Made).second;
  }

private:
  llvm::DenseSet<const clang::Expr *> Loaders;
};

} // namespace aoti_tidy

#endif
