// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SAFETY_INDEXSAFETY_H
#define AOTI_TIDY_CHECKS_LIB_SAFETY_INDEXSAFETY_H

#include "checks/lib/emitted/WrapperModel.h"
#include "checks/lib/prove/Prover.h"
#include <set>

namespace aoti_tidy {

/// A kernel's access that an input drives out of its memory; one entry per size
/// that does so alone.
struct UnsafeAccess {
  const KernelCall *Call;
  const Kernel *In;
  const Access *What;
  const Buffer *Memory;

  /// The inputs' sizes; nothing where the code does not record one.
  std::vector<std::vector<std::optional<int64_t>>> Shapes = {};
  int64_t First = 0, Count = 0; ///< elements from the start of Memory
  int64_t Elements = 0;         ///< that Memory has

  enum class Cause {
    Size,     ///< a size of 0 or 1 that the compiler took for impossible
    Contents, ///< an index among the model's inputs
    Always,   ///< sizes that the emitted checks allow
    Bounds, ///< a size outside of what the emitted checks allow; of ranges alone
  } Why = Cause::Always;
  /// Set for Size and Bounds, and for Always with SafeFrom.
  unsigned Input = 0, Dim = 0;
  /// The access is safe from this size on, whatever the other sizes within
  /// their bounds.
  std::optional<int64_t> SafeFrom = {};
  /// What several sizes together must fulfil: "2*s0 <= s1".
  std::optional<IndexExpr> Need = {};
  /// Set for Contents: the value that is read as an index or an offset.
  std::string Index = {}; ///< "tmp0", "u0"
  int64_t IndexValue = 0;

  Witness Values = {}; ///< of the wrapper's symbols and the kernel's variables
  /// Inputs with a size that must be another than the least one, or that says
  /// how large Memory is.
  std::set<unsigned> Needs = {};

  /// Its value is the cause.
  void blame(const Variable &V) {
    Why = Cause::Contents;
    Index = V.Name;
    if (const auto It = Values.find(V); It != Values.end())
      IndexValue = It->second;
  }
};

struct AccessDecision {
  enum class Verdict {
    Proved,  ///< in bounds for every input with which the run comes to it
    Refuted, ///< some input drives it out of bounds
    Unknown,
  };

  const KernelCall *Call;
  const Kernel *In;
  const Access *What;

  Verdict Is = Verdict::Unknown;
  /// Set for Refuted: its first entry in IndexSafety::Unsafe.
  size_t Unsafe = 0;
  /// Set for Unknown, a clause: "how large 'buf2' is is not known".
  std::string Why = {};
  bool IsOverBudget = false;
};

/// An assert that fails for small sizes of an input's dimension, and not for
/// others, whatever the index.
struct FailingAssert {
  const KernelCall *Call;
  const Kernel *In;
  const IndexAssert *What;

  unsigned Input, Dim;
  /// The assert holds from this size on, unless an index from elsewhere breaks
  /// it.
  int64_t SafeFrom;
};

/// The proof for one size of the inputs, with the others within their emitted
/// bounds.
struct SafeRange {
  std::string Symbol;
  unsigned Input, Dim;
  /// Inclusive; all accesses that are decided stay in their memory.
  int64_t From = 0, To = Dimension::Unbounded;
  /// An access that the next size breaks. Without one, beyond is not decided.
  std::optional<UnsafeAccess> Below = {}, Above = {};
  /// A division by the size, which 0 ends; From is then 1 at least.
  const IndexAssert *Divides = nullptr;
  /// Accesses of which no range is known, so that it is about the others.
  unsigned NotProved = 0;
};

/// An integer division in a kernel by 0, which some input leads to, or of which that
/// is not known.
struct DivisionByZero {
  const KernelCall *Call;
  const Kernel *In;
  const IndexAssert *What; ///< one of its Divisions
  IndexExpr Divisor;       ///< in terms of the model's sizes
  bool IsCertain;          ///< false: not decided
  /// The inputs' sizes that lead to it; nothing where the code does not record one.
  std::vector<std::vector<std::optional<int64_t>>> Shapes;
};

/// The numbers that a tensor may hold, by an access that nothing checks.
struct NeededContents {
  UnsafeAccess Otherwise;
  const Buffer *Of = nullptr; ///< that holds them; null if not known
  /// From <= number < Below; nothing if no range is known.
  std::optional<IndexExpr> From = {}, Below = {};
};

/// A dimension whose size the code takes from another one.
struct SizeRelation {
  unsigned Input, Dim;
  IndexExpr Equals;
  /// An access that breaks otherwise; nullopt if none was found.
  std::optional<UnsafeAccess> Otherwise = {};
};

struct IndexSafety {
  std::vector<UnsafeAccess> Unsafe; ///< in the order of the calls
  /// One per access of each call with a known kernel, in order, up to
  /// MaxDecisions.
  static constexpr size_t MaxDecisions = 200'000;
  std::vector<AccessDecision> Decisions;
  std::vector<FailingAssert> FailingAsserts;
  /// Per call: an access in a kernel that is called twice counts twice.
  unsigned Accesses = 0, Proved = 0, Refuted = 0, Unknown = 0;
  unsigned OverBudget = 0; ///< of Unknown
  std::vector<std::string> MissingKernels;
  std::vector<Kernel::Unmodelled> NotModelled;
  /// Filled on request; one per size.
  std::vector<SafeRange> Ranges;
  std::vector<NeededContents> Contents;
  std::vector<SizeRelation> Relations;
  std::vector<DivisionByZero> Divisions;
};

inline constexpr const char *OverBudgetText =
    "it takes more work than the budget of an access, a kernel, a model or a "
    "package has";

/// Whether a kernel's assert can fail, with an input that makes it.
struct AssertDecision {
  /// Refuted: it can. Proved: it cannot, as in checkIndices().
  Prover::Answer Is = Prover::Answer::Unknown;
  std::vector<std::vector<std::optional<int64_t>>> Shapes; ///< as above
  Witness Values;
  /// Set for Refuted: each (input, dimension) whose size 0 makes it fail with
  /// any contents.
  std::vector<std::pair<unsigned, unsigned>> IfEmpty;
  bool IsOverBudget = false; ///< of Unknown, as in AccessDecision
};

} // namespace aoti_tidy

#endif
