// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SAFETY_MODELPROOF_H
#define AOTI_TIDY_CHECKS_LIB_SAFETY_MODELPROOF_H

#include "checks/lib/safety/Trace.h"

namespace aoti_tidy {

/// From <= each number that a tensor holds < Below.
struct ContentRange {
  const Buffer *Of = nullptr;
  IndexExpr From, Below;
};

/// The condition of an assert, without the part about lanes in use.
const IndexExpr &demandOf(const IndexExpr &Condition);

/// The range that an assert allows for one value of an input; nullopt for other
/// asserts.
std::optional<ContentRange> rangeOf(const TracedCall &Call,
                                    const TracedAssert &A);

/// The conditions that a model's inputs must meet, each once. Points into the
/// model and a trace with ranges.
struct ModelProof {
  struct Size {
    const SafeRange *Range;
    const Dimension *Declared; ///< null if the code does not say it
    /// Inputs and their dimensions that have it.
    std::vector<std::pair<unsigned, unsigned>> Places;

    /// False for a size that the export made a number, though it has a name.
    bool isDynamic() const { return !Declared || !Declared->isConstant(); }
  };
  struct Contents {
    ContentRange Range;
    const IndexAssert *Stops = nullptr; ///< else it is out of bounds
    const UnsafeAccess *Otherwise = nullptr;
  };
  enum class Check { Never, OnRequest, Always };
  struct Relation {
    const SizeRelation *Of;
    Check Checked;
  };
  struct Assert {
    const TracedCall *In;
    const TracedAssert *Of;
  };

  std::vector<Size> Sizes;
  std::vector<Contents> Values;
  std::vector<Relation> Relations;
  /// Sizes that make an assert fail, whatever the inputs hold.
  std::vector<const FailingAssert *> Failing;
  std::vector<Assert> Asserts; ///< other ones that can fail
  unsigned OpenAsserts = 0;    ///< not decided whether they can
  /// By other numbers than a size alone, each divisor once.
  std::vector<const DivisionByZero *> Divisions;
  /// The wrapper's own checks; a run that fails one throws.
  std::vector<IndexExpr> Checks;
  /// Accesses that none of this keeps in their memory.
  std::vector<const UnsafeAccess *> Others;
};

ModelProof proofOf(const EmittedModel &Model, const Trace &Of);

} // namespace aoti_tidy

#endif
