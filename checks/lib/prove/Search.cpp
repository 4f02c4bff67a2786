// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/prove/Search.h"
#include "checks/lib/prove/Polynomial.h"
#include "llvm/ADT/STLExtras.h"
#include <functional>
#include <set>

using llvm::ArrayRef;

namespace aoti_tidy {
namespace {

using Op = IndexExpr::Op;
using Value = std::optional<int64_t>;

using Places = std::map<Variable, size_t>;

class Program {
public:
  Program(const IndexExpr &E, const Places &Variables) { add(E, Variables); }

  size_t size() const { return Steps.size(); }

  Value run(ArrayRef<Value> Variables) {
    for (Step &S : Steps) {
      if (S.O == Op::Constant) {
        S.Is = S.Number;
      } else if (S.O == Op::Variable) {
        S.Is = Variables[S.Number];
      } else {
        llvm::SmallVector<Value, 4> Operands;
        for (unsigned I : S.Operands)
          Operands.push_back(Steps[I].Is);
        S.Is = IndexExpr::apply(S.O, Operands);
      }
    }
    return Steps.back().Is;
  }

private:
  struct Step {
    Op O;
    int64_t Number = 0; ///< the constant, or which variable
    llvm::SmallVector<unsigned, 3> Operands;
    Value Is;
  };

  unsigned add(const IndexExpr &E, const Places &Variables) {
    Step S{E.op(), 0, {}, {}};
    if (E.op() == Op::Constant)
      S.Number = E.constant();
    else if (E.op() == Op::Variable)
      S.Number = Variables.at(E.variable());
    for (const IndexExpr &O : E.operands())
      S.Operands.push_back(add(O, Variables));
    Steps.push_back(std::move(S));
    return Steps.size() - 1;
  }

  std::vector<Step> Steps;
};

/// Factor * variable + Rest >= 0
struct Bound {
  Program Factor, Rest;
};

/// variable % Divisor == Rest
struct Stride {
  int64_t Divisor, Rest;
};

/// A search among more is hopeless.
constexpr size_t MaxVariables = 2000;

/// Far from where sums and products overflow.
constexpr int64_t Large = int64_t(1) << 40;

enum class Order {
  ByLargest, ///< few of them, and all sizes small before one is large
  BySum,     ///< more, and one size large as soon as all a little larger
};

class Search {
public:
  Search(ArrayRef<IndexExpr> Assumptions, const IndexExpr &Claim, Order By,
         unsigned MaxTries, Work &Spent)
      : Spent(Spent), By(By), MaxCandidates(By == Order::ByLargest ? 14 : 40),
        TriesLeft(MaxTries) {
    std::vector<IndexExpr> All = Assumptions.vec();
    All.push_back(negation(Claim));
    for (const IndexExpr &E : All)
      Spent.spend(16 * E.size());
    if (Spent.isSpent() || !orderVariables(All)) {
      TriesLeft = 0;
      return;
    }
    Values.resize(Variables.size());
    Bounds.resize(Variables.size());
    Strides.resize(Variables.size());
    Checks.resize(Variables.size());
    Earlier.resize(Variables.size());
    for (const IndexExpr &E : All) {
      collectConstants(E);
      addFact(E, true);
      if (const auto Last = lastOf(E)) {
        Checks[*Last].emplace_back(E, IndexOf);
        E.forEachVariable([&](const Variable &V) {
          if (V != Variables[*Last])
            Earlier[*Last] |= bit(indexOf(V));
        });
      } else if (E.evaluate([](const Variable &) { return Value(); }) != 1)
        TriesLeft = 0;
    }
  }

