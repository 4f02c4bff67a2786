// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asserts of kernels.
#include "checks/lib/kernels/KernelValue.h"
#include "checks/lib/safety/AccessText.h"
#include "checks/lib/safety/IndexChecker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;

bool hasContents(const IndexExpr &E) {
  return llvm::any_of(variablesOf(E), [](const Variable &V) {
    return V.Kind != VariableKind::Loop && V.Kind != VariableKind::Symbol;
  });
}

/// 'where(i >= 0, i, x.shape[0] - 1)': the model itself chooses a size.
bool choosesSizes(const IndexExpr &E) {
  const llvm::ArrayRef<IndexExpr> Of = E.operands();
  if (E.op() == Op::Select && hasContents(Of[1]) != hasContents(Of[2])) {
    const IndexExpr &Arm = hasContents(Of[1]) ? Of[2] : Of[1];
    if (llvm::any_of(variablesOf(Arm), [](const Variable &V) {
          return V.Kind == VariableKind::Symbol;
        }))
      return true;
  }
  return llvm::any_of(Of, choosesSizes);
}

/// What \p Before says of \p Used, as assert(in_ptr0[x0]) does of in_ptr0[x1].
IndexExpr saidOf(const Access &Used, const Access &Asked,
                 const IndexAssert &Before,
                 llvm::function_ref<bool(const Variable &)> IsOwn) {
  const IndexExpr Element =
      Used.Count == IndexExpr(1) ? Used.Index : Used.Index + lane();
  // The turn that comes to the same element.
  IndexExpr Rest = 0;
  const auto InTurn = [&](const Variable &V) -> std::optional<IndexExpr> {
    if (V.Kind == VariableKind::Loaded && V.Name == Asked.Becomes)
      return IndexExpr::variable({Used.Becomes, V.Kind});
    if (!IsOwn(V) && V != lane().variable())
      return std::nullopt;
    if (!IsOwn(V) || !contains(Asked.Index, IndexExpr::variable(V)))
      return 0;
    for (const Variable &Twin : variablesOf(Used.Index))
      if (inCode(Twin.Name) == inCode(V.Name))
        return IndexExpr::variable(Twin) + Rest;
    return Rest;
  };
  if (Asked.Index.substitute(InTurn) != Element)
    Rest = Element - Asked.Index.substitute(InTurn);
  if (Asked.Index.substitute(InTurn) != Element)
    return truth(false); // not followed
  IndexExpr Said = Before.Condition;
  for (const IndexExpr &E : Before.When)
    // Lanes fill the steps.
    if (E.op() != Op::Equal || E.operands()[0].op() != Op::FloorMod)
      Said = either(negation(E), Said);
  return Said.substitute(InTurn);
}

} // namespace

std::vector<IndexExpr> IndexChecker::assertedBefore(const Kernel &In,
                                                    const Access &What) const {
  const auto IsOwn = [Around = variablesOf(What.When)](const Variable &V) {
    return V.Kind == VariableKind::Loop && V != lane().variable() &&
           !Around.contains(V);
  };
  std::vector<IndexExpr> Result;
  const auto Has = [](const IndexExpr &E, const Access &A) {
    return contains(E, IndexExpr::variable({A.Becomes, VariableKind::Loaded}));
  };
  for (const Access &Used : In.Accesses) {
    if (!Has(What.Index, Used))
      continue;
    Part->spend(In.Asserts.size() * In.Accesses.size());
    for (const IndexAssert &Before : In.Asserts)
      if (!Part->isSpent() && Before.At.Line < What.At.Line &&
          llvm::any_of(variablesOf(Before.When), IsOwn))
        for (const Access &Asked : In.Accesses)
          if (Asked.Parameter == Used.Parameter && Has(Before.Condition, Asked))
            Result.push_back(saidOf(Used, Asked, Before, IsOwn));
  }
  return Result;
}

