// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERMODEL_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERMODEL_H

#include "checks/lib/emitted/KernelModel.h"
#include "llvm/ADT/StringMap.h"

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

/// Puts expressions of a wrapper in terms of what the sizes in them are computed
/// from: sizes of inputs, and items.
class SourceTerms {
public:
  /// \p Symbols, of which each is computed from earlier ones, must outlive this.
  explicit SourceTerms(llvm::ArrayRef<SizeSymbol> Symbols);

  IndexExpr of(const IndexExpr &E) const;

private:
  std::optional<size_t> computed(llvm::StringRef Name) const;

  llvm::ArrayRef<SizeSymbol> Symbols;
  llvm::StringMap<size_t> ByName; ///< of those that are computed
  mutable std::map<size_t, IndexExpr> Known;
};

} // namespace aoti_tidy

#endif
