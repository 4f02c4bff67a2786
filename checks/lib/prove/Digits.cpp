// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/prove/Digits.h"
#include "checks/lib/prove/Polynomial.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;

/// What is made of a counter's digits from this weight, up to another.
struct Part {
  IndexExpr Whole;
  Polynomial From;
  std::optional<Polynomial> To;
};

/// 32*((31 + xnumel) / 32), of whole blocks.
bool isRounded(const IndexExpr &E) {
  return E.op() == Op::FloorDiv || E.op() == Op::TruncDiv ||
         llvm::any_of(E.operands(), isRounded);
}

class Counter {
public:
  Counter(const Variable &V, std::vector<IndexExpr> &Leaves, Work &Spent)
      : V(V), Leaves(Leaves), Spent(Spent) {}

  void collect(const IndexExpr &E);
  /// Whether all are parts of one view that has three dimensions or a size.
  bool orderWeights();
  bool split(std::vector<IndexExpr> &Facts, std::vector<IndexExpr> &Goals,
             llvm::function_ref<bool(const IndexExpr &)> Follows,
             IndexExpr &Sum);

private:
  Polynomial polynomial(const IndexExpr &E) { return toPolynomial(E, Leaves); }
  IndexExpr over(size_t Weight, size_t By) const {
    return expressionOf(*dividedExactly(Weights[Weight], Weights[By]), Leaves);
  }
  std::optional<Part> partOf(const IndexExpr &E);
  IndexExpr digit(size_t I) const {
    return IndexExpr::variable(
        {V.Name + " of " + std::to_string(I), VariableKind::Loop});
  }
  /// Of digits \p From to before \p To.
  IndexExpr sum(size_t From, size_t To) const;

  const Variable V;
  std::vector<IndexExpr> &Leaves;
  Work &Spent;
  std::vector<Part> Parts;
  std::vector<Polynomial> Weights{1}; ///< each divides the next
};

std::optional<Part> Counter::partOf(const IndexExpr &E) {
  if (E.op() == Op::Variable && E.variable() == V)
    return Part{E, 1, std::nullopt};
  const bool IsRest = E.op() == Op::FloorMod || E.op() == Op::TruncMod;
  if (!IsRest && E.op() != Op::FloorDiv && E.op() != Op::TruncDiv)
    return std::nullopt;
  std::optional<Part> Inner = partOf(E.operands()[0]);
  if (!Inner)
    return std::nullopt;
  Polynomial At = Inner->From * polynomial(E.operands()[1]);
  if (!At.isKnown() || At.terms().empty() ||
      (Inner->To && !dividedExactly(*Inner->To, At)))
    return std::nullopt;
  if (IsRest)
    return Part{E, Inner->From, std::move(At)};
  return Part{E, std::move(At), Inner->To};
}

void Counter::collect(const IndexExpr &E) {
  constexpr size_t MaxParts = 24;
  Spent.spend(4);
  if (E.op() >= Op::FloorDiv && E.op() <= Op::TruncMod &&
      Parts.size() < MaxParts &&
      llvm::none_of(Parts, [&](const Part &P) { return P.Whole == E; }))
    if (std::optional<Part> P = partOf(E))
      Parts.push_back(*std::move(P));
  for (const IndexExpr &O : E.operands())
    collect(O);
}

bool Counter::orderWeights() {
  const auto Add = [&](const Polynomial &W) {
    Spent.spend(16 * Weights.size() * W.terms().size());
    size_t At = 0;
    while (At < Weights.size() && dividedExactly(W, Weights[At]))
      ++At;
    if (At > 0 && Weights[At - 1] == W)
      return;
    for (size_t I = At; I < Weights.size(); ++I)
      if (!dividedExactly(Weights[I], W))
        return;
    Weights.insert(Weights.begin() + At, W);
  };
  for (const Part &P : Parts) {
    Add(P.From);
    if (P.To)
      Add(*P.To);
  }
  // Inner ones first: the outer ones are of them.
  llvm::sort(Parts, [](const Part &A, const Part &B) {
    return A.Whole.size() < B.Whole.size();
  });
  const size_t All = Parts.size();
  for (Part &P : std::exchange(Parts, {})) {
    const IndexExpr &Of = P.Whole.operands()[0];
    if (llvm::is_contained(Weights, P.From) &&
        (!P.To || llvm::is_contained(Weights, *P.To)) &&
        (Of.op() == Op::Variable ||
         llvm::any_of(Parts, [&](const Part &In) { return In.Whole == Of; })))
      Parts.push_back(std::move(P));
  }
  return All > 0 && Parts.size() == All &&
         (Weights.size() > 2 || !Weights.back().isConstant());
}

