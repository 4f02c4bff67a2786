// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/prove/Algebra.h"
#include "checks/lib/prove/Prover.h"
#include "checks/lib/prove/Solver.h"
#include "gtest/gtest.h"
#include <random>

using namespace aoti_tidy;
using Op = IndexExpr::Op;

namespace {

const Variable Variables[] = {{"n", VariableKind::Symbol},
                              {"m", VariableKind::Symbol},
                              {"x", VariableKind::Loop}};

/// Questions of a few operations, of all kinds.
class Questions {
public:
  explicit Questions(unsigned Seed) : Random(Seed) {}

  // Not a distribution: those differ between standard libraries.
  int below(int N) { return int(Random() % unsigned(N)); }

  IndexExpr integer(int Depth) {
    if (Depth == 0 || below(5) == 0)
      return below(3) == 0 ? IndexExpr(below(7) - 2)
                           : IndexExpr::variable(Variables[below(3)]);
    const auto A = [&] { return integer(Depth - 1); };
    switch (below(12)) {
    case 0:
    case 1:
    case 2:
      return A() + A();
    case 3:
      return A() - A();
    case 4:
    case 5:
      return A() * A();
    case 6:
      return IndexExpr::make(below(2) ? Op::Min : Op::Max, {A(), A()});
    case 7:
      return IndexExpr::make(Op::Abs, {A()});
    case 8:
      return IndexExpr::make(Op::Select, {condition(Depth - 1), A(), A()});
    default: {
      const Op Divisions[] = {Op::FloorDiv, Op::TruncDiv, Op::FloorMod,
                              Op::TruncMod};
      return IndexExpr::make(Divisions[below(4)],
                             {A(), below(2) ? divisor() : A()});
    }
    }
  }

  IndexExpr divisor() { return (below(4) + 1) * (below(3) == 0 ? -1 : 1); }

  IndexExpr condition(int Depth) {
    const auto C = [&] { return condition(Depth - 1); };
    switch (Depth == 0 ? 0 : below(8)) {
    case 0:
    case 1:
    case 2:
      return less(integer(Depth), integer(Depth));
    case 3:
    case 4:
      return lessEqual(integer(Depth), integer(Depth));
    case 5:
      return equal(integer(Depth), integer(Depth));
    case 6:
      return below(2) ? both(C(), C()) : either(C(), C());
    default:
      return negation(C());
    }
  }

private:
  std::mt19937 Random;
};

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

std::string text(llvm::ArrayRef<IndexExpr> Assumptions,
                 const IndexExpr &Claim) {
  std::string Text;
  for (const IndexExpr &A : Assumptions)
    Text += A.str() + "; ";
  return Text + " => " + Claim.str();
}

} // namespace

/// With bounded variables every answer can be looked up.
TEST(ProverRandom, Bounded) {
  Questions Q(1);
  Prover Ask(/*Effort=*/20'000);
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
    case Prover::Answer::Proved:
      ++Decided;
      EXPECT_FALSE(Truth.HasWitness || Truth.HasUndefined)
          << text(Assumptions, Claim);
      break;
    case Prover::Answer::Refuted:
      ++Decided;
      EXPECT_TRUE(Truth.HasWitness) << text(Assumptions, Claim);
      break;
    case Prover::Answer::Unknown:
      // What is neither true nor false is not decided.
      Unknown += Truth.HasWitness || !Truth.HasUndefined;
      break;
    }
  }
  EXPECT_LE(Unknown, 8u) << "of " << Decided;
}

/// What algebra proves of unbounded variables has no small counterexample.
TEST(ProverRandom, Unbounded) {
  Questions Q(2);
  unsigned Proved = 0;
  for (unsigned I = 0; I < 600; ++I) {
    std::vector<IndexExpr> Facts{Q.condition(2), Q.condition(1),
                                 Q.condition(1)};
    for (const Variable &V : Variables)
      if (Q.below(4) != 0)
        Facts.push_back(lessEqual(Q.below(3), IndexExpr::variable(V)));
    if (!isContradiction(Facts, /*MaxCases=*/20))
      continue;
    ++Proved;
    EXPECT_FALSE(
        tryAll(Facts, negation(IndexExpr::always()), -6, 10).HasWitness)
        << text(Facts, 0);
  }
  EXPECT_GE(Proved, 100u);
}

/// Z3 is asked what IndexExpr means.
TEST(ProverRandom, Solver) {
  Questions Q(3);
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
    const Solution Solved = solve(Facts, /*Effort=*/20'000);
    EXPECT_FALSE(Solved.IsContradiction && IsPossible) << text(Facts, Never);
    Contradictions += Solved.IsContradiction;
    Models += Solved.Model.has_value();
    for (const IndexExpr &F : Facts)
      if (Solved.Model)
        EXPECT_EQ(F.evaluate([&](const Variable &V) -> std::optional<int64_t> {
          const auto Is = Solved.Model->find(V);
          return Is == Solved.Model->end() ? 0 : Is->second;
        }),
                  1)
            << F.str();
  }
  EXPECT_GE(Contradictions, 20u);
  EXPECT_GE(Models, 60u);
}
