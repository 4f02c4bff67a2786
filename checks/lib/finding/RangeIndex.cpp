// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/finding/RangeIndex.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {

bool RangeIndex::overlaps(TextRange R) {
  if (!Sorted) {
    llvm::sort(Ranges, [](TextRange A, TextRange B) {
      return std::pair(A.Begin, A.End) < std::pair(B.Begin, B.End);
    });
    Reach.clear();
    unsigned Furthest = 0;
    for (const TextRange Range : Ranges)
      Reach.push_back(Furthest = std::max(Furthest, Range.End));
    Sorted = true;
  }
  // One of those that begin before its end reaches beyond its begin.
  const auto Behind = llvm::partition_point(
      Ranges, [&](TextRange A) { return A.Begin < R.End; });
  return Behind != Ranges.begin() &&
         Reach[Behind - Ranges.begin() - 1] > R.Begin;
}

} // namespace aoti_tidy
