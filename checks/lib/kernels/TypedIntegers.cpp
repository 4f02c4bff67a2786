// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/kernels/TypedIntegers.h"
#include "llvm/ADT/STLExtras.h"

using llvm::ArrayRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;
using Wide = TypedIntegers::Wide;
using Range = TypedIntegers::Range;
using MaybeRange = std::optional<Range>;

constexpr Wide MaxPosition = Wide(1) << 47;
/// A larger factor is a hash's, not a position's.
constexpr Wide MaxFactor = Wide(1) << 31;
constexpr Wide Infinite = Wide(1) << 120;
/// Leaves room up to where the prover's and the search's own sums overflow.
constexpr int64_t Ample = int64_t(1) << 62;

constexpr Range Unbounded = {-Infinite, Infinite};

MaybeRange finite(Wide Low, Wide High) {
  return Low <= -Infinite || High >= Infinite ? MaybeRange()
                                              : MaybeRange({Low, High});
}

MaybeRange hull(const MaybeRange &A, const MaybeRange &B) {
  return A && B ? MaybeRange(
                      {std::min(A->Low, B->Low), std::max(A->High, B->High)})
                : std::nullopt;
}

bool isFinite(const MaybeRange &R) {
  return R && R->Low > -Infinite && R->High < Infinite;
}

MaybeRange sum(const MaybeRange &A, const MaybeRange &B) {
  return isFinite(A) && isFinite(B) ? finite(A->Low + B->Low, A->High + B->High)
                                    : std::nullopt;
}

MaybeRange product(const MaybeRange &A, const MaybeRange &B) {
  if (!isFinite(A) || !isFinite(B))
    return std::nullopt;
  MaybeRange All;
  for (const Wide X : {A->Low, A->High})
    for (const Wide Y : {B->Low, B->High}) {
      Wide P;
      if (__builtin_mul_overflow(X, Y, &P))
        return std::nullopt;
      All = All ? hull(All, Range{P, P}) : Range{P, P};
    }
  return finite(All->Low, All->High);
}

Wide magnitude(const Range &R) {
  return std::max(R.Low < 0 ? -R.Low : R.Low, R.High < 0 ? -R.High : R.High);
}

MaybeRange quotient(const MaybeRange &A, const MaybeRange &B) {
  if (!isFinite(A))
    return std::nullopt;
  const Wide Most = magnitude(*A);
  if (!B || B->Low <= 0)
    return Range{-Most, Most};
  const auto Down = [](Wide X, Wide Y) { return X / Y - (X % Y < 0); };
  return Range{std::min(Down(A->Low, B->Low), Down(A->Low, B->High)),
               std::max(A->High / B->Low, A->High / B->High)};
}

MaybeRange rest(Op O, const MaybeRange &A, const MaybeRange &B) {
  if (!isFinite(B))
    return std::nullopt;
  const Wide Most = std::max<Wide>(magnitude(*B) - 1, 0);
  if (O == Op::FloorMod) {
    Range R{B->Low < 0 ? -Most : 0, B->High > 0 ? Most : 0};
    if (A && A->Low >= 0 && B->Low > 0)
      R.High = std::min(R.High, A->High);
    return R;
  }
  Range R{-Most, Most};
  if (A)
    R = {A->Low < 0 ? std::max(-Most, A->Low) : 0,
         A->High > 0 ? std::min(Most, A->High) : 0};
  return R;
}

MaybeRange absolute(const MaybeRange &A) {
  if (!isFinite(A) || A->Low >= 0)
    return isFinite(A) ? A : std::nullopt;
  return Range{A->High < 0 ? -A->High : 0, magnitude(*A)};
}

/// \p E with \p By for it or else for its parts, where \p GoesInto allows it.
IndexExpr
replaced(const IndexExpr &E,
         llvm::function_ref<std::optional<IndexExpr>(const IndexExpr &)> By,
         llvm::function_ref<bool(const IndexExpr &, size_t)> GoesInto) {
  if (const auto New = By(E))
    return *New;
  std::vector<IndexExpr> Of;
  bool Changed = false;
  for (const auto &[I, O] : llvm::enumerate(E.operands())) {
    Of.push_back(GoesInto(E, I) ? replaced(O, By, GoesInto) : O);
    Changed |= !(Of.back() == O);
  }
  return Changed ? IndexExpr::make(E.op(), std::move(Of)) : E;
}

} // namespace

