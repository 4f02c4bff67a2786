// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_CXX_NAMES_H
#define AOTI_TIDY_CHECKS_LIB_CXX_NAMES_H

#include "clang/AST/DeclCXX.h"

namespace aoti_tidy {

/// Whether \p D lies in that namespace, inline namespaces aside: "at".
bool isInNamespace(const clang::Decl *D, llvm::StringRef Name);

/// Whether \p T, references and cv aside, is that class or an instance of that
/// class template: isClass(T, "c10", "SymInt").
bool isClass(clang::QualType T, llvm::StringRef Namespace,
             llvm::StringRef Name);

/// at::Tensor, its base at::TensorBase, or a class derived from it.
bool isTensor(clang::QualType T);

/// std::unique_ptr, std::shared_ptr, std::optional
bool isPointerLike(const clang::CXXRecordDecl *Record);

/// std::vector, deque, list, array
bool isList(const clang::CXXRecordDecl *Record);

/// std::map, unordered_map
bool isMap(const clang::CXXRecordDecl *Record);

/// Empty of a null \p D, and of one that has no plain name: an operator.
llvm::StringRef nameOf(const clang::NamedDecl *D);

/// Whether \p D is torch's or the standard library's.
bool isOfLibrary(const clang::Decl *D);

} // namespace aoti_tidy

#endif
