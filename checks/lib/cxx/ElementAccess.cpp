// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/cxx/ElementAccess.h"
#include "checks/lib/cxx/Names.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {

std::optional<ElementAccess> elementAccess(const Expr *E) {
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
    return Operator->getOperator() == OO_Subscript &&
                   Operator->getNumArgs() == 2
               ? std::optional(
                     ElementAccess{Operator->getArg(0), Operator->getArg(1)})
               : std::nullopt;
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
  // A template's has no object.
  const Expr *Object = Call ? Call->getImplicitObjectArgument() : nullptr;
  if (!Object || !llvm::is_contained({"at", "front", "back"},
                                     nameOf(Call->getMethodDecl())))
    return std::nullopt;
  return ElementAccess{Object,
                       Call->getNumArgs() == 1 ? Call->getArg(0) : nullptr};
}

} // namespace aoti_tidy
