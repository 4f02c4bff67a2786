// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_COLLECTFUNCTIONS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_COLLECTFUNCTIONS_H

#include "checks/lib/hosts/FunctionFacts.h"
#include "clang/AST/ASTContext.h"

namespace aoti_tidy {

/// Adds what the file at hand says of functions that other files may define or
/// call.
void collectFunctions(clang::ASTContext &Ctx, FunctionFacts &Into);

/// The name that all files know \p Function by; empty if no other file sees it.
std::string symbolAcrossFiles(const clang::FunctionDecl &Function);

/// The name that all files know \p Field by; empty if no other file sees its
/// class, or the class is an instance of a template.
std::string memberAcrossFiles(const clang::FieldDecl &Field);

/// Whether other files of the run may say more of \p Function.
bool isOfRun(const clang::FunctionDecl &Function);

} // namespace aoti_tidy

#endif
