// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts and integers that files of a run give functions and members which other
// files see: paths of packages, indices of devices.
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_FOREIGNCONSTANTS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_FOREIGNCONSTANTS_H

#include "checks/lib/hosts/FunctionFacts.h"
#include "clang/AST/ASTContext.h"

namespace aoti_tidy {

/// Whether files say what they give \p Param: a text, or an integer that something is
/// made with. Of other integers, a file has thousands.
bool isSharedConstant(const clang::ParmVarDecl &Param);

/// Adds what the file at hand gives parameters and members of those types.
void collectConstants(clang::ASTContext &Ctx, FunctionFacts &Into);

/// What all files of the run give \p Param; nothing if that is not known, differs,
/// or its function changes it.
std::optional<FunctionFacts::Constant>
constantByRun(const clang::ParmVarDecl &Param, clang::ASTContext &Ctx);

/// What all files of the run give \p Field, whatever the object; nothing if that is
/// not known or differs.
std::optional<FunctionFacts::Constant>
constantByRun(const clang::FieldDecl &Field);

} // namespace aoti_tidy

#endif
