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

/// Describes in \p Into, whose place is set, the tensors of \p List, the first
/// argument of a call that runs a model: the facts known of each, and why others
/// are not. \p Inputs and \p Each are the results of TensorDataflow's listAt()
/// and elementsAt().
void describeInputs(const clang::Expr &List,
                    const std::optional<std::vector<TensorValues>> &Inputs,
                    const TensorValues &Each, clang::ASTContext &Ctx,
                    RunRecord &Into);

} // namespace aoti_tidy

#endif
