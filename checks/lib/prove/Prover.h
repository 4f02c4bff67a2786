// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PROVE_PROVER_H
#define AOTI_TIDY_CHECKS_LIB_PROVE_PROVER_H

#include "checks/lib/prove/IndexExpr.h"
#include "checks/lib/prove/Work.h"
#include <unordered_map>

namespace aoti_tidy {

/// Values of the variables under which a claim does not hold.
using Witness = std::map<Variable, int64_t>;

/// Whether \p W refutes \p Claim under \p When whatever the variables of Kind
/// Computed are. A witness that needs one of them shows nothing.
bool refutesWithoutComputed(Witness W, llvm::ArrayRef<IndexExpr> When,
                            const IndexExpr &Claim);

/// Tells whether a claim about a kernel's integers holds whenever its
/// assumptions do. Deterministic: the same questions have the same answers on
/// every machine. Until the budget is spent, their order does not matter.
///
/// Holds means: evaluates to true. An assumption that divides by zero does not
/// hold, so it says that its divisors are not 0; a claim that can divide by
/// zero while the assumptions hold is not proved, but that alone does not
/// refute it: there the answer is Unknown. Integers are unbounded, so a claim
/// about a sum that overflows in the kernel is about the sum that was meant.
class Prover {
public:
  enum class Answer {
    Proved,
    Refuted, ///< there is a witness
    Unknown, ///< not decided within the limit
  };
  struct Result {
    Answer Is = Answer::Unknown;
    /// Of Unknown: more work might have decided it.
    bool IsOverBudget = false;
    /// If refuted: as small as it was found, sizes first. Evaluates the
    /// assumptions to true and the claim to false, which was checked.
    Witness Against;
  };
  struct Statistics {
    unsigned Queries = 0, Cached = 0;
    uint64_t MostSteps = 0; ///< of a question
  };

  /// What a question takes at most, and all questions about a model: the latter
  /// is some seconds.
  struct Limits {
    uint64_t Question = uint64_t(1) << 25;
    uint64_t Model = uint64_t(1) << 29;
  };
  /// What all models of a package may take: as much as four of which each takes
  /// all that it may.
  static constexpr uint64_t StepsOfPackage = uint64_t(1) << 31;

  Prover() : Prover(Limits()) {}
  /// \param Around What more than one prover may take, as of Work: null or
  /// that of a package, StepsOfPackage.
  explicit Prover(Work *Around) : Prover(Limits(), Around) {}
  explicit Prover(const Limits &Most, Work *Around = nullptr)
      : Most(Most), All(Most.Model, Around) {}

  /// Whether \p Assumptions, all of them, imply \p Claim. An integer among them
  /// means "is not 0".
  Result prove(llvm::ArrayRef<IndexExpr> Assumptions, const IndexExpr &Claim) {
    return prove(Assumptions, Claim, All);
  }
  /// The same, as a part of what \p Part may take: that is within budget().
  Result prove(llvm::ArrayRef<IndexExpr> Assumptions, const IndexExpr &Claim,
               Work &Part);

  const Statistics &statistics() const { return Stats; }
  /// Of all questions.
  Work &budget() { return All; }

private:
  Result decide(llvm::ArrayRef<IndexExpr> Assumptions, const IndexExpr &Claim,
                Work &Spent);

  const Limits Most;
  Work All;
  Statistics Stats;
  /// By the assumptions and, last, the claim.
  using Question = std::vector<IndexExpr>;
  struct QuestionHash {
    size_t operator()(const Question &Q) const;
  };
  std::unordered_map<Question, Result, QuestionHash> Cache;
  size_t CacheSize = 0; ///< of the expressions
};

} // namespace aoti_tidy

#endif
