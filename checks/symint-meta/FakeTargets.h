// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKETARGETS_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKETARGETS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// Where a target is in a pattern of targets: 'a' in '(a, b), c' is 0 of 0.
/// From the back, as -1, where a '*' stands in front of it.
struct TargetPlace {
  Node Holder; ///< of the pattern: assignment, for_statement, ...
  llvm::SmallVector<size_t, 2> Path;
  bool IsSplat = false; ///< the target is '*b'
  int64_t Index = 0;    ///< of the outermost pattern, negative from the back

  bool isLoop() const {
    return Holder.isAnyOf({"for_statement", "for_in_clause"});
  }
};

TargetPlace placeOf(Node Target);

/// What a loop over \p Over takes one by one for the target at \p Path:
/// 'x.shape' for 'a' of 'for i, (a, b) in enumerate(zip(x.shape, y.shape))'.
/// Null if it is not known.
Node iteratedAt(const File &F, Node Over, llvm::ArrayRef<size_t> Path);

} // namespace aoti_tidy::python

#endif
