// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_PROVE_PROVER_H
#define AOTI_TIDY_CHECKS_PROVE_PROVER_H

#include "checks/prove/IndexExpr.h"

namespace aoti_tidy {

/// Values of the variables under which a claim does not hold.
using Witness = std::map<Variable, int64_t>;

/// Tells whether a claim about a kernel's integers holds whenever its
/// assumptions do. Deterministic: the same question has the same answer on
/// every machine and in every order.
class Prover {
public:
  enum class Answer {
    Proved,
    Refuted, ///< there is a witness
    Unknown, ///< not decided within the limit
  };
  struct Result {
    Answer Is = Answer::Unknown;
    /// If refuted: as small as it was found, sizes first. Evaluates the
    /// assumptions to true and the claim to false, which was checked.
    Witness Against;
  };
  struct Statistics {
    unsigned Queries = 0, Cached = 0, BySolver = 0;
  };

  /// \p Effort bounds the work of one question, in the solver's own units.
  explicit Prover(unsigned Effort = 400'000);
  ~Prover();
  Prover(const Prover &) = delete;
  Prover &operator=(const Prover &) = delete;

  /// Whether \p Assumptions, all of them, imply \p Claim.
  Result prove(llvm::ArrayRef<IndexExpr> Assumptions, const IndexExpr &Claim);

  const Statistics &statistics() const { return Stats; }

private:
  struct Solver; // Z3's context
  std::unique_ptr<Solver> TheSolver;
  unsigned Effort;
  Statistics Stats;
  std::map<std::string, Result> Cache;
};

} // namespace aoti_tidy

#endif