Range TypedIntegers::rangeOf(IntegerType T) {
  const Wide Beyond = Wide(1) << (T.Bits - T.IsSigned);
  return {T.IsSigned ? -Beyond : 0, Beyond - 1};
}

void TypedIntegers::limit(const IndexExpr &Variable, Range R) {
  Limits.insert_or_assign(Variable.variable(), R);
}

void TypedIntegers::count(const IndexExpr &Variable) {
  limit(Variable, {-MaxPosition, MaxPosition});
  Counts.insert(Variable.variable());
}

void TypedIntegers::limit(const IndexExpr &Variable, const IndexExpr &Magnitude,
                          int64_t Divisor) {
  if (!hasContents(Magnitude))
    return count(Variable);
  Work Spent(StepsOfQuestion, &Steps);
  if (const MaybeRange Is = rangeIn(Magnitude, {}, Spent); isFinite(Is)) {
    const Wide Most = 2 * (Is->High / Divisor) + 1;
    limit(Variable, {-Most, Most});
  }
}

void TypedIntegers::implies(const IndexExpr &Bit, const IndexExpr &Implied) {
  Implications.insert_or_assign(Bit.variable(), Implied);
}

bool TypedIntegers::isContents(const Variable &V) const {
  return V.Kind == VariableKind::Loaded ||
         (V.Kind == VariableKind::Computed && !Counts.contains(V));
}

bool TypedIntegers::hasContents(const IndexExpr &E) const {
  bool Any = false;
  E.forEachVariable([&](const Variable &V) { Any |= isContents(V); });
  return Any;
}

IndexExpr TypedIntegers::any(IntegerType T) {
  const IndexExpr Any = MakeComputed();
  const Range R = rangeOf(T);
  limit(Any, R);
  if (T.Bits < 64)
    In.Facts.push_back(
        both(lessEqual(int64_t(R.Low), Any), lessEqual(Any, int64_t(R.High))));
  return Any;
}

void TypedIntegers::restrict(Known &K, const IndexExpr &E, const IndexExpr &C,
                             bool Holds, Work &Spent) const {
  Spent.spend(1);
  const ArrayRef<IndexExpr> Of = C.operands();
  if (C.op() == Op::Not)
    return restrict(K, E, Of[0], !Holds, Spent);
  if (C.op() == (Holds ? Op::And : Op::Or)) {
    for (const IndexExpr &O : Of)
      restrict(K, E, O, Holds, Spent);
    return;
  }
  if (C.op() == Op::And || C.op() == Op::Or) {
    const auto IsOpen = [&](const IndexExpr &O) {
      return !isCertain(O, !Holds, Spent);
    };
    if (llvm::count_if(Of, IsOpen) == 1)
      restrict(K, E, *llvm::find_if(Of, IsOpen), Holds, Spent);
    return;
  }
  const bool IsEqual = C.op() == Op::Equal && Holds;
  if (IsEqual && Of[0].op() == Op::Variable && Of[1] == IndexExpr(1))
    if (const auto It = Implications.find(Of[0].variable());
        It != Implications.end())
      restrict(K, E, It->second, true, Spent);
  if (!IsEqual && C.op() != Op::Less && C.op() != Op::LessEqual)
    return;
  for (const unsigned Side : {0, 1}) {
    if (!(Of[Side] == E))
      continue;
    std::vector<IndexExpr> Nothing;
    const Known OfOther = look(Of[1 - Side], Nothing, Spent);
    const MaybeRange &Other = OfOther.Is;
    if (!Other)
      return;
    Range Now = K.Is.value_or(Unbounded);
    const bool IsBelow = IsEqual || (Side == 0) == Holds;
    const bool IsAbove = IsEqual || !IsBelow;
    const bool IsStrict = (C.op() == Op::Less) == Holds;
    K.IsBelowSize |=
        IsBelow && !OfOther.HasContents && Of[1 - Side].op() != Op::Constant;
    if (IsBelow)
      Now.High = std::min(Now.High, Other->High - (IsStrict && !IsEqual));
    if (IsAbove)
      Now.Low = std::max(Now.Low, Other->Low + (IsStrict && !IsEqual));
    if (Now.Low <= Now.High)
      K.Is = Now;
  }
}

