// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is asked of the asserts of kernels.
#include "checks/wrapper/IndexChecker.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {

void IndexChecker::check(const KernelCall &Call, const Kernel &In,
                         const IndexAssert &What) {
  Question Q{conditionsOf(Call), 0, 0, 1, 0, 0};
  const auto Claim = bind(What.Condition, In, Call);
  for (const IndexExpr &E : What.When) {
    const auto Bound = bind(E, In, Call);
    if (!Bound)
      return;
    Q.When.push_back(*Bound);
  }
  if (!Claim)
    return;
  Q.Claim = *Claim;
  Q.Observed = Q.When.size();
  // What it says of an index is for who chooses the index.
  for (const Variable &V : variablesOf(Q.Claim))
    if (V.Kind != VariableKind::Loop &&
        (V.Kind != VariableKind::Symbol || !isFree(In, Call, V)))
      return;
  const std::set<Variable> InWhen = variablesOf(Q.When);
  if (llvm::any_of(InWhen,
                   [&](const Variable &V) { return !isFree(In, Call, V); }))
    return;

  const auto Ample = [](const InputSize &Size) { return Size.ample(); };
  for (const InputSize &Size : Sizes) {
    const auto Alone = bounded(Q.When, [&](const InputSize &Other) {
      return &Other == &Size ? Size.lowest() : Other.ample();
    });
    const Prover::Result Answer = ask(Alone, Q.Claim);
    if (Answer.Is != Prover::Answer::Refuted ||
        !shows(Answer.Against, Q.observed(), Q.Claim))
      continue;
    if (const auto Need = needOf(Size, Q, Ample))
      Result.FailingAsserts.push_back(
          {&Call, &In, &What, Size.Input, Size.Dim, *Need});
  }
}

AssertDecision IndexChecker::decide(const KernelCall &Call, const Kernel &In,
                                    const IndexAssert &Asserted) {
  AssertDecision Decision;
  const auto Claim = bind(Asserted.Condition, In, Call);
  if (!Claim)
    return Decision;
  std::vector<IndexExpr> When = conditionsOf(Call);
  const auto Add = [&](llvm::ArrayRef<IndexExpr> Conditions) {
    for (const IndexExpr &E : Conditions)
      if (auto Bound = bind(E, In, Call))
        When.push_back(std::move(*Bound));
  };
  Add(Asserted.When);
  const size_t Observed = When.size();
  Add(In.Facts);

  Prover::Result Answer =
      ask(bounded(When, [](const InputSize &Size) { return Size.Lower; }),
          *Claim);
  if (Answer.Is != Prover::Answer::Refuted)
    Answer = ask(When, *Claim);
  if (Answer.Is == Prover::Answer::Proved)
    Decision.Is = Answer.Is;
  const std::set<Variable> Variables = variablesOf({*Claim});
  if (Answer.Is != Prover::Answer::Refuted ||
      llvm::any_of(Variables,
                   [&](const Variable &V) { return !isFree(In, Call, V); }) ||
      !shows(Answer.Against, llvm::ArrayRef(When).take_front(Observed), *Claim))
    return Decision;

  Decision.Is = Answer.Is;
  Decision.Values = Answer.Against;
  Decision.Shapes = shapesOf(Answer.Against);
  for (const InputSize &Size : Sizes) {
    if (!Size.IsFree || !Variables.contains({Size.Name, VariableKind::Symbol}))
      continue;
    std::vector<IndexExpr> Empty(When);
    Empty.push_back(equal(Size.symbol(), 0));
    if (ask(Empty, negation(*Claim)).Is == Prover::Answer::Proved &&
        ask(Empty, negation(IndexExpr::always())).Is != Prover::Answer::Proved)
      Decision.IfEmpty.emplace_back(Size.Input, Size.Dim);
  }
  return Decision;
}

AssertDecision checkAssert(const EmittedModel &Model, const KernelCall &Call,
                           const Kernel &In, const IndexAssert &Asserted,
                           Prover &Prover) {
  return IndexChecker(Model, Prover, {}).decide(Call, In, Asserted);
}

} // namespace aoti_tidy
