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
};
struct KernelSite {
  KernelFact Fact;
  clang::SourceLocation Loc;
  /// The function that runs, with its body if that is in sight; null if unknown.
  const clang::FunctionDecl *Function = nullptr;
  /// Registered through the stable ABI (STABLE_TORCH_LIBRARY).
  bool IsStable = false;
};

/// The registrations with torch::Library in the user code of a translation unit,
/// and the functions that other files may register.
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

/// A name that identifies a function across files. Functions that only this file
/// sees have names that no other file has.
std::string symbolOf(const clang::FunctionDecl *Function,
                     clang::ASTContext &Ctx);

FilePlace placeOf(clang::SourceLocation Loc, const clang::SourceManager &SM);

} // namespace aoti_tidy

#endif
