// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_LOOPTARGETS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_LOOPTARGETS_H

#include "checks/lib/script/File.h"
#include <optional>

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

/// The list whose elements a loop over \p Over gives one by one to the target
/// at \p Path: 'x.shape' for 'a' of 'for i, (a, b) in enumerate(zip(x.shape,
/// y.shape))'. Null if unknown.
Node iteratedAt(const File &F, Node Over, llvm::ArrayRef<size_t> Path);

/// The values of the loop variable \p Name, turn by turn: 'for name in ("a",
/// "b")', 'for name, fn in zip(NAMES, FAKES)', 'for i, (name, fn) in
/// enumerate(fakes.items())'. Nullopt if it is no loop variable, or not all
/// values are in sight.
std::optional<llvm::SmallVector<Node, 4>> turnsOf(const File &F, Node Name);

} // namespace aoti_tidy::python

#endif
