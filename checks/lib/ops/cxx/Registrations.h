// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_REGISTRATIONS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_REGISTRATIONS_H

#include "checks/lib/ops/OpTable.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

namespace aoti_tidy {

/// A schema or kernel of this file, and where in the AST it comes from.
struct SchemaSite {
  SchemaFact Fact;
  clang::SourceLocation Loc;
  const clang::StringLiteral *Text = nullptr; ///< null if inferred
};
struct KernelSite {
  KernelFact Fact;
  clang::SourceLocation Loc;
  /// What runs: with a body if that is in sight; null if it cannot be told.
  const clang::FunctionDecl *Function = nullptr;
  /// Registered through the stable ABI (STABLE_TORCH_LIBRARY).
  bool IsStable = false;
};

/// What the user code of a translation unit registers with torch::Library, and
/// the functions that other files may register.
struct FileOps {
  std::vector<SchemaSite> Schemas;
  std::vector<KernelSite> Kernels;
  /// Kernels that export can run, of operators that cannot be told.
  std::vector<OpName> Fakes;
  /// Functions with external linkage that take or give a tensor, defined here
  /// and not registered here.
  std::vector<const clang::FunctionDecl *> Unregistered;

  OpFacts facts() const;
};

FileOps collectOps(clang::ASTContext &Ctx);

/// The name by which files can tell that they mean the same function; of one
/// that only this file can see, no other file has it.
std::string symbolOf(const clang::FunctionDecl *Function,
                     clang::ASTContext &Ctx);

FilePlace placeOf(clang::SourceLocation Loc, const clang::SourceManager &SM);

} // namespace aoti_tidy

#endif
