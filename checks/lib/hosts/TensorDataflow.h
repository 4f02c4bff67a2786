// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_TENSORDATAFLOW_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_TENSORDATAFLOW_H

#include "checks/lib/hosts/TensorWays.h"
#include "checks/lib/tensor/TensorValue.h"
#include "clang/AST/ASTContext.h"
#include <memory>
#include <optional>
#include <vector>

namespace aoti_tidy {

/// The tensors of one function, followed from where they are made: through
/// locals, members, lists, branches, helper functions and callers of the same
/// file. Silent when in doubt: what could have been changed unseen is not known.
class TensorDataflow {
public:
  /// Null if Clang cannot say how control flows (a template's pattern, code
  /// with errors) or the function is too large to follow.
  static std::unique_ptr<TensorDataflow> of(const clang::FunctionDecl &Function,
                                            clang::ASTContext &Ctx);
  virtual ~TensorDataflow() = default;

  /// The tensors of \p List, the first argument of a call of run(), where it is
  /// evaluated: a braced list, a variable, a call. Nothing if their number is not
  /// known.
  virtual std::optional<std::vector<TensorValues>>
  listAt(const clang::Expr *List) = 0;

  /// The values that the tensors of \p List can have, however many there are. Empty
  /// if one of them is not known.
  virtual TensorValues elementsAt(const clang::Expr *List) = 0;
};

} // namespace aoti_tidy

#endif
