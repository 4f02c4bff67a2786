// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_LIBRARYCALLS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_LIBRARYCALLS_H

#include "clang/AST/ExprCXX.h"
#include <string>

namespace aoti_tidy {

/// What a torch::Library (or its stable-ABI counterpart) was made for.
struct LibraryScope {
  std::string Namespace;
  std::string Key; ///< as dispatchKeyOf() says it
};

/// torch::detail::TorchLibraryInit, StableTorchLibraryInit: what TORCH_LIBRARY
/// and its family declare.
struct LibraryInit {
  LibraryScope Scope;
  /// The block after the macro; more if the declaration chooses among several.
  llvm::SmallVector<const clang::FunctionDecl *, 2> Blocks;
};
std::optional<LibraryInit> libraryInitOf(const clang::VarDecl *Var,
                                         clang::ASTContext &Ctx);

/// torch::Library lib(torch::Library::IMPL, "ns", c10::DispatchKey::Meta, …)
std::optional<LibraryScope> libraryScopeOf(const clang::Expr *Construction,
                                           clang::ASTContext &Ctx);

bool isLibrary(clang::QualType T);
bool isStableLibrary(clang::QualType T);

/// What def() or impl() was given to run.
struct KernelArgument {
  const clang::FunctionDecl *Function = nullptr;
  /// Of torch::dispatch(key, f); nothing if the library's own applies.
  std::optional<std::string> Key;
  /// makeFallthrough() and the like: nothing that runs.
  bool IsFallthrough = false;
};
/// One for each function that \p E may be: of 'fast ? &f : &g', two. Never
/// empty.
llvm::SmallVector<KernelArgument, 1> kernelArgumentsOf(const clang::Expr *E,
                                                       clang::ASTContext &Ctx);

/// What dispatchKeyOf() calls the absence of a key.
constexpr llvm::StringLiteral CatchAllKey = "CatchAll";

/// The dispatch key that \p E is, or that an optional \p E holds: "Meta" of
/// c10::DispatchKey::Meta and of c10::kMeta; empty if it cannot be told.
std::string dispatchKeyOf(const clang::Expr *E, clang::ASTContext &Ctx);

/// The expression with the text of a name or schema: through torch::schema(…)
/// and TORCH_SELECTIVE_NAME(…).
const clang::Expr *textArgument(const clang::Expr *E);

} // namespace aoti_tidy

#endif
