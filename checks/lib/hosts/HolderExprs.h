// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_HOLDEREXPRS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_HOLDEREXPRS_H

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace aoti_tidy {

// What holds loaders, and what an expression says of one that is held: a member, a
// smart pointer, an element of a container.

/// unique_ptr, shared_ptr, optional
bool isPointerLike(const clang::CXXRecordDecl *Record);
/// vector, deque, list, array
bool isList(const clang::CXXRecordDecl *Record);
/// map, unordered_map
bool isMap(const clang::CXXRecordDecl *Record);
/// The variable or member that \p E names, or an element of which.
const clang::ValueDecl *holderNamed(const clang::Expr *E);
/// Whether code that this file does not have can give \p Holder another value.
bool canChangeElsewhere(const clang::ValueDecl *Holder);
/// Adds what the body \p S of a function returns, lambdas in it aside; null for
/// 'return;'.
void returnsOf(const clang::Stmt *S,
               llvm::SmallVectorImpl<const clang::Expr *> &Into);
/// How many maps lie in each other in \p T, a container of loaders.
unsigned mapLevels(clang::QualType T);
/// The key of 'map[key]', 'map.at(key)'; null if \p E is no element of a map.
const clang::Expr *keyOf(const clang::Expr *E);
/// What \p E says, without what only wraps it and conversions. \p Key becomes
/// what it is kept by, if it is an element of a map.
const clang::Expr *unwrapped(const clang::Expr *E,
                             const clang::Expr **Key = nullptr);
/// 'nullptr', 'std::nullopt', '{}': no loader at all.
bool isNothing(const clang::Expr *E);
/// The constant that \p Key is, of a function that the last call of it in
/// \p Before has led to.
std::optional<std::string>
constantKey(const clang::Expr *Key, llvm::ArrayRef<const clang::Expr *> Before,
            clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
