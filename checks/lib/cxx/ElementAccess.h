// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_CXX_ELEMENTACCESS_H
#define AOTI_TIDY_CHECKS_LIB_CXX_ELEMENTACCESS_H

#include "clang/AST/ExprCXX.h"
#include <optional>

namespace aoti_tidy {

/// A call that gives a reference to an element of an object of any class:
/// 'v[0]', 'm.at(key)', 'v.front()', 'v.back()'.
struct ElementAccess {
  const clang::Expr *Object = nullptr;
  const clang::Expr *Key = nullptr; ///< null if none is written
};

/// Nothing if \p E itself is none.
std::optional<ElementAccess> elementAccess(const clang::Expr *E);

} // namespace aoti_tidy

#endif
