// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From which size to which one the accesses of a model are safe, what contents
// they need, and which sizes must be equal.
#include "checks/lib/safety/IndexChecker.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/Sequence.h"

namespace aoti_tidy {
namespace {

using Proved = Prover::Answer;

/// The longest slice that is tried at a start given by a number.
constexpr int64_t LongestSlice = 4;

/// The least number in [From, To] for which \p Holds, which holds for all above
/// it and for \p To.
int64_t leastOf(int64_t From, int64_t To,
                llvm::function_ref<bool(int64_t)> Holds) {
  return *llvm::partition_point(llvm::seq(From, To),
                                [&](int64_t N) { return !Holds(N); });
}

bool isIndex(const Variable &V) {
  return V.Kind == VariableKind::Loaded || V.Kind == VariableKind::Item;
}

} // namespace

void IndexChecker::startRanges() {
  for (const InputSize &Size : Sizes) {
    Result.Ranges.push_back({Size.Name, Size.Input, Size.Dim});
    // The code has the number in its place.
    if (Size.Lower == Size.Upper)
      Result.Ranges.back().From = Result.Ranges.back().To = Size.Lower;
  }
  for (const auto &[Input, Tensor] : llvm::enumerate(Model.Inputs)) {
    const auto Memory = llvm::find_if(
        Model.Buffers, [&](const Buffer &B) { return B.Name == Tensor.Name; });
    if (Memory == Model.Buffers.end())
      continue;
    for (const auto &[Dim, Equals] : llvm::enumerate(Memory->Sizes)) {
      const bool IsOwn = Equals.op() == IndexExpr::Op::Constant ||
                         llvm::any_of(Sizes, [&](const InputSize &Size) {
                           return Size.Input == Input && Size.Dim == Dim;
                         });
      if (!IsOwn)
        Result.Relations.push_back(
            {static_cast<unsigned>(Input), static_cast<unsigned>(Dim), Equals});
    }
  }
}

void IndexChecker::addRanges(const UnsafeAccess &Any, Question Q,
                             bool MayProve) {
  Work OfRanges(StepsOfAccess, &TheProver.budget());
  Work *const Before = std::exchange(Part, &OfRanges);
  const auto Restore = llvm::scope_exit([&] { Part = Before; });
  const bool IsBounded = MayProve && boundContents(Any, Q);
  if (IsBounded)
    addRelations(Any, Q);
  AllUnbounded = true;
  const bool IsSafe = IsBounded && ask(Q.When, Q.Claim).Is == Proved::Proved;
  AllUnbounded = false;
  if (IsSafe)
    return;

  const auto AsEmitted = [](const InputSize &Size) { return Size.Lower; };
  const auto Ample = [](const InputSize &Size) { return Size.ample(); };
  const bool HoldAsEmitted =
      ask(bounded(Q.When, AsEmitted), Q.Claim).Is == Proved::Proved;
  std::vector<IndexExpr> All = Q.When;
  All.push_back(Q.Claim);
  const std::set<Variable> Used = variablesOf(All);
  for (const InputSize &Size : Sizes)
    if (Size.Lower != Size.Upper &&
        Used.contains({Size.Name, VariableKind::Symbol})) {
      SafeRange &To =
          *llvm::find_if(Result.Ranges, [&](const SafeRange &Range) {
            return Range.Symbol == Size.Name;
          });
      if (IsBounded)
        addRange(Size, To, Any, Q, HoldAsEmitted ? BoundOf(AsEmitted) : Ample);
      else
        ++To.NotProved;
    }
}

bool IndexChecker::boundContents(const UnsafeAccess &Any, Question &Q) {
  const auto Sizes = [&](llvm::ArrayRef<IndexExpr> When) {
    return bounded(When, [](const InputSize &Size) { return Size.ample(); });
  };
  const Prover::Result Anything = ask(Sizes(Q.When), Q.Claim);
  if (Anything.Is == Proved::Proved)
    return true;
  std::vector<Variable> Indices;
  for (const Variable &V : variablesOf({Q.First, Q.Count}))
    if (isIndex(V))
      Indices.push_back(V);
  // x[i], x.gather(0, i), x.narrow(0, i, 2); sizes before numbers, which
  // suffice for small sizes only.
  std::vector<std::pair<IndexExpr, IndexExpr>> Limits;
  for (const bool IsNumber : {false, true})
    for (const IndexExpr &Of : Any.Memory->Sizes) {
      const IndexExpr Size = Sources.of(Of);
      if ((Size.op() == IndexExpr::Op::Constant) != IsNumber)
        continue;
      Limits.emplace_back(0 - Size, Size);
      for (int64_t Less = 0; Less <= LongestSlice; ++Less)
        Limits.emplace_back(0, Size - Less);
    }
  std::vector<IndexExpr> Found;
  for (const Variable &V : Indices) {
    const IndexExpr Value = IndexExpr::variable(V);
    NeededContents Needed{Any};
    if (const auto Memory = memoryOf(V, *Any.In, *Any.Call))
      Needed.Of = &Model.Buffers[*Memory];
    Question Alone = Q;
    for (const Variable &Other : Indices)
      if (Other != V)
        Alone.When.push_back(equal(IndexExpr::variable(Other), 0));
    const Prover::Result Breaks = ask(Sizes(Alone.When), Q.Claim);
    if (Breaks.Is == Proved::Proved)
      continue;
    Needed.Otherwise.Values =
        Breaks.Is == Proved::Refuted ? Breaks.Against : Anything.Against;
    Needed.Otherwise.blame(V);
    Needed.Otherwise = evaluated(std::move(Needed.Otherwise), Q);
    // Better one that suffices for all sizes.
    for (const auto &When : {Alone.When, Sizes(Alone.When)})
      for (const auto &[From, Below] : Limits) {
        std::vector<IndexExpr> Within = When;
        Within.push_back(lessEqual(From, Value));
        Within.push_back(less(Value, Below));
        // From no number at all, everything follows.
        if (Needed.From || ask(Within, Q.Claim).Is != Proved::Proved ||
            ask(Within, negation(IndexExpr::always())).Is != Proved::Refuted)
          continue;
        Needed.From = From;
        Needed.Below = Below;
        Found.push_back(lessEqual(From, Value));
        Found.push_back(less(Value, Below));
      }
    // Which floating-point numbers become these integers is not known.
    if (llvm::any_of(Any.In->Accesses, [&](const Access &A) {
          return A.IsConverted && A.Becomes == V.Name;
        }))
      Needed.From = Needed.Below = std::nullopt;
    Result.Contents.push_back(std::move(Needed));
  }
  Q.When.insert(Q.When.begin() + Q.Observed, Found.begin(), Found.end());
  Q.Observed += Found.size();
  return !Found.empty() && ask(Sizes(Q.When), Q.Claim).Is == Proved::Proved;
}

void IndexChecker::addRange(const InputSize &Size, SafeRange &To,
                            const UnsafeAccess &Any, const Question &Q,
                            BoundOf Others) {
  const IndexExpr Symbol = Size.symbol();
  Unbounded = &Size;
  const auto Restore = llvm::scope_exit([this] { Unbounded = nullptr; });
  const std::vector<IndexExpr> When = bounded(Q.When, Others);
  const auto Ask = [&](int64_t From, int64_t Last) {
    std::vector<IndexExpr> More = When;
    More.insert(More.begin() + Q.Observed, lessEqual(From, Symbol));
    if (Last != Dimension::Unbounded)
      More.insert(More.begin() + Q.Observed, lessEqual(Symbol, Last));
    return ask(More, Q.Claim);
  };
  const auto Holds = [&](int64_t From, int64_t Last) {
    return Ask(From, Last).Is == Proved::Proved;
  };
  const auto BreakAt = [&](int64_t Value) -> std::optional<UnsafeAccess> {
    const Prover::Result Answer = Ask(Value, Value);
    if (Answer.Is != Proved::Refuted ||
        !shows(Answer.Against, Q.observed(), Q.Claim))
      return std::nullopt;
    UnsafeAccess U = Any;
    U.Why = UnsafeAccess::Cause::Bounds;
    U.Input = Size.Input;
    U.Dim = Size.Dim;
    U.Values = Answer.Against;
    return evaluated(std::move(U), Q);
  };

  if (Holds(0, Dimension::Unbounded))
    return;
  const int64_t Start = Others(Size);
  if (!Holds(Start, Size.Upper)) {
    ++To.NotProved;
    return;
  }
  const int64_t From = leastOf(
      0, Start, [&](int64_t Least) { return Holds(Least, Size.Upper); });
  if (From > To.From) {
    To.From = From;
    To.Below = BreakAt(From - 1);
  }
  if (Size.Upper == Dimension::Unbounded)
    return;
  const Prover::Result Beyond = Ask(Start, Dimension::Unbounded);
  if (Beyond.Is == Proved::Proved)
    return;
  int64_t Last = Size.Upper;
  if (const auto At = Beyond.Against.find({Size.Name, VariableKind::Symbol});
      At != Beyond.Against.end() && At->second > Last)
    Last = leastOf(Last + 1, At->second,
                   [&](int64_t Most) { return !Holds(Start, Most); }) -
           1;
  if (Last < To.To) {
    To.To = Last;
    To.Above = BreakAt(Last + 1);
  }
}

void IndexChecker::addRelations(const UnsafeAccess &Any, const Question &Q) {
  const Buffer &Memory = *Any.Memory;
  if (!Memory.Input || Memory.Base || *Memory.Input >= Model.Inputs.size() ||
      !Model.Inputs[*Memory.Input].IsContiguous)
    return;
  const auto When =
      bounded(Q.When, [](const InputSize &Size) { return Size.Lower; });
  if (ask(When, Q.Claim).Is != Proved::Proved)
    return;
  for (SizeRelation &R : Result.Relations) {
    if (R.Input != *Memory.Input || R.Otherwise)
      continue;
    const Variable Free{Model.Inputs[R.Input].Name + "#" +
                            std::to_string(R.Dim),
                        VariableKind::Symbol};
    Question Own = Q;
    Own.Elements = 1;
    for (const auto &[Dim, Extent] : llvm::enumerate(Memory.Sizes))
      Own.Elements = Own.Elements * (Dim == R.Dim ? IndexExpr::variable(Free)
                                                  : Sources.of(Extent));
    Own.Claim =
        both(lessEqual(0, Q.First), lessEqual(Q.First + Q.Count, Own.Elements));
    const IndexExpr Exists = lessEqual(0, IndexExpr::variable(Free));
    Own.When = When;
    Own.When.insert(Own.When.begin() + Q.Observed, Exists);
    ++Own.Observed;
    const Prover::Result Answer = ask(Own.When, Own.Claim);
    if (Answer.Is != Proved::Refuted ||
        !shows(Answer.Against, Own.observed(), Own.Claim))
      continue;
    UnsafeAccess U = Any;
    U.Values = Answer.Against;
    U = evaluated(std::move(U), Own);
    if (const auto At = U.Values.find(Free);
        At != U.Values.end() && R.Dim < U.Shapes[R.Input].size())
      U.Shapes[R.Input][R.Dim] = At->second;
    R.Otherwise = std::move(U);
  }
}

} // namespace aoti_tidy