  std::optional<Witness> run() {
    for (Level = 0, IsLevelReached = true;
         IsLevelReached && TriesLeft > 0 && !Spent.isSpent(); ++Level) {
      IsLevelReached = false;
      uint64_t Culprits = 0;
      if (!assign(0, /*Reached=*/0, Culprits))
        continue;
      Witness Found;
      for (const auto &[V, Is] : llvm::zip(Variables, Values))
        Found.emplace(V, *Is);
      return Found;
    }
    return std::nullopt;
  }

private:
  bool orderVariables(ArrayRef<IndexExpr> All);
  void collectConstants(const IndexExpr &E);
  void addFact(const IndexExpr &E, bool Holds);
  void addBound(const IndexExpr &NotNegative);
  void addStride(const IndexExpr &A, const IndexExpr &B);
  std::optional<size_t> lastOf(const IndexExpr &E) const;
  bool assign(size_t Index, size_t Reached, uint64_t &Culprits);
  /// In a set of variables. Those far back share one.
  static uint64_t bit(size_t Index) {
    return uint64_t(1) << std::min<size_t>(Index, 63);
  }
  size_t indexOf(const Variable &V) const { return IndexOf.at(V); }
  bool bound(size_t Index, Value &Low, Value &High);
  std::vector<int64_t> candidates(size_t Index);

