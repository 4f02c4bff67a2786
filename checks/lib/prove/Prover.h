// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PROVE_PROVER_H
#define AOTI_TIDY_CHECKS_LIB_PROVE_PROVER_H

#include "checks/lib/prove/IndexExpr.h"

namespace aoti_tidy {

/// Values of the variables under which a claim does not hold.
using Witness = std::map<Variable, int64_t>;

/// Whether \p W refutes \p Claim under \p When whatever the variables of Kind
/// Computed are. A witness that needs one of them shows nothing.
bool refutesWithoutComputed(Witness W, llvm::ArrayRef<IndexExpr> When,
                            const IndexExpr &Claim);

/// Tells whether a claim about a kernel's integers holds whenever its
/// assumptions do. Deterministic: the same question has the same answer on
/// every machine and in every order.
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
    /// If refuted: as small as it was found, sizes first. Evaluates the
    /// assumptions to true and the claim to false, which was checked.
    Witness Against;
  };
  struct Statistics {
    unsigned Queries = 0, Cached = 0;
  };

  /// Whether \p Assumptions, all of them, imply \p Claim.
  Result prove(llvm::ArrayRef<IndexExpr> Assumptions, const IndexExpr &Claim);

  const Statistics &statistics() const { return Stats; }

private:
  Result decide(llvm::ArrayRef<IndexExpr> Assumptions, const IndexExpr &Claim);

  Statistics Stats;
  std::map<std::string, Result> Cache;
};

} // namespace aoti_tidy

#endif
