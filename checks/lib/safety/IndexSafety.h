// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SAFETY_INDEXSAFETY_H
#define AOTI_TIDY_CHECKS_LIB_SAFETY_INDEXSAFETY_H

#include "checks/lib/emitted/WrapperModel.h"
#include "checks/lib/prove/Prover.h"

namespace aoti_tidy {

/// An access of a kernel that some input drives out of its memory, with that
/// input: an entry for each size that does so alone.
struct UnsafeAccess {
  // Into the model.
  const KernelCall *Call;
  const Kernel *In;
  const Access *What;
  const Buffer *Memory;

  /// What the input is: a size for each input's dimension (nothing where the
  /// model's code does not say), and the address that it leads to.
  std::vector<std::vector<std::optional<int64_t>>> Shapes = {};
  int64_t First = 0, Count = 0; ///< elements from the start of Memory
  int64_t Elements = 0;         ///< that Memory has

  enum class Cause {
    Size,     ///< a size of 0 or 1 that the compiler took for impossible
    Contents, ///< an index among the model's inputs
    Always,   ///< sizes that the emitted checks allow
    Bounds,   ///< a size outside of what the emitted checks allow; on request
  } Why = Cause::Always;
  /// Of Size and Bounds, and of Always if SafeFrom is set: the input's
  /// dimension.
  unsigned Input = 0, Dim = 0;
  /// With that many or more there the access is safe, whatever the other sizes
  /// within their bounds are; if that is known.
  std::optional<int64_t> SafeFrom = {};
  /// Of Contents: the value that is read as an index or an offset, where from.
  std::string Index = {}; ///< "tmp0", "u0"
  int64_t IndexValue = 0;

  Witness Values = {}; ///< of the wrapper's symbols and the kernel's variables
};

/// What was found out about one access of one call.
struct AccessDecision {
  enum class Verdict {
    Proved,  ///< in bounds for every input with which the run comes to it
    Refuted, ///< some input drives it out of bounds
    Unknown,
  };

  // Into the model.
  const KernelCall *Call;
  const Kernel *In;
  const Access *What;

  Verdict Is = Verdict::Unknown;
  /// Of Refuted: the first of its entries in IndexSafety::Unsafe.
  size_t Unsafe = 0;
  /// Of Unknown: a clause for the user, "how large 'buf2' is is not known".
  std::string Why = {};
  /// Of Unknown: it takes more work than is done for it.
  bool IsOverBudget = false;
};

/// An assert in a kernel that fails if a dimension of an input is small, and
/// whatever an index is, does not otherwise.
struct FailingAssert {
  // Into the model.
  const KernelCall *Call;
  const Kernel *In;
  const IndexAssert *What;

  unsigned Input, Dim;
  /// With fewer it does not hold; with that many or more it does, unless it is
  /// about an index from elsewhere.
  int64_t SafeFrom;
};

struct IndexSafety {
  std::vector<UnsafeAccess> Unsafe; ///< in the order of the calls
  /// One for each access of each call whose kernel is at hand, in that order,
  /// up to MaxDecisions: for the accesses of calls after that, there is none.
  static constexpr size_t MaxDecisions = 200'000;
  std::vector<AccessDecision> Decisions;
  std::vector<FailingAssert> FailingAsserts;
  /// Accesses of all calls: an access that two calls reach counts twice.
  unsigned Accesses = 0, Proved = 0, Refuted = 0, Unknown = 0;
  unsigned OverBudget = 0; ///< of Unknown
  /// Kernels that are called and whose source is not at hand.
  std::vector<std::string> MissingKernels;
  /// What is not followed, at its place, each once.
  std::vector<Kernel::Unmodelled> NotModelled;
};

/// Why an access or an assert is not decided, a clause for the user.
inline constexpr const char *OverBudgetText =
    "it takes more work than the budget of an access, a kernel, a model or a "
    "package has";

struct IndexSettings {
  /// Looks for sizes that leave the emitted bounds, too.
  bool BeyondBounds = false;
};

/// Asks for each access of each call whether it stays in its memory for all
/// inputs that agree with each other: dimensions of the same symbol are equal,
/// constants, types and strides are as recorded. Sizes range over what the
/// emitted bounds allow, and over 0 and 1 where the bound is the compiler's own
/// 2, since nothing enforces it by default: a wrapper that always checks its
/// inputs does. What an input holds is arbitrary.
IndexSafety checkIndices(const EmittedModel &Model, Prover &Prover,
                         const IndexSettings &Settings = {});

/// Whether an assert of a kernel can fail, and an input that makes it.
struct AssertDecision {
  /// Refuted: it can. Proved: it cannot, for inputs as checkIndices() has them.
  Prover::Answer Is = Prover::Answer::Unknown;
  std::vector<std::vector<std::optional<int64_t>>> Shapes; ///< as above
  Witness Values;
  /// Of Refuted: (input, dimension) whose size of 0 makes it fail whatever the
  /// inputs hold.
  std::vector<std::pair<unsigned, unsigned>> IfEmpty;
  bool IsOverBudget = false; ///< of Unknown, as in AccessDecision
};

/// Puts expressions of a kernel's code in terms of the model's sizes and items,
/// for one call of it.
class CallTerms {
public:
  CallTerms(const Kernel &In, const KernelCall &Call, const SourceTerms &Model);

  /// Nothing if a parameter in it is not a size that is understood.
  std::optional<IndexExpr> of(const IndexExpr &E) const;

private:
  llvm::StringMap<std::optional<IndexExpr>> Sizes; ///< by parameter
};

} // namespace aoti_tidy

#endif
