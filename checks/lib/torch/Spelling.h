// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_SPELLING_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_SPELLING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/edit_distance.h"
#include <algorithm>

namespace aoti_tidy {

/// Wrong letters in a name that may still be meant for another.
constexpr unsigned slipsAllowed(size_t Length) {
  return Length < 5 ? 0 : Length < 10 ? 1 : 2;
}

/// The only row of \p Table at most a slip or two from \p Name, case aside;
/// null if there is none, or several.
template <typename RowT, typename NameOfT>
const RowT *similarRow(llvm::StringRef Name, llvm::ArrayRef<RowT> Table,
                       NameOfT NameOf) {
  const std::string Lower = Name.lower();
  const RowT *Best = nullptr;
  bool IsOnly = true;
  unsigned Limit = slipsAllowed(Name.size());
  for (const RowT &Row : Table) {
    const std::string Other = llvm::StringRef(NameOf(Row)).lower();
    if (std::max(Other.size(), Lower.size()) -
            std::min(Other.size(), Lower.size()) >
        Limit)
      continue;
    const unsigned Distance = llvm::ComputeEditDistance(
        llvm::ArrayRef(Lower.data(), Lower.size()),
        llvm::ArrayRef(Other.data(), Other.size()), /*AllowReplacements=*/true,
        /*MaxEditDistance=*/Limit);
    if (Distance > Limit)
      continue;
    IsOnly = !Best || Distance < Limit;
    if (Distance < Limit || !Best)
      Best = &Row;
    Limit = Distance;
  }
  return IsOnly ? Best : nullptr;
}

} // namespace aoti_tidy

#endif
