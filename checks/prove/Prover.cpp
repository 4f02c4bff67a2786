// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/prove/Prover.h"
#include "checks/prove/Algebra.h"
#include "checks/prove/Search.h"
#include "checks/prove/Solver.h"
#include "llvm/ADT/STLExtras.h"

using llvm::ArrayRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;
using Conditions = std::vector<IndexExpr>;

void addConjuncts(const IndexExpr &C, Conditions &To) {
  if (C.op() == Op::And)
    for (const IndexExpr &O : C.operands())
      addConjuncts(O, To);
  else if (C.op() != Op::True && !llvm::is_contained(To, C))
    To.push_back(C);
}

/// \p Then is asked for only where \p If has that value.
IndexExpr where(const IndexExpr &If, bool Is, const IndexExpr &Then) {
  if (Then.op() == Op::True)
    return Then;
  return either(Is ? negation(If) : If, Then);
}

/// When \p E has a value: what divides in it is not 0, where that matters.
IndexExpr definedness(const IndexExpr &E) {
  IndexExpr Defined = IndexExpr::always();
  if (E.isTotal())
    return Defined;
  const ArrayRef<IndexExpr> Of = E.operands();
  switch (E.op()) {
  case Op::Select:
    return both(definedness(Of[0]),
                both(where(Of[0], true, definedness(Of[1])),
                     where(Of[0], false, definedness(Of[2]))));
  case Op::And:
  case Op::Or:
    // From the last: those before it decide whether it matters.
    for (const IndexExpr &O : llvm::reverse(Of))
      Defined = both(definedness(O), where(O, E.op() == Op::And, Defined));
    return Defined;
  default:
    break;
  }
  for (const IndexExpr &O : Of)
    Defined = both(Defined, definedness(O));
  const bool Divides = E.op() == Op::FloorDiv || E.op() == Op::TruncDiv ||
                       E.op() == Op::FloorMod || E.op() == Op::TruncMod;
  return Divides ? both(Defined, negation(equal(Of[1], 0))) : Defined;
}

/// Both texts and kinds: the same names may be of others in another kernel.
std::string textOf(ArrayRef<IndexExpr> Assumptions, const IndexExpr &Claim) {
  std::string Text;
  std::map<Variable, unsigned> Variables;
  const auto Add = [&](const IndexExpr &E) {
    Text += E.str() + ";";
    E.forEachVariable([&](const Variable &V) { Variables.try_emplace(V); });
  };
  llvm::for_each(Assumptions, Add);
  Add(Claim);
  for (const auto &[V, Ignored] : Variables)
    Text += V.Name + char('0' + unsigned(V.Kind));
  return Text;
}

bool isWitness(const Witness &W, ArrayRef<IndexExpr> Assumptions,
               const IndexExpr &Claim) {
  const auto Of = [&](const Variable &V) -> std::optional<int64_t> {
    const auto Is = W.find(V);
    return Is == W.end() ? std::nullopt : std::optional(Is->second);
  };
  return Claim.evaluate(Of) == 0 &&
         llvm::all_of(Assumptions, [&](const IndexExpr &A) {
           return A.evaluate(Of) == 1;
         });
}

} // namespace

Prover::Prover(unsigned Effort) : Effort(Effort) {}

Prover::Result Prover::prove(ArrayRef<IndexExpr> Assumptions,
                             const IndexExpr &Claim) {
  ++Stats.Queries;
  std::string Text = textOf(Assumptions, Claim);
  if (const auto Known = Cache.find(Text); Known != Cache.end()) {
    ++Stats.Cached;
    return Known->second;
  }
  return Cache.emplace(std::move(Text), decide(Assumptions, Claim))
      .first->second;
}

Prover::Result Prover::decide(ArrayRef<IndexExpr> Assumptions,
                              const IndexExpr &Claim) {
  // In what follows a division by zero may give anything: what these say
  // together does not depend on it.
  Conditions Facts, Goals;
  for (const IndexExpr &A : Assumptions) {
    addConjuncts(A, Facts);
    addConjuncts(definedness(A), Facts);
  }
  addConjuncts(definedness(Claim), Goals);
  addConjuncts(Claim, Goals);

  Conditions Open;
  for (const IndexExpr &Goal : Goals) {
    Conditions Against{negation(Goal)};
    llvm::append_range(Against, Facts);
    if (!isContradiction(Against))
      Open.push_back(Goal);
    // A goal means something where those before it hold.
    else if (Open.empty())
      Facts.push_back(Goal);
  }
  if (Open.empty()) {
    ++Stats.ByAlgebra;
    return {Answer::Proved, {}};
  }

  const auto Refuted = [&](const std::optional<Witness> &W) {
    return W && isWitness(*W, Assumptions, Claim);
  };
  for (const IndexExpr &Goal : Open) {
    const std::optional<Witness> Found = findWitness(Facts, Goal);
    if (!Refuted(Found))
      continue;
    ++Stats.BySearch;
    return {Answer::Refuted, *Found};
  }

  ++Stats.BySolver;
  bool IsOpen = false;
  for (const IndexExpr &Goal : Open) {
    Conditions Against = Facts;
    Against.push_back(negation(Goal));
    const Solution Solved = solve(Against, Effort);
    if (Refuted(Solved.Model))
      return {Answer::Refuted, *Solved.Model};
    IsOpen |= !Solved.IsContradiction;
    if (!IsOpen)
      Facts.push_back(Goal);
  }
  return {IsOpen ? Answer::Unknown : Answer::Proved, {}};
}

} // namespace aoti_tidy