IndexExpr Counter::sum(size_t From, size_t To) const {
  IndexExpr Sum = 0;
  for (size_t I = From; I < To; ++I)
    Sum = Sum + over(I, From) * digit(I);
  return Sum;
}

bool Counter::split(std::vector<IndexExpr> &Facts,
                    std::vector<IndexExpr> &Goals,
                    llvm::function_ref<bool(const IndexExpr &)> Follows,
                    IndexExpr &Sum) {
  const IndexExpr Is = IndexExpr::variable(V);
  const size_t Last = Weights.size() - 1;
  if (!Follows(lessEqual(0, Is)))
    return false;
  std::vector<IndexExpr> Ranges;
  for (size_t I = 0; I <= Last; ++I) {
    Ranges.push_back(lessEqual(0, digit(I)));
    if (I == Last)
      break;
    const IndexExpr Size = over(I + 1, I);
    if (!(Size.op() == Op::Constant && Size.constant() > 0) &&
        !Follows(lessEqual(1, Size)))
      return false;
    Ranges.push_back(less(digit(I), Size));
  }
  Sum = sum(0, Last + 1);
  std::vector<std::pair<IndexExpr, IndexExpr>> By;
  for (const Part &P : llvm::reverse(Parts)) {
    const auto Index = [&](const Polynomial &W) -> size_t {
      return llvm::find(Weights, W) - Weights.begin();
    };
    By.emplace_back(P.Whole,
                    sum(Index(P.From), P.To ? Index(*P.To) : Last + 1));
  }
  By.emplace_back(Is, Sum);
  for (const Part &P : Parts)
    for (std::vector<IndexExpr> *All : {&Facts, &Goals})
      for (IndexExpr &E : *All)
        E = E.replace(equal(P.Whole.operands()[1], 0), truth(false));
  std::vector<IndexExpr> All;
  for (const IndexExpr &F : Facts)
    addConjuncts(F, All);
  Facts = std::move(All);
  // xindex < 6*ks0*ks1 is x2 < 6, and ends before the last block does.
  std::vector<IndexExpr> Ends;
  llvm::erase_if(Facts, [&](const IndexExpr &F) {
    if ((F.op() != Op::Less && F.op() != Op::LessEqual) ||
        !(F.operands()[0] == Is))
      return F == lessEqual(0, Is);
    const Polynomial Below =
        polynomial(F.operands()[1]) + (F.op() == Op::Less ? 0 : 1);
    const auto Size = dividedExactly(Below, Weights[Last]);
    if (Size)
      Ends.push_back(less(digit(Last), expressionOf(*Size, Leaves)));
    return Size.has_value();
  });
  if (!Ends.empty())
    llvm::erase_if(Facts, [&](const IndexExpr &F) {
      return F.op() == Op::Less && F.operands()[0] == Is &&
             isRounded(F.operands()[1]);
    });
  llvm::append_range(Ranges, Ends);
  for (std::vector<IndexExpr> *All : {&Facts, &Goals})
    for (IndexExpr &E : *All)
      for (const auto &[Whole, Digits] : By) {
        Spent.spend(E.size());
        E = E.replace(Whole, Digits);
      }
  llvm::append_range(Facts, Ranges);
  return true;
}

} // namespace

std::vector<Digits>
splitCounters(std::vector<IndexExpr> &Facts, std::vector<IndexExpr> &Goals,
              llvm::function_ref<bool(const IndexExpr &)> Follows,
              Work &Spent) {
  std::vector<Digits> Done;
  std::vector<IndexExpr> Leaves;
  for (const Variable &V : variablesOf(Goals)) {
    if (V.Kind != VariableKind::Loop)
      continue;
    Counter C(V, Leaves, Spent);
    for (const std::vector<IndexExpr> *All : {&Goals, &Facts})
      for (const IndexExpr &E : *All)
        C.collect(E);
    IndexExpr Sum = 0;
    if (C.orderWeights() && !Spent.isSpent() &&
        C.split(Facts, Goals, Follows, Sum))
      Done.push_back({V, Sum});
  }
  return Done;
}

} // namespace aoti_tidy
