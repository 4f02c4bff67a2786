// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SAFETY_INPUTGUARDS_H
#define AOTI_TIDY_CHECKS_LIB_SAFETY_INPUTGUARDS_H

#include "checks/lib/emitted/KernelModel.h"

namespace aoti_tidy {

/// The first place of \p Text in the wrapper.
std::optional<CodePlace> placeOf(const EmittedModel &Model,
                                 llvm::StringRef Text);

struct InputGuard {
  CodePlace At;
  int64_t Bound; ///< the least size that it lets through, or the greatest
};
std::optional<InputGuard> lowerGuard(const EmittedModel &Model, unsigned Input,
                                     unsigned Dim);
std::optional<InputGuard> upperGuard(const EmittedModel &Model, unsigned Input,
                                     unsigned Dim);

const SizeSymbol *sizeSymbol(const EmittedModel &Model, unsigned Input,
                             unsigned Dim);

const Dimension *inputDimension(const EmittedModel &Model, unsigned Input,
                                unsigned Dim);

/// Where the wrapper skips its input checks unless the environment asks for
/// them.
std::optional<CodePlace> runtimeCheckGate(const EmittedModel &Model);

inline constexpr const char *LowerBoundCure =
    "compile without aot_inductor.check_lowerbound=False";

/// "'s77' is the size of dimension 1 of input 0"
std::string sizeText(const SizeSymbol &Symbol, unsigned Dim, unsigned Input);

std::string lowerGuardText(int64_t Bound);

} // namespace aoti_tidy

#endif
