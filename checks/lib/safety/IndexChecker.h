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

/// What the questions about an access or an assert may take, in the prover's
/// steps.
inline constexpr uint64_t StepsOfAccess = uint64_t(1) << 26;

/// Goes through the accesses of a model's calls, for checkIndices().
class IndexChecker {
public:
  IndexChecker(const EmittedModel &Model, Prover &TheProver,
               const IndexSettings &Settings);

  IndexSafety run() {
    for (const KernelCall &Call : Model.Calls)
      check(Call);
    return std::move(Result);
  }

  /// Asks whether \p Asserted can fail in the kernel that \p Call calls. Sizes
  /// within the emitted bounds are tried first.
  AssertDecision decide(const KernelCall &Call, const Kernel &In,
                        const IndexAssert &Asserted);

  /// What the kernel of \p Call has, in terms of the model.
  const CallTerms &terms(const Kernel &In, const KernelCall &Call) const;
  const SourceTerms &sources() const { return Sources; }
  /// Of the model: what is done with the answers is work, too.
  Work &budget() { return TheProver.budget(); }

private:
  /// A size of an input that the wrapper reads.
  struct InputSize {
    std::string Name;
    unsigned Input, Dim;
    int64_t Lower, Upper; ///< as emitted
    /// It can be 0 or 1 although the compiler thought not.
    bool IsFree;

    IndexExpr symbol() const;
    int64_t lowest() const { return IsFree ? 0 : Lower; }
    /// At least as much as kernels usually need.
    int64_t ample() const;
  };
  using BoundOf = llvm::function_ref<int64_t(const InputSize &)>;

  // IndexSafety.cpp: what is asked of each access.
  void addSymbol(const SizeSymbol &S);
  void addBuffer(const Buffer &B);
  const Dimension *dimension(unsigned Input, unsigned Dim) const;

  void check(const KernelCall &Call);
  void check(const KernelCall &Call, const Kernel &In, const Access &What);
  /// The buffer, no view, that the item or the loaded value \p V is read from.
  std::optional<unsigned> memoryOf(const Variable &V, const Kernel &In,
                                   const KernelCall &Call) const;
  /// That the elements are there which the items in \p Question are read from.
  /// From an empty input, the wrapper reads what lies beside it.
  std::vector<IndexExpr> existing(llvm::ArrayRef<IndexExpr> Question) const;

  std::optional<IndexExpr> bind(const IndexExpr &E, const Kernel &In,
                                const KernelCall &Call) const {
    return terms(In, Call).of(E);
  }

  /// The facts, the bounds, and \p More. Of many inputs, those that have to do
  /// with \p More and \p Claim.
  std::vector<IndexExpr> assumptions(llvm::ArrayRef<IndexExpr> More,
                                     const IndexExpr &Claim) const;
  /// Adds what is known of a size of the inputs to \p To.
  void addBounds(const InputSize &Size, std::vector<IndexExpr> &To) const;
  /// The names of the variables that facts link to those of \p More.
  std::set<std::string> linkedTo(llvm::ArrayRef<IndexExpr> More) const;
  /// Says what the questions that follow are about, so that of many inputs the
  /// others are left aside.
  void concern(llvm::ArrayRef<IndexExpr> When, const IndexExpr &Claim);
  bool isConcerned(const InputSize &Size) const {
    return !Concerned || Concerned->contains(Size.Name);
  }
  /// What the wrapper has checked before the call.
  std::vector<IndexExpr> conditionsOf(const KernelCall &Call) const;

  Prover::Result ask(llvm::ArrayRef<IndexExpr> More, const IndexExpr &Claim);
  /// Whether it is an input alone that breaks the claim, whatever the kernel
  /// computes in ways that are not followed.
  bool shows(const Witness &Against, llvm::ArrayRef<IndexExpr> When,
             const IndexExpr &Claim) const;
  /// Whether a witness may choose \p V: a size of an input, or what an input
  /// holds. What the model computes itself may be bounded in ways that are not
  /// seen.
  bool isFree(const Kernel &In, const KernelCall &Call,
              const Variable &V) const;
  /// A size or an item of which the model computes what decides whether it
  /// comes to the call at all; nothing if the inputs choose it.
  std::optional<std::string> chosenByModel(const Kernel &In,
                                           const KernelCall &Call) const;

