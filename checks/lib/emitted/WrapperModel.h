// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERMODEL_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERMODEL_H

#include "checks/lib/emitted/KernelModel.h"

namespace aoti_tidy {

/// Reads what the wrapper \p Text, which a null character must follow, does
/// with memory: everything of the model but the kernels. It becomes the model's
/// file 0 as \p Name. Nothing if the text is no wrapper at all: see
/// readWrapperFacts().
///
/// Inputs are taken to have the layout that the wrapper records for them: where
/// it does not, their extent is not known.
std::optional<EmittedModel> readWrapperModel(llvm::StringRef Text,
                                             llvm::StringRef Name);

/// \p E with the symbols that the wrapper computes replaced by what it computes
/// them from, down to sizes and items. Nothing if that would be very long.
std::optional<IndexExpr> inTermsOfSources(const IndexExpr &E,
                                          llvm::ArrayRef<SizeSymbol> Symbols);

} // namespace aoti_tidy

#endif
