// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PROVE_PROVER_H
#define AOTI_TIDY_CHECKS_LIB_PROVE_PROVER_H

#include "checks/lib/prove/IndexExpr.h"
#include "checks/lib/prove/Work.h"
#include <unordered_map>

namespace aoti_tidy {

/// Whether \p W refutes \p Claim whatever the Computed variables are: a witness
/// that needs one shows nothing.
bool refutesWithoutComputed(Witness W, llvm::ArrayRef<IndexExpr> When,
                            const IndexExpr &Claim);

/// Decides whether a claim about a kernel's integers follows from assumptions,
/// the same on every machine.
///
/// An assumption that divides by zero does not hold, so its divisors are not 0.
/// A claim that can divide by zero is Unknown: not proved, and not refuted by
/// that alone. Integers are unbounded, so a claim about a sum that overflows in
/// the kernel is about the sum that was meant.
class Prover {
public:
  enum class Answer {
    Proved,
    Refuted, ///< there is a witness
    Unknown, ///< not decided within the limit
  };
  struct Result {
    Answer Is = Answer::Unknown;
    bool IsOverBudget = false;
    /// For Refuted: small values, sizes first, for which the assumptions were
    /// evaluated to true and the claim to false.
    Witness Against;
  };
  struct Statistics {
    unsigned Queries = 0, Cached = 0;
    uint64_t MostSteps = 0; ///< of a question
  };

  /// Steps for a question, and for all questions about a model (some seconds).
  struct Limits {
    uint64_t Question = uint64_t(1) << 25;
    uint64_t Model = uint64_t(1) << 29;
  };
  /// As much as four models that each use up their limit.
  static constexpr uint64_t StepsOfPackage = uint64_t(1) << 31;

  Prover() : Prover(Limits()) {}
  /// \p Around: a package's budget, or null.
  explicit Prover(Work *Around) : Prover(Limits(), Around) {}
  explicit Prover(const Limits &Most, Work *Around = nullptr)
      : Most(Most), All(Most.Model, Around) {}

  /// An integer among \p Assumptions means "is not 0".
  Result prove(llvm::ArrayRef<IndexExpr> Assumptions, const IndexExpr &Claim) {
    return prove(Assumptions, Claim, All);
  }
  /// \p Part lies within budget().
  Result prove(llvm::ArrayRef<IndexExpr> Assumptions, const IndexExpr &Claim,
               Work &Part);

  const Statistics &statistics() const { return Stats; }
  Work &budget() { return All; }

private:
  Result decide(llvm::ArrayRef<IndexExpr> Assumptions, const IndexExpr &Claim,
                Work &Spent);

  const Limits Most;
  Work All;
  Statistics Stats;
  /// The assumptions and, last, the claim.
  using Question = std::vector<IndexExpr>;
  struct QuestionHash {
    size_t operator()(const Question &Q) const;
  };
  std::unordered_map<Question, Result, QuestionHash> Cache;
  size_t CacheSize = 0; ///< of the expressions
};

} // namespace aoti_tidy

#endif
