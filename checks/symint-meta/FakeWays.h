// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKEWAYS_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKEWAYS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// Where the ways through a function end.
class Ways {
public:
  explicit Ways(const File &) {}

  /// Where in \p Block the first statement ends behind which nothing of the
  /// function runs: 'return', 'raise', 'if' of which all branches do so. The
  /// end of the text if there is none.
  size_t endOf(Node Block);

  /// Whether \p To may run after \p From in the same call of their function.
  bool mayReach(Node From, Node To);

private:
  bool leaves(Node Statement, unsigned Depth);
  size_t endOf(Node Block, unsigned Depth);

  std::map<const void *, size_t> Ends; ///< by block
};

inline bool containsNode(Node Outer, Node Inner) {
  return Outer.begin() <= Inner.begin() && Inner.end() <= Outer.end();
}

} // namespace aoti_tidy::python

#endif
