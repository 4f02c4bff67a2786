// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/prove/Algebra.h"
#include "checks/lib/prove/Prover.h"
#include "test/unit/RandomQuestions.h"
#include "test/unit/Solver.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <ctime>
#include <fmt/format.h>

using namespace aoti_tidy;

namespace {

using Answer = Prover::Answer;
constexpr auto &Variables = RandomQuestions::Variables;

struct Outcome {
  bool HasWitness = false, HasUndefined = false;
};

/// Tries all values from \p Low to \p High.
Outcome tryAll(llvm::ArrayRef<IndexExpr> Assumptions, const IndexExpr &Claim,
               int Low, int High) {
  Outcome Seen;
  int64_t Values[3];
  const auto Of = [&](const Variable &V) -> std::optional<int64_t> {
    for (unsigned I = 0; I < 3; ++I)
      if (Variables[I] == V)
        return Values[I];
    return std::nullopt;
  };
  for (Values[0] = Low; Values[0] <= High; ++Values[0])
    for (Values[1] = Low; Values[1] <= High; ++Values[1])
      for (Values[2] = Low; Values[2] <= High; ++Values[2]) {
        bool Hold = true;
        for (const IndexExpr &A : Assumptions)
          Hold = Hold && A.evaluate(Of) == 1;
        if (!Hold)
          continue;
        const auto Value = Claim.evaluate(Of);
        Seen.HasWitness |= Value == 0;
        Seen.HasUndefined |= !Value;
      }
  return Seen;
}

/// Of a condition, with \p W: 1 or 0, or nothing if it has no value.
std::optional<int64_t> valueOf(const IndexExpr &Condition, const Witness &W) {
  return Condition.evaluate([&](const Variable &V) -> std::optional<int64_t> {
    const auto Is = W.find(V);
    return Is == W.end() ? 0 : Is->second;
  });
}

bool holdWith(llvm::ArrayRef<IndexExpr> Assumptions, const Witness &W) {
  return llvm::all_of(Assumptions,
                      [&](const IndexExpr &A) { return valueOf(A, W) == 1; });
}

std::string text(const Witness &W) {
  std::string Text;
  for (const auto &[V, Is] : W)
    Text += fmt::format("{} = {}; ", V.Name, Is);
  return Text;
}

/// From the environment, for longer runs.
unsigned setting(const char *Name, unsigned Default) {
  const char *Text = std::getenv(Name);
  return Text ? unsigned(std::strtoul(Text, nullptr, 10)) : Default;
}

/// What Z3 knows of a question: that it holds, or values that satisfy the
/// assumptions, where the claim does not hold or has no value.
Solution solved(Solver &Z3, const RandomQuestion &Q) {
  constexpr unsigned Effort = 1000;
  std::vector<IndexExpr> Against = Q.Assumptions;
  Against.push_back(negation(Q.Claim));
  Solution Found = Z3.solve(Against, Effort);
  if (Found.Model && (!holdWith(Q.Assumptions, *Found.Model) ||
                      valueOf(Q.Claim, *Found.Model) == 1))
    Found.Model.reset();
  return Found;
}

/// Whether Z3 agrees that the witness is one.
bool isSolution(Solver &Z3, const RandomQuestion &Q, const Witness &W) {
  std::vector<IndexExpr> Facts = Q.Assumptions;
  Facts.push_back(negation(Q.Claim));
  for (const auto &[V, Is] : W)
    Facts.push_back(equal(IndexExpr::variable(V), Is));
  return !Z3.solve(Facts, /*Effort=*/100'000).IsContradiction;
}

} // namespace

/// With bounded variables every answer can be looked up.
TEST(ProverRandom, Bounded) {
  RandomQuestions Q(1);
  Prover Ask;
  unsigned Unknown = 0, Decided = 0;
  for (unsigned I = 0; I < 250; ++I) {
    const int Low = -Q.below(4), High = 1 + Q.below(5);
    std::vector<IndexExpr> Assumptions;
    for (const Variable &V : Variables)
      Assumptions.push_back(both(lessEqual(Low, IndexExpr::variable(V)),
                                 lessEqual(IndexExpr::variable(V), High)));
    for (int N = Q.below(3); N > 0; --N)
      Assumptions.push_back(Q.condition(2));
    const IndexExpr Claim = Q.condition(2);
    const Outcome Truth = tryAll(Assumptions, Claim, Low, High);
    switch (Ask.prove(Assumptions, Claim).Is) {
    case Answer::Proved:
      ++Decided;
      EXPECT_FALSE(Truth.HasWitness || Truth.HasUndefined)
          << RandomQuestion{Assumptions, Claim}.str();
      break;
    case Answer::Refuted:
      ++Decided;
      EXPECT_TRUE(Truth.HasWitness) << RandomQuestion{Assumptions, Claim}.str();
      break;
    case Answer::Unknown:
      // What is neither true nor false is not decided.
      Unknown += Truth.HasWitness || !Truth.HasUndefined;
      break;
    }
  }
  EXPECT_LE(Unknown, 8u) << "of " << Decided;
}

/// What algebra proves of unbounded variables has no small counterexample.
TEST(ProverRandom, Unbounded) {
  RandomQuestions Q(2);
  unsigned Proved = 0;
  for (unsigned I = 0; I < 600; ++I) {
    std::vector<IndexExpr> Facts{Q.condition(2), Q.condition(1),
                                 Q.condition(1)};
    for (const Variable &V : Variables)
      if (Q.below(4) != 0)
        Facts.push_back(lessEqual(Q.below(3), IndexExpr::variable(V)));
    Work Spent(Prover::Limits().Question);
    if (!isContradiction(Facts, /*MaxCases=*/20, Spent))
      continue;
    ++Proved;
    EXPECT_FALSE(
        tryAll(Facts, negation(IndexExpr::always()), -6, 10).HasWitness)
        << RandomQuestion{Facts, 0}.str();
  }
  EXPECT_GE(Proved, 100u);
}

/// Z3 is asked what IndexExpr means.
TEST(ProverRandom, Solver) {
  RandomQuestions Q(3);
  Solver Z3;
  unsigned Contradictions = 0, Models = 0;
  for (unsigned I = 0; I < 300; ++I) {
    std::vector<IndexExpr> Facts{Q.condition(2), Q.condition(2)};
    // Of what has no value Z3 may say anything.
    if (!Facts[0].isTotal() || !Facts[1].isTotal())
      continue;
    for (const Variable &V : Variables)
      Facts.push_back(both(lessEqual(-4, IndexExpr::variable(V)),
                           lessEqual(IndexExpr::variable(V), 4)));
    const IndexExpr Never = negation(IndexExpr::always());
    const bool IsPossible = tryAll(Facts, Never, -4, 4).HasWitness;
    const Solution Solved = Z3.solve(Facts, /*Effort=*/20'000);
    EXPECT_FALSE(Solved.IsContradiction && IsPossible)
        << RandomQuestion{Facts, Never}.str();
    Contradictions += Solved.IsContradiction;
    Models += Solved.Model.has_value();
    for (const IndexExpr &F : Facts)
      if (Solved.Model)
        EXPECT_EQ(valueOf(F, *Solved.Model), 1) << F.str();
  }
  EXPECT_GE(Contradictions, 20u);
  EXPECT_GE(Models, 60u);
}

/// The shapes that kernels have: what the prover says of them is never what Z3
/// knows to be wrong. AOTI_TIDY_PROVER_QUESTIONS and AOTI_TIDY_PROVER_SEED ask
/// more of them, and others.
TEST(ProverRandom, AgainstSolver) {
  const unsigned Count = setting("AOTI_TIDY_PROVER_QUESTIONS", 20'000);
  const unsigned Seed = setting("AOTI_TIDY_PROVER_SEED", 4);
  std::clock_t InProver = 0, InSolver = 0;
  unsigned Seen[3] = {}, Confirmed = 0, Missed = 0;
  Solver Z3;
  RandomQuestions Questions(Seed);
  for (unsigned I = 0; I < Count; ++I) {
    const RandomQuestion Q = Questions.ofKernel();
    SCOPED_TRACE(Q.str());
    const auto Start = std::clock();
    const Prover::Result Own = Prover().prove(Q.Assumptions, Q.Claim);
    const auto Middle = std::clock();
    ++Seen[unsigned(Own.Is)];
    if (Own.Is == Answer::Refuted) {
      EXPECT_TRUE(holdWith(Q.Assumptions, Own.Against) &&
                  valueOf(Q.Claim, Own.Against) == 0);
      EXPECT_TRUE(isSolution(Z3, Q, Own.Against));
    } else {
      const Solution Found = solved(Z3, Q);
      const bool IsRefuted = Found.Model && valueOf(Q.Claim, *Found.Model) == 0;
      EXPECT_FALSE(Own.Is == Answer::Proved && Found.Model)
          << text(*Found.Model);
      Confirmed += Own.Is == Answer::Proved && Found.IsContradiction;
      Missed +=
          Own.Is == Answer::Unknown && (Found.IsContradiction || IsRefuted);
    }
    InProver += Middle - Start;
    InSolver += std::clock() - Middle;
  }
  const auto Seconds = [](std::clock_t T) {
    return double(T) / CLOCKS_PER_SEC;
  };
  fmt::print("{} questions, seed {}: {} proved ({} by Z3, too), {} refuted, {} "
             "undecided ({} not by Z3); {:.1f} s, and Z3 {:.1f} s\n",
             Count, Seed, Seen[unsigned(Answer::Proved)], Confirmed,
             Seen[unsigned(Answer::Refuted)], Seen[unsigned(Answer::Unknown)],
             Missed, Seconds(InProver), Seconds(InSolver));
  EXPECT_LE(Seen[unsigned(Answer::Unknown)], Count / 20);
  EXPECT_GE(Seen[unsigned(Answer::Proved)], Count / 4);
  EXPECT_GE(Seen[unsigned(Answer::Refuted)], Count / 4);
}