bool TypedIntegers::isCertain(const IndexExpr &Condition, bool Holds,
                              Work &Spent) const {
  const ArrayRef<IndexExpr> Of = Condition.operands();
  if (Condition.op() == Op::Not)
    return isCertain(Of[0], !Holds, Spent);
  const bool IsLess = Condition.op() == Op::Less;
  if (!IsLess && Condition.op() != Op::LessEqual)
    return false;
  const MaybeRange A = rangeIn(Of[0], {}, Spent), B = rangeIn(Of[1], {}, Spent);
  if (!A || !B)
    return false;
  return Holds ? A->High + IsLess <= B->Low : B->High + !IsLess <= A->Low;
}

MaybeRange TypedIntegers::rangeIn(const IndexExpr &E, Conditions Where,
                                  Work &Spent) const {
  std::vector<IndexExpr> Given(Where);
  return look(E, Given, Spent).Is;
}

/// A product of sizes and counters counts elements, unless it is a counter's
/// power or has a factor that no size has.
TypedIntegers::Known TypedIntegers::lookAtProduct(const IndexExpr &E,
                                                  ArrayRef<Known> Of) const {
  Known Made{Range{1, 1}};
  for (const Known &K : Of) {
    Made.Is = product(Made.Is, K.Is);
    Made.HasContents |= K.HasContents;
  }
  const ArrayRef<IndexExpr> Factors = E.operands();
  const auto IsPower = [&](const IndexExpr &F) {
    const bool IsSize =
        F.op() == Op::Variable && F.variable().Kind == VariableKind::Symbol;
    return F.op() != Op::Constant && !IsSize && llvm::count(Factors, F) > 2;
  };
  const auto IsLarge = [](const IndexExpr &F) {
    return F.op() == Op::Constant &&
           (F.constant() > MaxFactor || F.constant() < -MaxFactor);
  };
  if (Made.HasContents || llvm::any_of(Factors, IsPower) ||
      llvm::any_of(Factors, IsLarge))
    return Made;
  const auto CanBeNegative = [](const Known &K) {
    return !K.Is || K.Is->Low < 0;
  };
  const bool IsNotNegative = llvm::none_of(Of, CanBeNegative);
  const Range Position{IsNotNegative ? 0 : -MaxPosition, MaxPosition};
  if (!Made.Is)
    Made.Is = Position;
  Made.Is = {std::max(Made.Is->Low, Position.Low),
             std::min(Made.Is->High, Position.High)};
  return Made;
}

TypedIntegers::Known TypedIntegers::look(const IndexExpr &E,
                                         std::vector<IndexExpr> &Where,
                                         Work &Spent) const {
  Spent.spend(E.isCondition() ? E.size() : 1);
  if (Spent.isSpent())
    return {std::nullopt, true};
  Known Made;
  if (E.op() == Op::Constant)
    return {Range{E.constant(), E.constant()}};
  if (E.op() == Op::Variable) {
    const Variable &V = E.variable();
    Made.HasContents = isContents(V);
    if (const auto Limit = Limits.find(V); Limit != Limits.end())
      Made.Is = Limit->second;
    else if (V.Kind == VariableKind::Loaded)
      Made.Is = rangeOf(IntegerType());
    else if (!Made.HasContents)
      Made.Is = Range{0, MaxPosition};
  } else if (E.isCondition()) {
    Made = {Range{0, 1}, hasContents(E)};
  } else if (E.op() == Op::Select) {
    const ArrayRef<IndexExpr> Of = E.operands();
    Spent.spend(Of[0].size());
    Where.push_back(Of[0]);
    const Known Then = look(Of[1], Where, Spent);
    Where.back() = negation(Of[0]);
    const Known Else = look(Of[2], Where, Spent);
    Where.pop_back();
    Made = {hull(Then.Is, Else.Is),
            Then.HasContents || Else.HasContents || hasContents(Of[0])};
  } else if (!E.isTooLarge()) {
    std::vector<Known> Of;
    for (const IndexExpr &O : E.operands())
      Of.push_back(look(O, Where, Spent));
    for (const Known &K : Of)
      Made.HasContents |= K.HasContents;
    switch (E.op()) {
    case Op::Mul:
      Made = lookAtProduct(E, Of);
      break;
    case Op::Add:
      Made.Is = Range{0, 0};
      for (const Known &K : Of)
        Made.Is = sum(Made.Is, K.Is);
      break;
    case Op::FloorDiv:
    case Op::TruncDiv:
      Made.Is = quotient(Of[0].Is, Of[1].Is);
      break;
    case Op::FloorMod:
    case Op::TruncMod:
      Made.Is = rest(E.op(), Of[0].Is, Of[1].Is);
      break;
    case Op::Min:
    case Op::Max: {
      const Range A = Of[0].Is.value_or(Unbounded);
      const Range B = Of[1].Is.value_or(Unbounded);
      Made.Is = E.op() == Op::Min
                    ? Range{std::min(A.Low, B.Low), std::min(A.High, B.High)}
                    : Range{std::max(A.Low, B.Low), std::max(A.High, B.High)};
      break;
    }
    case Op::Abs:
      Made.Is = absolute(Of[0].Is);
      break;
    default:
      break;
    }
  } else {
    Made.HasContents = true;
  }
  if (Made.HasContents)
    for (const IndexExpr &C : Where)
      restrict(Made, E, C, true, Spent);
  // An index that is below a size counts elements as a loop's counter does.
  if (Made.IsBelowSize && Made.Is && Made.Is->Low >= 0)
    Made.HasContents = false;
  return Made;
}

