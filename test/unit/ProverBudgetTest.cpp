// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What hostile code makes of expressions: the work for it is counted.
#include "checks/lib/prove/Prover.h"
#include "test/unit/ParseIndexExpr.h"
#include "gtest/gtest.h"
#include <fmt/format.h>

using namespace aoti_tidy;

namespace {

using Op = IndexExpr::Op;
using Answer = Prover::Answer;

IndexExpr variable(const char *Name, VariableKind Kind = VariableKind::Loop) {
  return IndexExpr::variable({Name, Kind});
}

/// \p Of repeated \p Times, from the inside out.
template <typename Next>
IndexExpr repeated(IndexExpr From, unsigned Times, Next Of) {
  for (unsigned I = 0; I < Times; ++I)
    From = Of(From, int64_t(I));
  return From;
}

struct Hostile {
  const char *Name;
  IndexExpr Index;
};

std::vector<Hostile> hostileShapes() {
  const IndexExpr X0 = variable("x0"), X1 = variable("x1");
  const IndexExpr N = variable("ks0", VariableKind::Symbol);
  const IndexExpr M = variable("ks1", VariableKind::Symbol);
  const IndexExpr Sum = X0 + X1 + N + M + 1;
  const auto Two = [](Op O, const IndexExpr &A, const IndexExpr &B) {
    return IndexExpr::make(O, {A, B});
  };
  return {
      {"minima of one",
       repeated(X0, 200, [&](auto &E, auto) { return Two(Op::Min, X1, E); })},
      {"minima",
       repeated(X0, 200,
                [&](auto &E, auto I) { return Two(Op::Min, X1 + I * N, E); })},
      {"minima and maxima", repeated(X0, 40,
                                     [&](auto &E, auto I) {
                                       return Two(Op::Max, X0 - I,
                                                  Two(Op::Min, X1 + I, E));
                                     })},
      {"quotients",
       repeated(X0, 30,
                [&](auto &E, auto) { return Two(Op::FloorDiv, E, N); })},
      {"rests",
       repeated(X0, 30,
                [&](auto &E, auto) { return Two(Op::TruncMod, E, N + 3); })},
      {"sum of quotients",
       repeated(X0, 60,
                [&](auto &E, auto I) {
                  return E + Two(Op::FloorDiv, X0 * (I % 2 ? N : M) + I, I + 2);
                })},
      {"choices", repeated(X0, 60,
                           [&](auto &E, auto I) {
                             return IndexExpr::make(Op::Select,
                                                    {less(I, X1), I, E});
                           })},
      {"choices of both", repeated(X0 + N, 60,
                                   [&](auto &E, auto I) {
                                     return IndexExpr::make(
                                         Op::Select,
                                         {less(I, E), E + 1, E - M});
                                   })},
      {"product of sums",
       repeated(Sum, 40, [&](auto &E, auto) { return E * Sum; })},
      {"power", repeated(X1, 200, [&](auto &E, auto) { return E * X1; })},
      {"squares", repeated(X0 + N, 30, [&](auto &E, auto) { return E * E; })},
      {"doubled", repeated(X0, 2000, [&](auto &E, auto) { return E + E; })},
      {"deep", repeated(X0, 100'000,
                        [&](auto &E, auto) {
                          return IndexExpr::make(Op::Abs, {E - N});
                        })},
  };
}

const char *const Assumptions = "0 <= x0 < ks0; 0 <= x1 < 8; 0 <= ks0 <= 100; "
                                "0 <= ks1 <= 100";

} // namespace

TEST(ProverBudget, HostileShapes) {
  for (const Hostile &H : hostileShapes()) {
    SCOPED_TRACE(H.Name);
    EXPECT_LE(H.Index.size(), IndexExpr::MaxSize);
    Prover Ask;
    const IndexExpr N = variable("ks0", VariableKind::Symbol);
    const IndexExpr Claim = both(lessEqual(0, H.Index), less(H.Index, 8 * N));
    const auto Result = Ask.prove(parseIndexExprs(Assumptions), Claim);
    // What a step before the last may take comes on top.
    const Prover::Limits Most;
    EXPECT_LE(Ask.statistics().MostSteps, Most.Question + Most.Question / 8);
    if (H.Index.isTooLarge())
      EXPECT_TRUE(Result.IsOverBudget);
    if (Result.IsOverBudget)
      EXPECT_EQ(int(Result.Is), int(Answer::Unknown));
  }
}

TEST(ProverBudget, QuestionsThatAreLargeStopEarly) {
  // No part of the work goes uncounted: with little of it, all stop soon.
  Prover::Limits Few;
  Few.Question = 1 << 14;
  for (const Hostile &H : hostileShapes()) {
    SCOPED_TRACE(H.Name);
    if (H.Index.isTooLarge())
      continue;
    Prover Ask(Few);
    const auto Result =
        Ask.prove(parseIndexExprs(Assumptions), less(H.Index, 50));
    EXPECT_LE(Ask.statistics().MostSteps, uint64_t(1) << 18);
    if (Result.Is == Answer::Unknown)
      EXPECT_TRUE(Result.IsOverBudget);
  }
}

