// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_CXX_OVERRIDERS_H
#define AOTI_TIDY_CHECKS_LIB_CXX_OVERRIDERS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace aoti_tidy {

/// The virtual methods of a file's own classes, by what they override.
class Overriders {
public:
  /// Of the project's code: what the checks walk through.
  explicit Overriders(clang::ASTContext &Ctx);

  /// The definitions that a call of \p Method, which is virtual, may get to: its
  /// own, and those of the classes in sight, each once. None if another file has
  /// the body of one of them. Of a class in another file, that file says what
  /// happens.
  llvm::SmallVector<const clang::CXXMethodDecl *, 4>
  of(const clang::CXXMethodDecl &Method) const;

private:
  llvm::DenseMap<const clang::CXXMethodDecl *,
                 llvm::SmallVector<const clang::CXXMethodDecl *, 4>>
      ByOverridden; ///< only those that override it directly
};

/// \p Function, and the methods that it overrides, each once: whoever calls these
/// may call it.
llvm::SmallSetVector<const clang::FunctionDecl *, 4>
calledAs(const clang::FunctionDecl &Function);

} // namespace aoti_tidy

#endif
