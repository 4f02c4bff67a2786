// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SAFETY_EARLIERASSERTS_H
#define AOTI_TIDY_CHECKS_LIB_SAFETY_EARLIERASSERTS_H

#include "checks/lib/safety/IndexSafety.h"
#include <set>

namespace aoti_tidy {

/// What kernels have asserted of the elements of an input, for what reads the
/// same elements later: a kernel, or the wrapper that takes an item. Only of
/// inputs that the model never writes to.
class EarlierAsserts {
public:
  EarlierAsserts(const EmittedModel &Model, const SourceTerms &Sources);

  /// Adds the asserts of the kernel \p In that \p Call has run.
  void add(const KernelCall &Call, const Kernel &In, const CallTerms &Terms);

  bool empty() const { return Known.empty(); }
  /// What is known of \p Value, which was read from element \p At of the buffer
  /// \p Of.
  std::vector<IndexExpr> about(const IndexExpr &Value, unsigned Of,
                               const IndexExpr &At) const;

private:
  /// Holds for each element that a counter of a loop leads to.
  struct Assert {
    unsigned Memory; ///< the input, a buffer that is no view
    IndexExpr Element;
    std::vector<IndexExpr> When;
    IndexExpr Condition;
    Variable Value; ///< the element's, in the condition
  };

  unsigned memoryOf(unsigned Of) const;
  /// Whether the values in \p Of are those of an input, now and later.
  bool isConstant(unsigned Of) const;

  const EmittedModel &Model;
  const SourceTerms &Sources;
  std::set<unsigned> Written; ///< memories
  bool AnyIsWritten = false;  ///< which one is not known
  std::vector<Assert> Known;
};

/// The element of the buffer that a value was read from by \p Load: its index,
/// of each lane if it reads several.
IndexExpr elementOf(const Access &Load);
/// That the lane is one of those which \p Load reads.
IndexExpr readLanes(const Access &Load);

} // namespace aoti_tidy

#endif