/// \p E where it \p Fits, else \p Other; tests only ends that \p Is leaves
/// open.
IndexExpr TypedIntegers::anyUnless(const IndexExpr &E, Range Fits,
                                   const MaybeRange &Is,
                                   const IndexExpr &Other) {
  std::vector<IndexExpr> Within = {IndexExpr::always()};
  if (!Is || Is->Low < Fits.Low)
    Within.push_back(lessEqual(int64_t(std::max<Wide>(Fits.Low, -Ample)), E));
  if (!Is || Is->High > Fits.High)
    Within.push_back(lessEqual(E, int64_t(std::min<Wide>(Fits.High, Ample))));
  return IndexExpr::make(
      Op::Select, {IndexExpr::make(Op::And, std::move(Within)), E, Other});
}

IndexExpr TypedIntegers::wrapped(const IndexExpr &E, IntegerType T,
                                 Conditions Where) {
  if (E.isCondition() || E.isTooLarge())
    return E;
  std::vector<IndexExpr> Given(Where);
  Work Spent(StepsOfQuestion, &Steps);
  const Known K = look(E, Given, Spent);
  const Range Fits = rangeOf(T);
  if ((K.Is && K.Is->isWithin(Fits)) ||
      (SizesFit && T.Bits == 32 && !K.HasContents))
    return E;
  auto &Before = Made[{T.Bits, T.IsSigned}];
  if (const auto It = Before.find(E); It != Before.end())
    return It->second;
  // The least number by -1 traps unless computed in more bits.
  const bool MayTrap =
      (E.op() == Op::TruncDiv || E.op() == Op::FloorDiv) && T.Bits == 32;
  std::optional<IndexExpr> Wrapped;
  if (T.Bits < 64 && K.HasContents && !MayTrap) {
    const int64_t Size = int64_t(1) << T.Bits;
    const IndexExpr Bare = E - int64_t(Fits.Low);
    const IndexExpr Rest = IndexExpr::make(Op::FloorMod, {Bare, Size});
    if (Rest.isTooLarge())
      return Rest;
    Wraps.try_emplace(Rest, Wrap{Bare, {0, Size - 1}, false});
    Wrapped = Rest + int64_t(Fits.Low);
  } else {
    const IndexExpr Other = any(T);
    Wrapped = anyUnless(E, Fits, K.Is, Other);
    if (Wrapped->isTooLarge())
      return *Wrapped;
    Wraps.try_emplace(*Wrapped, Wrap{E, Fits, T.Bits == 64});
    if (T.Bits == 64 && T.IsSigned && K.HasContents)
      In.Wrapped.push_back(Other.variable().Name);
  }
  Before.emplace(E, *Wrapped);
  return *Wrapped;
}

IndexExpr TypedIntegers::wrappedLess(const IndexExpr &E, Conditions Where) {
  if (Wraps.empty())
    return E;
  Work Spent(StepsOfQuestion, &Steps);
  return replaced(
      E,
      [&](const IndexExpr &Part) -> std::optional<IndexExpr> {
        const auto It = Wraps.find(Part);
        Spent.spend(1);
        if (It == Wraps.end() || Spent.isSpent())
          return std::nullopt;
        const MaybeRange Is = rangeIn(It->second.Bare, Where, Spent);
        return Is && Is->isWithin(It->second.Unless)
                   ? std::optional(It->second.Bare)
                   : std::nullopt;
      },
      [&](const IndexExpr &, size_t) { return !Spent.isSpent(); });
}

