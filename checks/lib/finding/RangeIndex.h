// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_FINDING_RANGEINDEX_H
#define AOTI_TIDY_CHECKS_LIB_FINDING_RANGEINDEX_H

#include "checks/lib/finding/Finding.h"

namespace aoti_tidy {

/// Ranges of one text, of which it is asked whether one of them overlaps
/// another range. They may overlap each other.
class RangeIndex {
public:
  void add(TextRange R) {
    Sorted = false;
    Ranges.push_back(R);
  }
  bool overlaps(TextRange R);

private:
  std::vector<TextRange> Ranges;
  /// Where the furthest of the ranges up to each ends.
  std::vector<unsigned> Reach;
  bool Sorted = true;
};

} // namespace aoti_tidy

#endif
