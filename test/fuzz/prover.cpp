// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Questions as kernels ask them, made of the input's bytes; what the prover
// answers must not contradict Z3.
#include "checks/lib/prove/Prover.h"
#include "checks/lib/prove/Algebra.h"
#include "test/fuzz/Fuzz.h"
#include "test/unit/RandomQuestions.h"
#include "test/unit/Solver.h"

using namespace aoti_tidy;

void aoti_tidy::fuzzProver(llvm::StringRef Text) {
  size_t Read = 0;
  RandomQuestions Questions([&]() -> uint32_t {
    return Read < Text.size() ? static_cast<unsigned char>(Text[Read++]) : 0;
  });
  static Solver Z3;
  Prover Ask;
  for (unsigned Count = 0; Count < 8 && Read < Text.size(); ++Count) {
    const RandomQuestion Q = Questions.ofKernel();
    const auto Answer = Ask.prove(Q.Assumptions, Q.Claim);
    std::vector<IndexExpr> Against = Q.Assumptions;
    Against.push_back(negation(Q.Claim));
    if (Answer.Is == Prover::Answer::Refuted) {
      // The witness is one.
      for (const auto &[V, Is] : Answer.Against)
        Against.push_back(equal(IndexExpr::variable(V), Is));
      promise(!Z3.solve(Against, /*Effort=*/20'000).IsContradiction);
    } else if (Answer.Is == Prover::Answer::Proved) {
      const Solution Found = Z3.solve(Against, /*Effort=*/2'000);
      const auto Of = [&](const IndexExpr &E) {
        return E.evaluate([&](const Variable &V) -> std::optional<int64_t> {
          const auto Is = Found.Model->find(V);
          return Is == Found.Model->end() ? 0 : Is->second;
        });
      };
      // Where Z3 divides by zero as it likes, there is no counterexample.
      promise(!Found.Model || Of(Q.Claim) == 1 ||
              llvm::any_of(Q.Assumptions,
                           [&](const IndexExpr &A) { return Of(A) != 1; }));
    }
  }
}