  Work &Spent;
  std::vector<Variable> Variables;
  Places IndexOf;        ///< in Variables
  size_t OthersFrom = 0; ///< after the last size
  std::vector<Value> Values;
  std::vector<int64_t> Constants; ///< in the order of their first use
  std::set<int64_t> KnownConstants;
  // By the last variable in them.
  std::vector<std::vector<Bound>> Bounds;
  std::vector<std::vector<Stride>> Strides;
  std::vector<std::vector<Program>> Checks;
  std::vector<uint64_t> Earlier; ///< the other variables that those are about
  const Order By;
  const size_t MaxCandidates;
  /// The candidates of sizes that are tried, by the farthest or by the sum;
  /// earlier levels are done.
  size_t Level = 0;
  bool IsLevelReached = false;
  unsigned TriesLeft;
};

/// Sizes first; a variable that equals an expression after its variables. False
/// if there are too many.
bool Search::orderVariables(ArrayRef<IndexExpr> All) {
  std::vector<Variable> ByKind;
  std::set<Variable> Known, Seen;
  for (const IndexExpr &E : All)
    E.forEachVariable([&](const Variable &V) {
      if (Known.insert(V).second)
        ByKind.push_back(V);
    });
  if (ByKind.size() > MaxVariables)
    return false;
  std::map<Variable, std::vector<IndexExpr>> Equals;
  for (const IndexExpr &E : All)
    for (unsigned Side : {0, 1})
      if (E.op() == Op::Equal && E.operands()[Side].op() == Op::Variable)
        Equals[E.operands()[Side].variable()].push_back(E.operands()[1 - Side]);
  const std::function<void(const Variable &)> Place = [&](const Variable &V) {
    if (!Seen.insert(V).second)
      return;
    if (const auto It = Equals.find(V); It != Equals.end())
      for (const IndexExpr &Other : It->second)
        Other.forEachVariable(Place);
    IndexOf[V] = Variables.size();
    Variables.push_back(V);
  };
  for (VariableKind K :
       {VariableKind::Symbol, VariableKind::Item, VariableKind::Loop,
        VariableKind::Loaded, VariableKind::Computed})
    for (const Variable &V : ByKind)
      if (V.Kind == K)
        Place(V);
  for (const auto &[I, V] : llvm::enumerate(Variables))
    if (V.Kind == VariableKind::Symbol)
      OthersFrom = I + 1;
  return true;
}

void Search::collectConstants(const IndexExpr &E) {
  if (E.op() == Op::Constant && E.constant() < Large && E.constant() > -Large &&
      KnownConstants.insert(E.constant()).second)
    Constants.push_back(E.constant());
  for (const IndexExpr &O : E.operands())
    collectConstants(O);
}

std::optional<size_t> Search::lastOf(const IndexExpr &E) const {
  std::optional<size_t> Last;
  E.forEachVariable([&](const Variable &V) {
    Last = std::max(Last.value_or(0), indexOf(V));
  });
  return Last;
}

void Search::addFact(const IndexExpr &E, bool Holds) {
  const ArrayRef<IndexExpr> Of = E.operands();
  switch (E.op()) {
  case Op::Not:
    return addFact(Of[0], !Holds);
  case Op::And:
  case Op::Or:
    if ((E.op() == Op::And) == Holds)
      for (const IndexExpr &O : Of)
        addFact(O, Holds);
    return;
  case Op::Less:
    return addBound(Holds ? Of[1] - Of[0] - 1 : Of[0] - Of[1]);
  case Op::LessEqual:
    return addBound(Holds ? Of[1] - Of[0] : Of[0] - Of[1] - 1);
  case Op::Equal:
    if (!Holds)
      return;
    addBound(Of[1] - Of[0]);
    addBound(Of[0] - Of[1]);
    addStride(Of[0], Of[1]);
    addStride(Of[1], Of[0]);
    return;
  default:
    return;
  }
}

void Search::addBound(const IndexExpr &NotNegative) {
  const auto Last = lastOf(NotNegative);
  if (!Last)
    return;
  const IndexExpr V = IndexExpr::variable(Variables[*Last]);
  std::vector<IndexExpr> Leaves{V};
  bool IsSimple = true;
  const Polynomial P =
      toPolynomial(NotNegative, [&](const IndexExpr &L) -> Polynomial {
        IsSimple &= L == V || lastOf(L) != Last;
        const size_t Index = llvm::find(Leaves, L) - Leaves.begin();
        if (Index == Leaves.size())
          Leaves.push_back(L);
        return Polynomial::unknown(Index);
      });
  if (!IsSimple || !P.isKnown())
    return;
  IndexExpr Factor = 0, Rest = 0;
  for (const Polynomial::Term &T : P.terms()) {
    IndexExpr Product = T.Factor;
    for (unsigned Leaf : T.Of)
      if (Leaf != 0)
        Product = Product * Leaves[Leaf];
    const auto Degree = llvm::count(T.Of, 0);
    if (Degree > 1)
      return;
    (Degree == 1 ? Factor : Rest) = (Degree == 1 ? Factor : Rest) + Product;
  }
  Bounds[*Last].push_back({Program(Factor, IndexOf), Program(Rest, IndexOf)});
}

void Search::addStride(const IndexExpr &A, const IndexExpr &B) {
  if ((A.op() != Op::FloorMod && A.op() != Op::TruncMod) ||
      A.operands()[0].op() != Op::Variable ||
      A.operands()[1].op() != Op::Constant || B.op() != Op::Constant)
    return;
  const int64_t Divisor = A.operands()[1].constant(), Rest = B.constant();
  if (Divisor < Large && Rest >= 0 && Rest < Divisor)
    Strides[*lastOf(A)].push_back({Divisor, Rest});
}

bool Search::bound(size_t Index, Value &Low, Value &High) {
  const auto Limited = [](const Value &V) {
    return V && *V > -Large && *V < Large;
  };
  for (Bound &B : Bounds[Index]) {
    Spent.spend(4 * (B.Factor.size() + B.Rest.size()));
    const Value Factor = B.Factor.run(Values), Rest = B.Rest.run(Values);
    if (!Limited(Factor) || !Limited(Rest))
      continue;
    if (*Factor == 0 && *Rest < 0)
      return false;
    // Factor * v >= -Rest
    if (*Factor > 0) {
      Low = std::max(Low,
                     Value(-*IndexExpr::apply(Op::FloorDiv, {Rest, Factor})));
    } else if (*Factor < 0) {
      const int64_t Most =
          *IndexExpr::apply(Op::FloorDiv, {Rest, Value(-*Factor)});
      High = std::min(High.value_or(Most), Most);
    }
  }
  return !Low || !High || *Low <= *High;
}

/// Sizes from the smallest, other variables from their ends; then constants and
/// sizes.
std::vector<int64_t> Search::candidates(size_t Index) {
  Value Low, High;
  if (!bound(Index, Low, High))
    return {};
  const bool IsSize = Variables[Index].Kind == VariableKind::Symbol;
  std::vector<int64_t> Found;
  Spent.spend(8 * (8 + Constants.size() + (IsSize ? 0 : Index)));
  const auto Try = [&](int64_t V) {
    if ((!Low || V >= *Low) && (!High || V <= *High) &&
        Found.size() < MaxCandidates && !llvm::is_contained(Found, V))
      Found.push_back(V);
  };
  const auto TryNext = [&](Value From, int64_t Direction, unsigned Count) {
    if (!From)
      return;
    int64_t By = 1;
    for (const Stride &S : Strides[Index]) {
      const Value Distance = (S.Rest - *From) * Direction;
      const int64_t Off =
          *IndexExpr::apply(Op::FloorMod, {Distance, Value(S.Divisor)});
      *From += Off * Direction;
      By = S.Divisor;
    }
    for (unsigned I = 0; I < Count; ++I)
      Try(*From + int64_t(I) * By * Direction);
  };
  if (IsSize) {
    TryNext(Low || High ? Low : 0, 1, 6);
    TryNext(High, -1, Low ? 2 : 6);
    if (By == Order::BySum)
      TryNext(Low || High ? Low : 0, 1, 32);
  } else {
    for (unsigned Count : {1, 2, 4}) {
      TryNext(Low, 1, Count);
      TryNext(High, -1, Count);
    }
    for (int64_t V : {0, -1, 1})
      Try(V);
  }
  for (size_t I = 0; I < Index && !IsSize; ++I)
    if (Variables[I].Kind == VariableKind::Symbol)
      for (int64_t V :
           {*Values[I] - 1, *Values[I], -*Values[I], -*Values[I] - 1})
        Try(V);
  for (int64_t C : Constants)
    for (int64_t V : {C - 1, C, C + 1})
      Try(V);
  if (By == Order::BySum && !IsSize)
    for (int64_t C : Constants)
      for (int64_t V : {-C - 1, 4 * C})
        Try(V);
  return Found;
}

/// Assigns the variables from \p Index; those before have \p Reached that much
/// of the level. On failure \p Culprits have to change: other values in
/// between, which the failure is not about, would take forever.
bool Search::assign(size_t Index, size_t Reached, uint64_t &Culprits) {
  if (Index == OthersFrom && Reached < Level) {
    Culprits = bit(Index) - 1;
    return false;
  }
  if (Index == Variables.size())
    return true;
  const bool IsSize = Variables[Index].Kind == VariableKind::Symbol;
  const size_t Farthest = By == Order::BySum ? Level - Reached : Level;
  // Sizes decide which values are tried at all.
  Culprits = Earlier[Index] | (bit(std::min(Index, OthersFrom)) - 1);
  for (const auto &[I, V] : llvm::enumerate(candidates(Index))) {
    if ((IsSize && I > Farthest) || TriesLeft == 0 || Spent.isSpent())
      break;
    // The last size has to reach the level.
    if (By == Order::BySum && Index + 1 == OthersFrom && I < Farthest)
      continue;
    --TriesLeft;
    size_t Now = Reached;
    if (IsSize)
      Now = By == Order::BySum ? Reached + I : std::max<size_t>(Reached, I);
    IsLevelReached |= IsSize && Now == Level;
    Values[Index] = V;
    if (!llvm::all_of(Checks[Index], [&](Program &P) {
          Spent.spend(4 * P.size());
          return P.run(Values) == 1;
        }))
      continue;
    uint64_t Later = 0;
    if (assign(Index + 1, Now, Later))
      return true;
    if (!(Later & bit(Index))) {
      Culprits = Later;
      break;
    }
    Culprits |= Later & ~bit(Index);
  }
  Values[Index].reset();
  return false;
}

} // namespace

std::optional<Witness> findWitness(ArrayRef<IndexExpr> Assumptions,
                                   const IndexExpr &Claim, Work &Spent) {
  return Search(Assumptions, Claim, Order::ByLargest, /*MaxTries=*/6000, Spent)
      .run();
}

std::optional<Witness> findWitnessFurther(ArrayRef<IndexExpr> Assumptions,
                                          const IndexExpr &Claim, Work &Spent) {
  return Search(Assumptions, Claim, Order::BySum, /*MaxTries=*/30000, Spent)
      .run();
}

} // namespace aoti_tidy
