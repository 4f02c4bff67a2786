// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SAFETY_INDEXCHECKER_H
#define AOTI_TIDY_CHECKS_LIB_SAFETY_INDEXCHECKER_H

#include "checks/lib/emitted/WrapperModel.h"
#include "checks/lib/safety/IndexSafety.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <set>

namespace aoti_tidy {

/// The prover's steps for the questions about one access or assert.
inline constexpr uint64_t StepsOfAccess = uint64_t(1) << 26;

class IndexChecker {
public:
  IndexChecker(const EmittedModel &Model, Prover &TheProver,
               bool WithRanges = false);

  IndexSafety run() {
    if (WithRanges)
      startRanges();
    for (const KernelCall &Call : Model.Calls) {
      check(Call);
      noteWrites(Call);
    }
    if (WithRanges)
      noteDivisions();
    return std::move(Result);
  }

  /// Whether \p Asserted can fail in \p Call. Sizes within the emitted bounds
  /// are tried first.
  AssertDecision decide(const KernelCall &Call, const Kernel &In,
                        const IndexAssert &Asserted);

  /// Divisions by sizes that can be 0; a divisor that depends on what tensors hold
  /// is left out.
  std::vector<DivisionByZero> divisions();

  const CallTerms &terms(const Kernel &In, const KernelCall &Call) const;
  const SourceTerms &sources() const { return Sources; }
  /// The work left for this model; work on the answers counts, too.
  Work &budget() { return TheProver.budget(); }

private:
  struct InputSize {
    std::string Name;
    unsigned Input, Dim;
    int64_t Lower, Upper; ///< as emitted
    /// Can be 0 or 1, which the compiler excluded.
    bool IsFree;

    IndexExpr symbol() const;
    int64_t lowest() const { return IsFree ? 0 : Lower; }
    /// As much as kernels usually need.
    int64_t ample() const;
  };
  using BoundOf = llvm::function_ref<int64_t(const InputSize &)>;

  // IndexChecker.cpp
  void addSymbol(const SizeSymbol &S);
  void addBuffer(const Buffer &B);

  void check(const KernelCall &Call);
  void noteDivisions();
  void check(const KernelCall &Call, const Kernel &In, const Access &What);
  void noteWrites(const KernelCall &Call);
  /// The buffer (no view) that \p V, an item or a loaded value, is read from.
  std::optional<unsigned> memoryOf(const Variable &V, const Kernel &In,
                                   const KernelCall &Call) const;
  /// The buffer that \p Memory is a view of, or itself.
  unsigned rootOf(unsigned Memory) const;
  /// What an operator says of the number \p V that \p Call reads from its
  /// result, if nothing wrote to it since.
  const ResultContents *resultIn(const Variable &V, const Kernel &In,
                                 const KernelCall &Call) const;
  /// Conditions that the items in \p Question exist: from an empty input, the
  /// wrapper reads what lies beside it.
  std::vector<IndexExpr> existing(llvm::ArrayRef<IndexExpr> Question) const;

  std::optional<IndexExpr> bind(const IndexExpr &E, const Kernel &In,
                                const KernelCall &Call) const {
    return terms(In, Call).of(E);
  }
  /// Adds those of \p Given that are followed.
  void bind(llvm::ArrayRef<IndexExpr> Given, const Kernel &In,
            const KernelCall &Call, std::vector<IndexExpr> &To) const {
    for (const IndexExpr &E : Given)
      if (auto Bound = bind(E, In, Call))
        To.push_back(*std::move(Bound));
  }

  /// Of many facts and sizes, leaves those that the next questions are about.
  void concern(llvm::ArrayRef<IndexExpr> When, const IndexExpr &Claim);
  /// Facts, bounds and \p More.
  std::vector<IndexExpr> assumptions(llvm::ArrayRef<IndexExpr> More) const;
  std::vector<IndexExpr> conditionsOf(const KernelCall &Call) const;

  Prover::Result ask(llvm::ArrayRef<IndexExpr> More, const IndexExpr &Claim);
  /// \p Fact, if it is about a value of the kernel's own among \p About,
  /// without those of its cases that \p When excludes.
  IndexExpr resolved(const IndexExpr &Fact, llvm::ArrayRef<IndexExpr> When,
                     const std::set<Variable> &About);
  /// Whether the input alone breaks the claim, whatever the values that are not
  /// followed.
  bool shows(const Witness &Against, llvm::ArrayRef<IndexExpr> When,
             const IndexExpr &Claim) const;
  /// Whether the input chooses \p V. The model's own values may be bounded in
  /// ways that are not seen.
  bool isFree(const Kernel &In, const KernelCall &Call,
              const Variable &V) const;
  /// A value that the model computes and on which the call depends; nothing if
  /// inputs choose.
  std::optional<std::string> chosenByModel(const Kernel &In,
                                           const KernelCall &Call) const;

