// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_LIBRARYCALLS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_LIBRARYCALLS_H

#include "clang/AST/ExprCXX.h"
#include <string>

namespace aoti_tidy {

/// The namespace and dispatch key of a torch::Library, or of its stable-ABI
/// counterpart.
struct LibraryScope {
  std::string Namespace;
  std::string Key; ///< as dispatchKeyOf() says it
};

/// The variable that TORCH_LIBRARY and its family declare: a
/// torch::detail::TorchLibraryInit or StableTorchLibraryInit.
struct LibraryInit {
  LibraryScope Scope;
  /// The block after the macro; null if it cannot be told.
  const clang::FunctionDecl *Block = nullptr;
};
std::optional<LibraryInit> libraryInitOf(const clang::VarDecl *Var,
                                         clang::ASTContext &Ctx);

/// torch::Library lib(torch::Library::IMPL, "ns", c10::DispatchKey::Meta, …)
std::optional<LibraryScope> libraryScopeOf(const clang::Expr *Construction,
                                           clang::ASTContext &Ctx);

bool isLibrary(clang::QualType T);
bool isStableLibrary(clang::QualType T);

/// The kernel argument of def() or impl().
struct KernelArgument {
  const clang::FunctionDecl *Function = nullptr;
  /// The key of torch::dispatch(key, f); nothing if the library's own applies.
  std::optional<std::string> Key;
  /// makeFallthrough() and the like: nothing that runs.
  bool IsFallthrough = false;
};
/// Reads \p E. 'fast ? &f : &g' with a condition that is not constant gives the
/// first.
KernelArgument kernelArgumentOf(const clang::Expr *E, clang::ASTContext &Ctx);

/// The result of dispatchKeyOf() where there is no key.
constexpr llvm::StringLiteral CatchAllKey = "CatchAll";

/// The dispatch key that \p E is, or that an optional \p E holds: "Meta" of
/// c10::DispatchKey::Meta and of c10::kMeta; empty if it cannot be told.
std::string dispatchKeyOf(const clang::Expr *E, clang::ASTContext &Ctx);

/// The expression with the text of a name or schema: through torch::schema(…)
/// and TORCH_SELECTIVE_NAME(…).
const clang::Expr *textArgument(const clang::Expr *E);

} // namespace aoti_tidy

#endif
