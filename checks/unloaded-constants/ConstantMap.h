// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_UNLOADED_CONSTANTS_CONSTANTMAP_H
#define AOTI_TIDY_CHECKS_UNLOADED_CONSTANTS_CONSTANTMAP_H

#include "checks/lib/hosts/LoaderUses.h"
#include "checks/unloaded-constants/UnloadedConstantsRule.h"

namespace aoti_tidy {

/// A call of a loader or runner that gives the model constants.
struct CxxLoad {
  LoaderCall At = {};
  ConstantLoad Load;
  /// Where each of the names is written.
  std::vector<const clang::Expr *> Places;
};

/// The effect of a method of loaders and runners on constants.
enum class ConstantMethod {
  None,  ///< it leaves them as they are
  Load,  ///< load_constants(map, ...)
  Swap,  ///< swap_constant_buffer()
  Other, ///< it may load any: update_constant_buffer_from_blob(path)
};
ConstantMethod constantMethod(const clang::CXXMemberCallExpr &Call);

/// The constants that \p Call loads: the names in a map that the function
/// fills, as far as they are constant.
CxxLoad loadBy(const LoaderCall &Call, const ControlFlow *Flow,
               clang::ASTContext &Ctx);

} // namespace aoti_tidy

#endif