void IndexChecker::check(const KernelCall &Call, const Kernel &In,
                         const IndexAssert &What) {
  Question Q{conditionsOf(Call), 0, 0, 1, 0, 0};
  const auto Claim = bind(What.Condition, In, Call);
  Q.Observed = Q.When.size() + What.When.size();
  bind(What.When, In, Call, Q.When);
  if (!Claim || Q.When.size() != Q.Observed)
    return;
  Q.Claim = *Claim;
  concern(Q.When, Q.Claim);
  const std::set<Variable> InWhen = variablesOf(Q.When);
  if (llvm::any_of(InWhen,
                   [&](const Variable &V) { return !isFree(In, Call, V); }))
    return;
  if (hasContents(Q.Claim)) {
    // An index is checked by whoever chooses it: the model, if it is a size.
    if (choosesSizes(Q.Claim))
      for (const auto &[Input, Dim] : decide(Call, In, What).IfEmpty)
        Result.FailingAsserts.push_back({&Call, &In, &What, Input, Dim, 1});
    return;
  }
  for (const Variable &V : variablesOf(Q.Claim))
    if (V.Kind == VariableKind::Symbol && !isFree(In, Call, V))
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
  if (!Call.NotFollowed.empty())
    return Decision;
  const auto Claim = bind(Asserted.Condition, In, Call);
  if (!Claim)
    return Decision;
  std::vector<IndexExpr> When = conditionsOf(Call);
  bind(Asserted.When, In, Call, When);
  const size_t Observed = When.size();
  bind(In.Facts, In, Call, When);
  Work OfAssert(StepsOfAccess, &TheProver.budget());
  Part = &OfAssert;
  const auto Restore = llvm::scope_exit([this] { Part = &TheProver.budget(); });
  concern(When, *Claim);

  Prover::Result Answer = ask(
      bounded(When, [](const InputSize &Size) { return Size.Lower; }), *Claim);
  if (Answer.Is != Prover::Answer::Refuted)
    Answer = ask(When, *Claim);
  if (Answer.Is == Prover::Answer::Proved) {
    Decision.Is = Answer.Is;
    return Decision;
  }
  Decision.IsOverBudget = Answer.IsOverBudget;
  const auto Show = [&](const Witness &Values) {
    Decision.Is = Prover::Answer::Refuted;
    Decision.IsOverBudget = false;
    Decision.Values = Values;
    Decision.Shapes = shapesOf(Values);
  };
  const auto AreFree = [&](llvm::ArrayRef<IndexExpr> Exprs) {
    return llvm::all_of(variablesOf(Exprs),
                        [&](const Variable &V) { return isFree(In, Call, V); });
  };
  const llvm::ArrayRef<IndexExpr> Seen =
      llvm::ArrayRef(When).take_front(Observed);
  if (Answer.Is == Prover::Answer::Refuted && AreFree(*Claim) &&
      shows(Answer.Against, Seen, *Claim))
    Show(Answer.Against);

  // Lanes that are masked out never fail.
  std::vector<IndexExpr> Taking, Wanted;
  for (const IndexExpr &E :
       Claim->op() == Op::Or ? Claim->operands() : llvm::ArrayRef(*Claim))
    (E.op() == Op::Not ? Taking : Wanted)
        .push_back(E.op() == Op::Not ? E.operands()[0] : E);
  if (Wanted.size() != 1 || !AreFree(Seen) || !AreFree(Taking))
    return Decision;
  const std::set<Variable> Used = variablesOf(Wanted);
  for (const InputSize &Size : Sizes) {
    if (Size.lowest() != 0 || !Used.contains({Size.Name, VariableKind::Symbol}))
      continue;
    std::vector<IndexExpr> Empty(When);
    llvm::append_range(Empty, Taking);
    Empty.push_back(equal(Size.symbol(), 0));
    if (ask(Empty, negation(Wanted.front())).Is != Prover::Answer::Proved)
      continue;
    const Prover::Result Reached = ask(Empty, negation(IndexExpr::always()));
    if (Reached.Is != Prover::Answer::Refuted)
      continue;
    Decision.IfEmpty.emplace_back(Size.Input, Size.Dim);
    if (Decision.Is != Prover::Answer::Refuted)
      Show(Reached.Against);
  }
  return Decision;
}

std::vector<DivisionByZero> IndexChecker::divisions() {
  std::vector<DivisionByZero> Result;
  for (const KernelCall &Call : Model.Calls)
    for (const Kernel &In : Model.Kernels) {
      if (In.Name != Call.Kernel || !Call.NotFollowed.empty())
        continue;
      for (const IndexAssert &What : In.Divisions) {
        // "!(divisor == 0)"
        if (What.Condition.op() != Op::Not ||
            What.Condition.operands()[0].op() != Op::Equal)
          continue;
        const auto Divisor =
            bind(What.Condition.operands()[0].operands()[0], In, Call);
        if (!Divisor || llvm::any_of(variablesOf(*Divisor), [](auto &V) {
              return V.Kind != VariableKind::Symbol;
            }))
          continue;
        AssertDecision Decided = decide(Call, In, What);
        if (Decided.Is != Prover::Answer::Proved)
          Result.push_back({&Call, &In, &What, *Divisor,
                            Decided.Is == Prover::Answer::Refuted,
                            std::move(Decided.Shapes)});
      }
    }
  return Result;
}

void IndexChecker::noteDivisions() {
  Result.Divisions = divisions();
  for (const DivisionByZero &D : Result.Divisions)
    for (SafeRange &R : Result.Ranges)
      if (D.IsCertain && R.From < 1 && D.Divisor.op() == Op::Variable &&
          D.Divisor.variable().Name == R.Symbol) {
        R.From = 1;
        R.Divides = D.What;
      }
}

} // namespace aoti_tidy
