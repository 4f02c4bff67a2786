// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKESYMBOLS_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKESYMBOLS_H

#include "checks/symint-meta/FakeValues.h"

namespace aoti_tidy::python {

/// A size that only the data decide, which no result of the fake has for a
/// dimension: export fails (PendingUnbackedSymbolNotFound).
struct LostSymbol {
  Node PartOfSize; ///< where it is only a part of a size; null if nowhere
  bool IsNewSize;  ///< of new_dynamic_size; else out of a tensor's data
};

/// \p Call as such a size: ctx.new_dynamic_size(), x.max().item(). Torch tells
/// a symbol's value by a dimension of a result that is the symbol, or a
/// multiple of it; 'n + 1' does not do. Nothing if something may come of it
/// that is not understood.
std::optional<LostSymbol> lostSymbol(const File &F, const FakeValues &V,
                                     Node Call);

} // namespace aoti_tidy::python

#endif
