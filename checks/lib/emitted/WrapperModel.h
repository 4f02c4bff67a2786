// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERMODEL_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERMODEL_H

#include "checks/lib/emitted/KernelModel.h"
#include "llvm/ADT/StringMap.h"

namespace aoti_tidy {

/// Reads what the null-terminated wrapper \p Text does with memory: the model
/// without kernels, and \p Name as its file 0. Nothing if it is no wrapper.
///
/// Inputs have the layout that the wrapper records; without one, their extent
/// is not known.
std::optional<EmittedModel> readWrapperModel(llvm::StringRef Text,
                                             llvm::StringRef Name);

/// Rewrites a wrapper's expressions in terms of sizes of inputs and items.
class SourceTerms {
public:
  /// Each of \p Symbols, which must outlive this, is computed from earlier
  /// ones.
  explicit SourceTerms(llvm::ArrayRef<SizeSymbol> Symbols);

  IndexExpr of(const IndexExpr &E) const;

private:
  std::optional<size_t> computed(llvm::StringRef Name) const;

  llvm::ArrayRef<SizeSymbol> Symbols;
  llvm::StringMap<size_t> ByName; ///< of those that are computed
  mutable std::map<size_t, IndexExpr> Known;
};

/// Rewrites a kernel's expressions in terms of the model's sizes and items, for
/// one call.
class CallTerms {
public:
  CallTerms(const Kernel &In, const KernelCall &Call, const SourceTerms &Model);

  /// Nothing if a parameter in it is not understood.
  std::optional<IndexExpr> of(const IndexExpr &E) const;

private:
  llvm::StringMap<std::optional<IndexExpr>> Sizes; ///< by parameter
};

} // namespace aoti_tidy

#endif