IndexExpr TypedIntegers::position(const IndexExpr &E, Conditions Where) {
  if (Wraps.empty())
    return E;
  Work Spent(StepsOfQuestion, &Steps);
  const auto IsIn = [&](const IndexExpr &Part, const IndexExpr &Condition) {
    Spent.spend(Condition.size());
    return contains(Condition, Part);
  };
  return replaced(
      E,
      [&](const IndexExpr &Part) -> std::optional<IndexExpr> {
        const auto It = Wraps.find(Part);
        Spent.spend(1);
        // An assert on the part says nothing of the bare value.
        if (It == Wraps.end() || !It->second.Of64Bits ||
            llvm::any_of(Where, [&](const IndexExpr &C) {
              return Spent.isSpent() || IsIn(Part, C);
            }))
          return std::nullopt;
        return position(It->second.Bare, Where);
      },
      [&](const IndexExpr &In, size_t I) {
        return !Spent.isSpent() && (In.op() == Op::Add || In.op() == Op::Mul ||
                                    (In.op() == Op::Select && I != 0));
      });
}

KernelReal TypedIntegers::rounded(KernelReal R, unsigned Bits,
                                  Conditions Where) {
  const bool IsNear = R.Is == KernelReal::Kind::Near;
  if ((!R.isExact() && !IsNear) || !hasContents(R.Scaled))
    return R;
  Work Spent(StepsOfQuestion, &Steps);
  const MaybeRange Is = rangeIn(IsNear ? R.Magnitude : R.Scaled, Where, Spent);
  if (!isFinite(Is)) // it might overflow
    return KernelReal();
  const Wide Whole = Wide(1) << Bits;
  if (IsNear || Is->isWithin({-Whole, Whole}))
    return R;
  auto &Before = Made[{Bits, true}];
  auto It = Before.find(R.Scaled);
  if (It == Before.end()) {
    const IndexExpr Other = MakeComputed();
    limit(Other, {2 * Is->Low, 2 * Is->High});
    It = Before
             .emplace(R.Scaled, anyUnless(R.Scaled, {-Whole, Whole}, Is, Other))
             .first;
    if (!It->second.isTooLarge())
      Wraps.try_emplace(It->second, Wrap{R.Scaled, {-Whole, Whole}, false});
  }
  return KernelReal::exact(It->second, R.Shift);
}

IndexExpr TypedIntegers::converted(const IndexExpr &Truncated, IntegerType T,
                                   Conditions Where) {
  Work Spent(StepsOfQuestion, &Steps);
  const MaybeRange Is = rangeIn(Truncated, Where, Spent);
  const Range Fits = rangeOf(T);
  if (Is && Is->isWithin(Fits))
    return Truncated;
  auto &Before = Converted[{T.Bits, T.IsSigned}];
  auto It = Before.find(Truncated);
  if (It == Before.end()) {
    It =
        Before.emplace(Truncated, anyUnless(Truncated, Fits, Is, any(T))).first;
    if (!It->second.isTooLarge())
      Wraps.try_emplace(It->second, Wrap{Truncated, Fits, false});
  }
  return It->second;
}

std::optional<IndexExpr> TypedIntegers::bitwise(const IndexExpr &A,
                                                const IndexExpr &B,
                                                Conditions Where) {
  Work Spent(StepsOfQuestion, &Steps);
  const MaybeRange OfA = rangeIn(A, Where, Spent),
                   OfB = rangeIn(B, Where, Spent);
  constexpr Wide TooLarge = Wide(1) << 62;
  if (!OfA || !OfB || OfA->Low < 0 || OfB->Low < 0 || OfA->High >= TooLarge ||
      OfB->High >= TooLarge)
    return std::nullopt;
  int64_t Most = 0;
  while (Most < std::max(OfA->High, OfB->High))
    Most = 2 * Most + 1;
  const IndexExpr Made = MakeComputed();
  limit(Made, {0, Most});
  In.Facts.push_back(both(lessEqual(0, Made), lessEqual(Made, Most)));
  return Made;
}

} // namespace aoti_tidy