  // IndexCauses.cpp: why it fails.
  /// What is asked about an access, in terms of the wrapper's symbols.
  struct Question {
    std::vector<IndexExpr> When;
    /// Those of When that are not of types, or of what the kernel computes.
    size_t Observed;
    IndexExpr First, Count, Elements, Claim;

    llvm::ArrayRef<IndexExpr> observed() const {
      return llvm::ArrayRef(When).take_front(Observed);
    }
  };

  /// \p When with a lower bound for each size, by what \p Of says of it.
  std::vector<IndexExpr> bounded(llvm::ArrayRef<IndexExpr> When,
                                 BoundOf Of) const;
  /// The entries for an access that \p Any drives out of bounds.
  void explain(const UnsafeAccess &Any, const Question &Q);
  /// Adds an entry for each of the sizes that breaks the claim while \p Others
  /// bounds all the others, and says whether there was one.
  bool explainBySize(const UnsafeAccess &Any, const Question &Q,
                     UnsafeAccess::Cause Why, BoundOf Others);
  /// The smallest size with which the claim holds.
  std::optional<int64_t> needOf(const InputSize &Size, const Question &Q,
                                BoundOf Others);
  void add(UnsafeAccess U, const Question &Q);
  /// What the witness makes of the inputs' sizes.
  std::vector<std::vector<std::optional<int64_t>>>
  shapesOf(const Witness &Values) const;
  /// Adds an entry for each of the sizes that breaks a claim, which holds
  /// within the bounds, by leaving its own.
  void explainBeyondBounds(const UnsafeAccess &Any, const Question &Q);

  // Overflows.cpp
  /// The entry for an access that is out of bounds where integers of 64 bits
  /// wrap around; nothing if \p Q does not depend on such, or none is found.
  std::optional<UnsafeAccess> findOverflow(UnsafeAccess U, const Question &Q);

  // IndexAsserts.cpp
  /// Notes the sizes that make an assert fail on their own.
  void check(const KernelCall &Call, const Kernel &In, const IndexAssert &What);
  /// The same of an assert about an index that the model makes of sizes in some
  /// case, and that holds for no index at all if one of them is 0.
  void checkOfChosen(const KernelCall &Call, const Kernel &In,
                     const IndexAssert &What, const Question &Q);

  const EmittedModel &Model;
  Prover &TheProver;
  const IndexSettings Settings;
  const SourceTerms Sources;
  llvm::StringMap<const Kernel *> Kernels;
  llvm::StringMap<const SizeSymbol *> Symbols;
  llvm::StringSet<> InputNames;
  /// Buffers whose contents the kernels before have asserts about.
  std::set<unsigned> AssertedInputs;
  std::vector<IndexExpr> Facts; ///< besides the bounds of the sizes
  /// The facts about each variable, by its name.
  llvm::StringMap<std::vector<size_t>> FactsOf;
  std::vector<InputSize> Sizes;
  /// Nothing if all are.
  std::optional<std::set<std::string>> Concerned;
  /// Of the call that was asked for last.
  mutable const KernelCall *TermsOf = nullptr;
  mutable std::optional<CallTerms> Terms;
  /// What the questions at hand may take: of an access, say.
  Work *Part;
  IndexSafety Result;
  std::set<std::string> Said;
  /// The size whose bounds do not count at present.
  const InputSize *Unbounded = nullptr;
};

/// All that occur in \p Exprs.
std::set<Variable> variablesOf(llvm::ArrayRef<IndexExpr> Exprs);

} // namespace aoti_tidy

#endif
