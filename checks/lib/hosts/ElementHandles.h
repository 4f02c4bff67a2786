// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_ELEMENTHANDLES_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_ELEMENTHANDLES_H

#include "checks/lib/hosts/HandleChanges.h"
#include "clang/AST/ExprCXX.h"
#include <optional>

namespace aoti_tidy {

/// An element of a container of tensors.
struct ContainerElement {
  const clang::Expr *Container = nullptr;
  /// What stands in the brackets; null if it may be any element.
  const clang::Expr *Key = nullptr;
  /// The variable that it is named by; null if it is named by the container.
  const clang::DeclRefExpr *Handle = nullptr;
};

/// What \p E, a tensor, is an element of by way of a reference or an iterator:
/// 'x' after 'auto &x = map[key]', 'it->second' after 'auto it = map.find(key)',
/// 'map.find(key)->second'. Nothing if it names none.
std::optional<ContainerElement> elementBehind(const clang::Expr *E);

/// Whether \p Var is such a reference or iterator: what it leads to. Nothing if
/// it is none, or may lead to something else where it is used.
std::optional<ContainerElement> elementHeldBy(const clang::VarDecl &Var);

/// The container that the call \p E gives an iterator into, or a reference to an
/// element of: 'v.begin()', 'v.front()', 'm.find(key)'. Null if it gives none.
const clang::Expr *openedContainer(const clang::Expr *E);

} // namespace aoti_tidy

#endif
