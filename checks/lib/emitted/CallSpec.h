// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_CALLSPEC_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_CALLSPEC_H

#include "checks/lib/emitted/WrapperFacts.h"

namespace aoti_tidy {

/// Reads in_spec_, what torch.utils._pytree.treespec_dumps() writes of
/// tuple(args) and dict(kwargs): the keywords and leaves of \p Into, as the
/// contract has them. Any other text leaves them unknown.
void readInSpec(llvm::StringRef Spec, WrapperFacts &Into);

/// The same of out_spec_: where each output is, "['logits']".
std::optional<std::vector<std::string>> readOutSpec(llvm::StringRef Spec);

} // namespace aoti_tidy

#endif
