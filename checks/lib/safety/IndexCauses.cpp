// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/safety/AccessText.h"
#include "checks/lib/safety/IndexChecker.h"
#include "llvm/ADT/STLExtras.h"

using llvm::ArrayRef;

namespace aoti_tidy {
namespace {

constexpr int64_t LargestNeed = 8;

/// A size without a role.
constexpr int64_t AnySize = 2;

auto valuesOf(const Witness &Values) {
  return [&Values](const Variable &V) -> std::optional<int64_t> {
    if (V.Kind == VariableKind::Computed)
      return 0; // it plays no part in it; nor do gaps in a tensor's memory
    const auto It = Values.find(V);
    return It == Values.end() ? std::optional(AnySize) : It->second;
  };
}

/// The index to blame: with 0 in its place the access is in bounds; else the
/// first one.
std::optional<Variable> badIndex(const std::set<Variable> &All,
                                 const IndexExpr &Claim,
                                 const Witness &Values) {
  std::optional<Variable> First;
  for (const Variable &V : All) {
    if (V.Kind != VariableKind::Loaded && V.Kind != VariableKind::Item)
      continue;
    Witness Repaired = Values;
    Repaired[V] = 0;
    if (Claim.evaluate(valuesOf(Repaired)) == 1)
      return V;
    if (!First)
      First = V;
  }
  return First;
}

} // namespace

IndexExpr IndexChecker::InputSize::symbol() const {
  return IndexExpr::variable({Name, VariableKind::Symbol});
}

int64_t IndexChecker::InputSize::ample() const {
  return std::max(Lower, std::min(LargestNeed, Upper));
}

std::vector<IndexExpr> IndexChecker::bounded(ArrayRef<IndexExpr> When,
                                             BoundOf Of) const {
  std::vector<IndexExpr> Result(When);
  for (const InputSize &Size : Sizes)
    if (const int64_t Bound = Of(Size);
        &Size != Unbounded && !AllUnbounded && Bound > Size.lowest())
      Result.push_back(lessEqual(Bound, Size.symbol()));
  return Result;
}

std::optional<int64_t> IndexChecker::needOf(const InputSize &Size,
                                            const Question &Q, BoundOf Others) {
  for (int64_t Need = Size.lowest() + 1;
       Need <= std::min(LargestNeed, Size.Upper); ++Need) {
    const auto When = bounded(Q.When, [&](const InputSize &Other) {
      return &Other == &Size ? Need : Others(Other);
    });
    // From what contradicts itself, everything follows.
    if (ask(When, Q.Claim).Is == Prover::Answer::Proved)
      return ask(When, negation(IndexExpr::always())).Is ==
                     Prover::Answer::Refuted
                 ? std::optional(Need)
                 : std::nullopt;
  }
  return std::nullopt;
}

/// Of an access whose index only grows with the counters of its loops, which
/// nothing but their ends restricts: there, it is within the tensor.
std::optional<IndexExpr> IndexChecker::needOfSizes(const Question &Q) {
  constexpr unsigned MaxLoops = 8;
  const auto LoopIn = [](const IndexExpr &E) -> std::optional<Variable> {
    for (const Variable &V : variablesOf(E))
      if (V.Kind == VariableKind::Loop)
        return V;
    return std::nullopt;
  };
  if (ask(Q.When, lessEqual(0, Q.First)).Is != Prover::Answer::Proved)
    return std::nullopt;
  IndexExpr Last = Q.First + Q.Count;
  for (unsigned Loop = 0; Loop < MaxLoops; ++Loop) {
    const auto Counter = LoopIn(Last);
    if (!Counter)
      break;
    const IndexExpr Now = IndexExpr::variable(*Counter);
    const auto At = [&](const IndexExpr &Turn) {
      return Last.substitute([&](const Variable &V) {
        return V == *Counter ? std::optional(Turn) : std::nullopt;
      });
    };
    const auto Bound = llvm::find_if(Q.When, [&](const IndexExpr &E) {
      return E.op() == IndexExpr::Op::Less && E.operands()[0] == Now;
    });
    if (Bound == Q.When.end())
      return std::nullopt;
    const bool IsRestricted = llvm::any_of(Q.When, [&](const IndexExpr &E) {
      return variablesOf(E).contains(*Counter) && E != lessEqual(0, Now) &&
             E != *Bound;
    });
    if (IsRestricted ||
        ask(Q.When, lessEqual(Last, At(Now + 1))).Is != Prover::Answer::Proved)
      return std::nullopt;
    Last = At(Bound->operands()[1] - 1);
  }
  // A condition on sizes alone would be a part of what is needed.
  const bool HasOthers = llvm::any_of(Q.observed(), [&](const IndexExpr &E) {
    return !LoopIn(E) && !variablesOf(E).empty();
  });
  const std::set<Variable> Of = variablesOf({Last, Q.Elements});
  if (HasOthers || Of.size() < 2 || !llvm::all_of(Of, [&](const Variable &V) {
        return llvm::any_of(Sizes, [&](const InputSize &Size) {
          return V == Variable{Size.Name, VariableKind::Symbol};
        });
      }))
    return std::nullopt;
  return lessEqual(Last, Q.Elements);
}

bool IndexChecker::explainBySize(const UnsafeAccess &Any, const Question &Q,
                                 UnsafeAccess::Cause Why, BoundOf Others) {
  bool Found = false;
  for (const InputSize &Size : Sizes) {
    if (Why == UnsafeAccess::Cause::Size && !Size.IsFree)
      continue;
    const auto When = bounded(Q.When, [&](const InputSize &Other) {
      return &Other != &Size                      ? Others(Other)
             : Why == UnsafeAccess::Cause::Always ? Other.Lower
                                                  : 0;
    });
    const Prover::Result Alone = ask(When, Q.Claim);
    if (Alone.Is != Prover::Answer::Refuted ||
        !shows(Alone.Against, Q.observed(), Q.Claim))
      continue;
    UnsafeAccess U = Any;
    U.Why = Why;
    U.Input = Size.Input;
    U.Dim = Size.Dim;
    U.Values = Alone.Against;
    U.SafeFrom = needOf(Size, Q, Others);
    // That this size has to do with it, its need tells.
    if (!U.SafeFrom && Why == UnsafeAccess::Cause::Always)
      continue;
    add(std::move(U), Q);
    Found = true;
  }
  return Found;
}

void IndexChecker::explain(const UnsafeAccess &Any, const Question &Q) {
  const auto AsEmitted = [](const InputSize &Size) { return Size.Lower; };
  const auto Ample = [](const InputSize &Size) { return Size.ample(); };
  // Is it the sizes that the compiler took for impossible?
  const Prover::Result InBounds = ask(bounded(Q.When, AsEmitted), Q.Claim);
  if (InBounds.Is != Prover::Answer::Refuted ||
      !shows(InBounds.Against, Q.observed(), Q.Claim)) {
    if (explainBySize(Any, Q, UnsafeAccess::Cause::Size, AsEmitted))
      return;
    // Several at a time: the first one stands for all.
    UnsafeAccess U = Any;
    for (const InputSize &Size : Sizes) {
      const auto It = U.Values.find({Size.Name, VariableKind::Symbol});
      if (It == U.Values.end() || It->second >= Size.Lower)
        continue;
      U.Why = UnsafeAccess::Cause::Size;
      U.Input = Size.Input;
      U.Dim = Size.Dim;
      break;
    }
    return add(std::move(U), Q);
  }

  UnsafeAccess U = Any;
  U.Values = InBounds.Against;
  if (ask(bounded(Q.When, Ample), Q.Claim).Is == Prover::Answer::Proved) {
    // Not what an index is: however large the tensors are, it fits.
    if (explainBySize(Any, Q, UnsafeAccess::Cause::Always, Ample))
      return;
  } else if (const auto V =
                 badIndex(variablesOf({Q.First, Q.Count}), Q.Claim, U.Values)) {
    U.blame(*V);
  }
  add(std::move(U), Q);
}

std::vector<std::vector<std::optional<int64_t>>>
IndexChecker::shapesOf(const Witness &Values) const {
  std::vector<std::vector<std::optional<int64_t>>> Shapes;
  for (const TensorContract &Input : Model.Inputs) {
    const auto Memory = llvm::find_if(
        Model.Buffers, [&](const Buffer &B) { return B.Name == Input.Name; });
    auto &Shape = Shapes.emplace_back();
    if (Memory == Model.Buffers.end())
      continue;
    for (const IndexExpr &Size : Memory->Sizes)
      Shape.push_back(Sources.of(Size).evaluate(valuesOf(Values)));
  }
  return Shapes;
}

void IndexChecker::shrink(UnsafeAccess &U, const Question &Q) {
  const std::set<Variable> Extent = variablesOf(Q.Elements);
  for (const InputSize &Size : Sizes) {
    const Variable Of = Size.symbol().variable();
    const auto It = U.Values.find(Of);
    if (It == U.Values.end())
      continue;
    const bool IsBlamed =
        isBySize(U) && U.Input == Size.Input && U.Dim == Size.Dim;
    if (It->second != Size.Lower && !IsBlamed) {
      Witness Rest;
      for (const auto &[V, Value] : U.Values)
        if (V.Kind != VariableKind::Loop && V.Kind != VariableKind::Computed &&
            V.Name != U.Index)
          Rest[V] = V == Of ? Size.Lower : Value;
      const auto InRest = [&](const Variable &V) -> std::optional<IndexExpr> {
        const auto At = Rest.find(V);
        return At == Rest.end() ? std::nullopt
                                : std::optional<IndexExpr>(At->second);
      };
      std::vector<IndexExpr> When;
      for (const IndexExpr &E : Q.When)
        When.push_back(E.substitute(InRest));
      const Prover::Result Still = ask(When, Q.Claim.substitute(InRest));
      if (Still.Is == Prover::Answer::Refuted) {
        Rest.insert(Still.Against.begin(), Still.Against.end());
        if (shows(Rest, Q.observed(), Q.Claim))
          U.Values = std::move(Rest);
        for (const auto &[V, Value] : U.Values)
          if (V.Name == U.Index)
            U.IndexValue = Value;
      }
    }
    const bool IsNeeded = U.Values[Of] != Size.Lower;
    if (IsNeeded || (!U.Memory->Input && Extent.contains(Of)))
      U.Needs.insert(Size.Input);
    // Whoever calls the model gives each of them this size.
    for (const KernelCall::Argument &Given : U.Call->Arguments)
      if (IsNeeded && Given.Buffer)
        if (const Buffer &B = Model.Buffers[rootOf(*Given.Buffer)];
            B.Input && llvm::any_of(B.Sizes, [&](const IndexExpr &E) {
              return variablesOf(Sources.of(E)).contains(Of);
            }))
          U.Needs.insert(*B.Input);
  }
}

UnsafeAccess IndexChecker::evaluated(UnsafeAccess U, const Question &Q) {
  shrink(U, Q);
  U.First = Q.First.evaluate(valuesOf(U.Values)).value_or(0);
  U.Count = Q.Count.evaluate(valuesOf(U.Values)).value_or(1);
  U.Elements = Q.Elements.evaluate(valuesOf(U.Values)).value_or(0);
  U.Shapes = shapesOf(U.Values);
  return U;
}

void IndexChecker::add(UnsafeAccess U, const Question &Q) {
  if (U.Why != UnsafeAccess::Cause::Contents && !U.SafeFrom)
    U.Need = needOfSizes(Q);
  Result.Unsafe.push_back(evaluated(std::move(U), Q));
}

} // namespace aoti_tidy