  // IndexCauses.cpp
  struct Question {
    std::vector<IndexExpr> When;
    /// Without those about types and the kernel's own values.
    size_t Observed;
    IndexExpr First, Count, Elements, Claim;

    llvm::ArrayRef<IndexExpr> observed() const {
      return llvm::ArrayRef(When).take_front(Observed);
    }
  };

  /// An access of the call at hand that is still to be explained, or needs no
  /// explanation.
  struct RefutedAccess {
    size_t Decision;
    UnsafeAccess Any;
    Question Asked;
    bool IsExplained;
  };
  std::vector<RefutedAccess> Refuted;

  /// \p When with a lower bound \p Of for each size.
  std::vector<IndexExpr> bounded(llvm::ArrayRef<IndexExpr> When,
                                 BoundOf Of) const;
  void explain(const UnsafeAccess &Any, const Question &Q);
  /// Adds an entry for each size that breaks the claim while \p Others bounds
  /// the rest; whether there was one.
  bool explainBySize(const UnsafeAccess &Any, const Question &Q,
                     UnsafeAccess::Cause Why, BoundOf Others);
  std::optional<IndexExpr> needOfSizes(const Question &Q);
  std::optional<int64_t> needOf(const InputSize &Size, const Question &Q,
                                BoundOf Others);
  void add(UnsafeAccess U, const Question &Q);
  /// Sizes that need not be larger than their bound get that value.
  void shrink(UnsafeAccess &U, const Question &Q);
  /// With what its Values say of the question.
  UnsafeAccess evaluated(UnsafeAccess U, const Question &Q);
  std::vector<std::vector<std::optional<int64_t>>>
  shapesOf(const Witness &Values) const;

  // SafeRanges.cpp
  void startRanges();
  /// \p MayProve is false for an access that no size or number explains.
  void addRanges(const UnsafeAccess &Any, Question Q, bool MayProve = true);
  /// Adds to \p Q what contents must be, if they break the access however large
  /// the tensors are; whether that is enough.
  bool boundContents(const UnsafeAccess &Any, Question &Q);
  void addRange(const InputSize &Size, SafeRange &To, const UnsafeAccess &Any,
                const Question &Q, BoundOf Others);
  void addRelations(const UnsafeAccess &Any, const Question &Q);

  // Overflows.cpp: an entry for an access that is out of bounds where 64-bit
  // integers wrap around.
  std::optional<UnsafeAccess> findOverflow(UnsafeAccess U, const Question &Q);

  // IndexAsserts.cpp: records the sizes that alone make an assert fail.
  void check(const KernelCall &Call, const Kernel &In, const IndexAssert &What);
  /// What loops that are complete before \p What assert of its index; never true
  /// where that is not followed.
  std::vector<IndexExpr> assertedBefore(const Kernel &In,
                                        const Access &What) const;

  const EmittedModel &Model;
  Prover &TheProver;
  const bool WithRanges;
  const SourceTerms Sources;
  llvm::StringMap<const Kernel *> Kernels;
  llvm::StringMap<const SizeSymbol *> Symbols;
  llvm::StringSet<> InputNames;
  /// Buffers whose contents earlier kernels assert.
  std::set<unsigned> AssertedInputs;
  /// Buffers that earlier kernels write to.
  std::set<unsigned> Written;
  /// Besides the bounds of the sizes; those of the question at hand, and all.
  std::vector<IndexExpr> Facts, AllFacts;
  std::vector<InputSize> Sizes, AllSizes;
  mutable const KernelCall *TermsOf = nullptr;
  mutable std::optional<CallTerms> Terms;
  Work *Part;
  IndexSafety Result;
  std::set<std::string> Said;
  const InputSize *Unbounded = nullptr;
  bool AllUnbounded = false;
};

/// Decides for each access of each call whether it stays in its memory for all
/// consistent inputs: dimensions of one symbol are equal; constants, types and
/// strides are as recorded. Sizes have the emitted bounds, but may be 0 and 1
/// where the bound is the compiler's own 2, which nothing enforces unless the
/// wrapper always checks. Contents of inputs are arbitrary. \p WithRanges adds what
/// is proved of each size, of contents and relations.
IndexSafety checkIndices(const EmittedModel &Model, Prover &Prover,
                         bool WithRanges = false);

} // namespace aoti_tidy

#endif
