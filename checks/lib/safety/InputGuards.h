// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SAFETY_INPUTGUARDS_H
#define AOTI_TIDY_CHECKS_LIB_SAFETY_INPUTGUARDS_H

#include "checks/lib/emitted/KernelModel.h"

namespace aoti_tidy {

/// Where the wrapper first has \p Text. Nothing if it does not.
std::optional<CodePlace> placeOf(const EmittedModel &Model,
                                 llvm::StringRef Text);

/// A comparison of a size in the emitted check of an input.
struct InputGuard {
  CodePlace At;
  int64_t Bound; ///< the least size that it lets through, or the greatest
};
std::optional<InputGuard> lowerGuard(const EmittedModel &Model, unsigned Input,
                                     unsigned Dim);
std::optional<InputGuard> upperGuard(const EmittedModel &Model, unsigned Input,
                                     unsigned Dim);

/// What the wrapper calls an input's size; null if it does not read it.
const SizeSymbol *sizeSymbol(const EmittedModel &Model, unsigned Input,
                             unsigned Dim);

/// What the input checks say of a size; null if the rank is not known.
const Dimension *inputDimension(const EmittedModel &Model, unsigned Input,
                                unsigned Dim);

/// Where the checks of inputs are left if the environment does not ask for them.
std::optional<CodePlace> runtimeCheckGate(const EmittedModel &Model);

/// What makes a model check the lower bounds of its sizes.
inline constexpr const char *LowerBoundCure =
    "compile without aot_inductor.check_lowerbound=False";

/// "'s77' is the size of dimension 1 of input 0"
std::string sizeText(const SizeSymbol &Symbol, unsigned Dim, unsigned Input);

/// Who rejects sizes below \p Bound in a model with checks on request.
std::string lowerGuardText(int64_t Bound);

} // namespace aoti_tidy

#endif
