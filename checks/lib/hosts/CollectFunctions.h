// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_COLLECTFUNCTIONS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_COLLECTFUNCTIONS_H

#include "checks/lib/hosts/FunctionFacts.h"
#include "clang/AST/ASTContext.h"

namespace aoti_tidy {

/// Adds what the file at hand says of functions that other files may define or
/// call.
void collectFunctions(clang::ASTContext &Ctx, FunctionFacts &Into);

} // namespace aoti_tidy

#endif
