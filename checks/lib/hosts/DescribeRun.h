// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_DESCRIBERUN_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_DESCRIBERUN_H

#include "checks/lib/package/RunRecord.h"
#include "checks/lib/tensor/TensorValue.h"
#include "clang/AST/ASTContext.h"

namespace aoti_tidy {

/// Why the value of \p E is not known, as far as its form tells; empty if it
/// does not.
std::string whyUnknown(const clang::Expr *E, clang::ASTContext &Ctx,
                       unsigned Depth = 0);

/// What is known of the tensors of \p List, the first argument of a call that
/// runs a model, and why the rest is not. \p Inputs as TensorDataflow's
/// listAt() has them, \p Each as its elementsAt(). Sets what \p Into, whose
/// place is known, says of inputs.
void describeInputs(const clang::Expr &List,
                    const std::optional<std::vector<TensorValues>> &Inputs,
                    const TensorValues &Each, clang::ASTContext &Ctx,
                    RunRecord &Into);

} // namespace aoti_tidy

#endif
