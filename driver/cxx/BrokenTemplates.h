// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_BROKENTEMPLATES_H
#define AOTI_TIDY_DRIVER_CXX_BROKENTEMPLATES_H

#include "clang/AST/ASTConsumer.h"
#include <memory>

namespace aoti_tidy {

/// Lets templates be instantiated that declare something with a name that the
/// compiler does not know: of a header that is missing, mostly. Clang makes no
/// body of such a template, while it keeps the rest of a plain function with the
/// same declaration, and a Meta kernel 'dense<true>' would be lost for one
/// 'cutlass::half_t x'. Such a variable becomes a pointer to void, which nothing
/// is known of. Wants to see declarations before the end of the file, where
/// templates are instantiated.
std::unique_ptr<clang::ASTConsumer>
makeBrokenTemplatesConsumer(const clang::DiagnosticsEngine &Diagnostics);

} // namespace aoti_tidy

#endif
