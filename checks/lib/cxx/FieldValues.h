// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_CXX_FIELDVALUES_H
#define AOTI_TIDY_CHECKS_LIB_CXX_FIELDVALUES_H

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SmallVector.h"

namespace aoti_tidy {

/// What the constructors of a class give a field, if nothing else in sight
/// gives it a value: no assignment, no method that is defined elsewhere. Empty
/// if something may.
llvm::SmallVector<const clang::Expr *, 2>
onlyValuesOf(const clang::FieldDecl &Field);

} // namespace aoti_tidy

#endif
