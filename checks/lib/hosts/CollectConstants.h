// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_COLLECTCONSTANTS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_COLLECTCONSTANTS_H

#include "checks/lib/hosts/FunctionFacts.h"
#include "clang/AST/ASTContext.h"

namespace aoti_tidy {

/// Adds the texts and integers that the file at hand gives parameters and members.
void collectConstants(clang::ASTContext &Ctx, FunctionFacts &Into);

} // namespace aoti_tidy

#endif
