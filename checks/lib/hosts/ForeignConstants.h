// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts and integers that files of a run give functions and members which other
// files see: paths of packages, indices of devices.
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_FOREIGNCONSTANTS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_FOREIGNCONSTANTS_H

#include "checks/lib/hosts/FunctionFacts.h"
#include "clang/AST/ASTContext.h"

namespace aoti_tidy {

/// An integer that is no truth.
bool isSharedInteger(clang::QualType T);

/// Whether files say what they give \p Param: a text, or an integer that something is
/// made with. Of other integers, a file has thousands.
bool isSharedConstant(const clang::ParmVarDecl &Param);

/// Whether all calls of \p Function name it, in files that share their facts.
bool isSharedFunction(const clang::FunctionDecl &Function);

/// The key of \p Param in FunctionFacts::Constants; empty if no other file sees its
/// function.
std::string keyAcrossFiles(const clang::ParmVarDecl &Param);

/// Whether other files of the run may say more of \p Function.
bool isOfRun(const clang::FunctionDecl &Function);

/// The constant that all files of the run pass for \p Param; nothing if it is not
/// known or differs, or the function changes it.
std::optional<FunctionFacts::Constant>
constantByRun(const clang::ParmVarDecl &Param, clang::ASTContext &Ctx);

/// The constant that all files of the run give \p Field of any object; nothing if
/// it is not known or differs.
std::optional<FunctionFacts::Constant>
constantByRun(const clang::FieldDecl &Field);

} // namespace aoti_tidy

#endif