TEST(ProverBudget, ManyInputs) {
  // Of 5,000 sizes, all that a model has.
  std::vector<IndexExpr> Sizes;
  for (unsigned I = 0; I < 5000; ++I) {
    const IndexExpr S =
        IndexExpr::variable({fmt::format("s{}", I), VariableKind::Symbol});
    Sizes.push_back(lessEqual(0, S));
    Sizes.push_back(lessEqual(S, 100));
  }
  const IndexExpr First = variable("s0", VariableKind::Symbol);
  Prover Ask;
  EXPECT_EQ(int(Ask.prove(Sizes, less(First, 101)).Is), int(Answer::Proved));
  Ask.prove(Sizes, less(First, 100));
  const Prover::Limits Most;
  EXPECT_LE(Ask.statistics().MostSteps, Most.Question + Most.Question / 8);
}

TEST(ProverBudget, OfAllQuestions) {
  Prover::Limits Few;
  Few.Model = 1000;
  Prover Ask(Few);
  const auto Assumed = parseIndexExprs(Assumptions);
  unsigned Decided = 0;
  for (int64_t I = 0; I < 200; ++I)
    Decided +=
        Ask.prove(Assumed, less(variable("x0"), 200 + I)).Is != Answer::Unknown;
  EXPECT_GT(Decided, 0u);
  const auto Last = Ask.prove(Assumed, less(variable("x0"), 1000));
  EXPECT_EQ(int(Last.Is), int(Answer::Unknown));
  EXPECT_TRUE(Last.IsOverBudget);
  // What is left to others is not what the answer of this one is.
  Prover Enough;
  Work Little(10, &Enough.budget());
  EXPECT_TRUE(
      Enough.prove(Assumed, less(variable("x0"), 500), Little).IsOverBudget);
  EXPECT_EQ(int(Enough.prove(Assumed, less(variable("x0"), 500)).Is),
            int(Answer::Proved));
}

TEST(ProverBudget, OfAllModelsOfAPackage) {
  const auto Assumed = parseIndexExprs(Assumptions);
  Work Package(1000);
  Prover First(&Package);
  EXPECT_EQ(int(First.prove(Assumed, less(variable("x0"), 500)).Is),
            int(Answer::Proved));
  const uint64_t OfFirst = Package.spent();
  EXPECT_GT(OfFirst, 0u);
  // The next model's questions are not the same ones.
  Prover Second(&Package);
  EXPECT_EQ(int(Second.prove(Assumed, less(variable("x0"), 500)).Is),
            int(Answer::Proved));
  EXPECT_EQ(Package.spent(), 2 * OfFirst);
  Package.spend(1000);
  const auto Late = Second.prove(Assumed, less(variable("x0"), 1000));
  EXPECT_EQ(int(Late.Is), int(Answer::Unknown));
  EXPECT_TRUE(Late.IsOverBudget);
}

TEST(ProverBudget, TooLargeIsNeitherTrueNorFalse) {
  const IndexExpr Large = repeated(variable("x0") + variable("x1"), 30,
                                   [](auto &E, auto) { return E * E; });
  ASSERT_TRUE(Large.isTooLarge());
  EXPECT_TRUE((Large + 1).isTooLarge());
  EXPECT_TRUE((0 * Large).isTooLarge());
  EXPECT_TRUE(equal(Large, Large).isTooLarge());
  EXPECT_TRUE(both(negation(IndexExpr::always()), Large).isTooLarge());
  EXPECT_FALSE(Large.isTotal());
  EXPECT_EQ(Large.evaluate([](const Variable &) { return std::optional(1); }),
            std::nullopt);
  EXPECT_EQ(Large.str(), "...");
  // As an assumption it says nothing, and what would contradict it is no
  // witness.
  Prover Ask;
  const IndexExpr X = variable("x0");
  EXPECT_EQ(int(Ask.prove({less(Large, 8), less(X, 4)}, less(X, 5)).Is),
            int(Answer::Proved));
  const auto Open = Ask.prove({less(Large, 8), less(X, 4)}, less(X, 3));
  EXPECT_EQ(int(Open.Is), int(Answer::Unknown));
  EXPECT_TRUE(Open.IsOverBudget);
}

TEST(ProverBudget, IntegersAmongConditions) {
  // "if (buf1_scalar)" of torch.cond.
  const IndexExpr Item = variable("u0", VariableKind::Item);
  Prover Ask;
  EXPECT_EQ(int(Ask.prove({Item}, negation(equal(Item, 0))).Is),
            int(Answer::Proved));
  EXPECT_EQ(int(Ask.prove({Item, lessEqual(0, Item)}, lessEqual(1, Item)).Is),
            int(Answer::Proved));
  const auto Refuted = Ask.prove({lessEqual(-1, Item)}, Item);
  ASSERT_EQ(int(Refuted.Is), int(Answer::Refuted));
  EXPECT_EQ(Refuted.Against.begin()->second, 0);
  EXPECT_EQ(int(Ask.prove({IndexExpr(1)}, IndexExpr(0)).Is),
            int(Answer::Refuted));
}
