// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_CXX_PROJECTDECLS_H
#define AOTI_TIDY_CHECKS_LIB_CXX_PROJECTDECLS_H

#include "clang/ASTMatchers/ASTMatchers.h"

namespace aoti_tidy {

/// The declarations at the top of the unit that are the project's own. System
/// headers, which are most of a unit that includes torch, are left out; a macro
/// of theirs counts where it is used.
std::vector<clang::Decl *> projectDecls(clang::ASTContext &Ctx);

/// Keeps matchers, parents and projectDecls() to the project's own declarations.
/// For a program that runs our checks only: those of others may want the rest.
void keepToProject(clang::ASTContext &Ctx);

/// Matches once in a unit, before anything else does: the unit itself, which is
/// not visited where a program looks at some of its declarations only.
AST_MATCHER(clang::Decl, isFirstOfUnit) {
  (void)Builder; // nothing is bound
  return &Node == Finder->getASTContext().getTraversalScope().front();
}

} // namespace aoti_tidy

#endif
