// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/prove/IndexExpr.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>
#include <limits>
#include <unordered_map>
#include <unordered_set>

using llvm::ArrayRef;
using llvm::function_ref;

namespace aoti_tidy {

struct IndexExpr::Node {
  Op O = Op::Constant;
  int64_t Value = 0;
  struct Variable Variable;
  std::vector<IndexExpr> Operands;
  size_t Hash = 0;
  unsigned Size = 1, Depth = 1;
  bool Total = true;
};

namespace {

using Op = IndexExpr::Op;
using Operands = std::vector<IndexExpr>;
using Value = std::optional<int64_t>;

bool isDivision(Op O) {
  return O == Op::FloorDiv || O == Op::TruncDiv || O == Op::FloorMod ||
         O == Op::TruncMod;
}

bool takesConditions(Op O) {
  return O == Op::And || O == Op::Or || O == Op::Not;
}

bool isConstant(const IndexExpr &E, int64_t C) {
  return E.op() == Op::Constant && E.constant() == C;
}

bool isFalse(const IndexExpr &E) {
  return E.op() == Op::Not && E.operands()[0].op() == Op::True;
}

Value truthOf(const IndexExpr &E) {
  if (E.op() == Op::True)
    return 1;
  return isFalse(E) ? Value(0) : std::nullopt;
}

IndexExpr asInteger(const IndexExpr &E) {
  return E.isCondition() ? IndexExpr::make(Op::Select, {E, 1, 0}) : E;
}

Value added(int64_t A, int64_t B) {
  int64_t Sum;
  return llvm::AddOverflow(A, B, Sum) ? Value() : Value(Sum);
}

Value multiplied(int64_t A, int64_t B) {
  int64_t Product;
  return llvm::MulOverflow(A, B, Product) ? Value() : Value(Product);
}

Operands flattened(Op O, Operands From) {
  Operands Flat;
  for (IndexExpr &E : From) {
    if (E.op() == O)
      llvm::append_range(Flat, E.operands());
    else
      Flat.push_back(std::move(E));
  }
  return Flat;
}

/// 8*x0 as (8, x0), x0 as (1, x0).
std::pair<int64_t, IndexExpr> splitTerm(const IndexExpr &E) {
  if (E.op() != Op::Mul || E.operands()[0].op() != Op::Constant)
    return {1, E};
  const ArrayRef<IndexExpr> Rest = E.operands().drop_front();
  return {E.operands()[0].constant(),
          Rest.size() == 1 ? Rest[0] : IndexExpr::make(Op::Mul, Rest.vec())};
}

/// Folds the constants of \p Of into the first operand, left out if \p
/// Identity.
Operands withFoldedConstants(Operands Of, int64_t Identity,
                             function_ref<Value(int64_t, int64_t)> Fold) {
  int64_t Constant = Identity;
  Operands Rest;
  Rest.reserve(Of.size() + 1);
  for (IndexExpr &E : Of) {
    const Value Folded =
        E.op() == Op::Constant ? Fold(Constant, E.constant()) : std::nullopt;
    if (Folded)
      Constant = *Folded;
    else
      Rest.push_back(std::move(E));
  }
  if (Constant != Identity || Rest.empty())
    Rest.insert(Rest.begin(), Constant);
  return Rest;
}

Operands foldedSum(Operands Terms) {
  Operands Sum;
  std::unordered_map<IndexExpr, size_t, IndexExpr::Hasher> Places;
  for (IndexExpr &E : Terms) {
    const auto [Factor, Of] = splitTerm(E);
    const bool Combines = E.op() != Op::Constant && E.isTotal();
    const auto Like = Combines ? Places.find(Of) : Places.end();
    const Value Both = Like == Places.end()
                           ? std::nullopt
                           : added(splitTerm(Sum[Like->second]).first, Factor);
    if (Both) {
      Sum[Like->second] = *Both * Of;
      if (*Both == 0)
        Places.erase(Like);
    } else {
      if (Combines)
        Places.try_emplace(Of, Sum.size());
      Sum.push_back(std::move(E));
    }
  }
  return withFoldedConstants(std::move(Sum), 0, added);
}

Operands foldedProduct(Operands Factors) {
  const bool Total = llvm::all_of(Factors, std::mem_fn(&IndexExpr::isTotal));
  Operands Product = withFoldedConstants(std::move(Factors), 1, multiplied);
  if (Total && isConstant(Product[0], 0))
    return {0};
  return Product;
}

/// And: \p Neutral is true; Or: false.
Operands foldedConditions(Operands Conditions, bool Neutral) {
  const bool Total = llvm::all_of(Conditions, std::mem_fn(&IndexExpr::isTotal));
  Operands Rest;
  std::unordered_set<IndexExpr, IndexExpr::Hasher> Seen;
  for (IndexExpr &E : Conditions) {
    const Value Truth = truthOf(E);
    if (Truth && *Truth != Neutral && Total)
      return {std::move(E)};
    const bool IsAgain = E.isTotal() && !Seen.insert(E).second;
    if (Truth != Value(Neutral) && !IsAgain)
      Rest.push_back(std::move(E));
  }
  if (Rest.empty())
    Rest.push_back(truth(Neutral));
  return Rest;
}

std::optional<IndexExpr> simplified(Op O, ArrayRef<IndexExpr> Of) {
  const bool Same = Of.size() > 1 && Of[0] == Of[1] && Of[0].isTotal();
  switch (O) {
  case Op::FloorDiv:
  case Op::TruncDiv:
    if (isConstant(Of[1], 1))
      return Of[0];
    break;
  case Op::FloorMod:
  case Op::TruncMod:
    if (isConstant(Of[1], 1) && Of[0].isTotal())
      return 0;
    break;
  case Op::Min:
  case Op::Max:
    if (Same)
      return Of[0];
    // min(a, min(a, b))
    for (unsigned I : {0, 1})
      if (Of[I].op() == O && Of[1 - I].isTotal() &&
          llvm::is_contained(Of[I].operands(), Of[1 - I]))
        return Of[I];
    break;
  case Op::Select:
    if (const Value Truth = truthOf(Of[0]))
      return *Truth ? Of[1] : Of[2];
    if (Of[1] == Of[2] && Of[0].isTotal())
      return Of[1];
    return std::nullopt;
  case Op::Less:
    if (Same)
      return truth(false);
    break;
  case Op::LessEqual:
  case Op::Equal:
    if (Same)
      return truth(true);
    break;
  case Op::Not:
    if (Of[0].op() == Op::Not)
      return Of[0].operands()[0];
    return std::nullopt;
  default:
    break;
  }
  llvm::SmallVector<Value, 3> Constants;
  for (const IndexExpr &E : Of) {
    if (E.op() != Op::Constant)
      return std::nullopt;
    Constants.push_back(E.constant());
  }
  const Value Folded = IndexExpr::apply(O, Constants);
  if (!Folded)
    return std::nullopt;
  return O >= Op::True ? truth(*Folded) : IndexExpr(*Folded);
}

Value divided(Op O, int64_t A, int64_t B) {
  if (B == 0 || (B == -1 && A == std::numeric_limits<int64_t>::min()))
    return std::nullopt;
  const int64_t Quotient = A / B, Remainder = A % B;
  const bool RoundsUp = Remainder != 0 && (Remainder < 0) != (B < 0);
  switch (O) {
  case Op::FloorDiv:
    return Quotient - RoundsUp;
  case Op::FloorMod:
    return RoundsUp ? Remainder + B : Remainder;
  case Op::TruncDiv:
    return Quotient;
  default:
    return Remainder;
  }
}

Value folded(ArrayRef<Value> Of, int64_t Start,
             function_ref<Value(int64_t, int64_t)> Fold) {
  Value Result = Start;
  for (const Value &V : Of) {
    if (!V || !Result)
      return std::nullopt;
    Result = Fold(*Result, *V);
  }
  return Result;
}

Value shortCircuit(ArrayRef<Value> Of, bool Neutral) {
  for (const Value &V : Of)
    if (!V || (*V != 0) != Neutral)
      return V;
  return Neutral;
}

} // namespace

IndexExpr::IndexExpr(int64_t Constant) {
  Node Made;
  Made.Value = Constant;
  Made.Hash = llvm::hash_value(Constant);
  N = std::make_shared<const Node>(std::move(Made));
}

IndexExpr IndexExpr::variable(struct Variable V) {
  Node Made;
  Made.O = Op::Variable;
  Made.Hash = llvm::hash_combine(V.Name, unsigned(V.Kind));
  Made.Variable = std::move(V);
  return IndexExpr(std::make_shared<const Node>(std::move(Made)));
}

IndexExpr IndexExpr::tooLarge() {
  Node Made;
  Made.O = Op::TooLarge;
  Made.Total = false;
  return IndexExpr(std::make_shared<const Node>(std::move(Made)));
}

IndexExpr IndexExpr::make(Op O, std::vector<IndexExpr> Of) {
  assert(O != Op::Constant && O != Op::Variable && "made otherwise");
  // Before flattening: each may be almost as large.
  size_t Size = 1;
  for (const IndexExpr &E : Of) {
    if (E.isTooLarge())
      return E;
    Size += E.size();
  }
  if (Size > 2 * MaxSize)
    return tooLarge();
  for (const auto &[I, E] : llvm::enumerate(Of))
    E = takesConditions(O) || (O == Op::Select && I == 0) ? asCondition(E)
                                                          : asInteger(E);
  switch (O) {
  case Op::Add:
    Of = foldedSum(flattened(O, std::move(Of)));
    break;
  case Op::Mul:
    Of = foldedProduct(flattened(O, std::move(Of)));
    break;
  case Op::And:
  case Op::Or:
    Of = foldedConditions(flattened(O, std::move(Of)), O == Op::And);
    break;
  case Op::True:
    break;
  default:
    if (std::optional<IndexExpr> Simple = simplified(O, Of))
      return *std::move(Simple);
  }
  const bool Flat = O == Op::Add || O == Op::Mul || O == Op::And || O == Op::Or;
  if (Flat && Of.size() == 1)
    return Of[0];
  Node Made;
  Made.O = O;
  Made.Hash = llvm::hash_value(unsigned(O));
  for (const IndexExpr &E : Of) {
    if (E.isTooLarge())
      return E;
    Made.Size += E.N->Size;
    Made.Depth = std::max(Made.Depth, E.N->Depth + 1);
    Made.Hash = llvm::hash_combine(Made.Hash, E.N->Hash);
    Made.Total &= E.isTotal();
  }
  if (isDivision(O))
    Made.Total &= Of[1].op() == Op::Constant && Of[1].constant() != 0;
  if (Made.Size > MaxSize || Made.Depth > MaxDepth)
    return tooLarge();
  Made.Operands = std::move(Of);
  return IndexExpr(std::make_shared<const Node>(std::move(Made)));
}

IndexExpr::Op IndexExpr::op() const { return N->O; }
int64_t IndexExpr::constant() const { return N->Value; }
const Variable &IndexExpr::variable() const { return N->Variable; }
ArrayRef<IndexExpr> IndexExpr::operands() const { return N->Operands; }
bool IndexExpr::isTotal() const { return N->Total; }
unsigned IndexExpr::size() const { return N->Size; }
size_t IndexExpr::hash() const { return N->Hash; }

std::optional<int64_t> IndexExpr::apply(Op O, ArrayRef<Value> Of) {
  switch (O) {
  case Op::TooLarge:
    return std::nullopt;
  case Op::True:
    return 1;
  case Op::Add:
    return folded(Of, 0, added);
  case Op::Mul:
    return folded(Of, 1, multiplied);
  case Op::And:
  case Op::Or:
    return shortCircuit(Of, O == Op::And);
  case Op::Select:
    return Of[0] ? Of[*Of[0] ? 1 : 2] : std::nullopt;
  default:
    break;
  }
  if (llvm::any_of(Of, [](const Value &V) { return !V; }))
    return std::nullopt;
  const int64_t A = *Of[0];
  switch (O) {
  case Op::Abs:
    return A < 0 ? multiplied(A, -1) : A;
  case Op::Not:
    return !A;
  default:
    break;
  }
  const int64_t B = *Of[1];
  switch (O) {
  case Op::FloorDiv:
  case Op::TruncDiv:
  case Op::FloorMod:
  case Op::TruncMod:
    return divided(O, A, B);
  case Op::Min:
    return std::min(A, B);
  case Op::Max:
    return std::max(A, B);
  case Op::Less:
    return A < B;
  case Op::LessEqual:
    return A <= B;
  case Op::Equal:
    return A == B;
  default:
    llvm_unreachable("no operation");
  }
}

std::optional<int64_t> IndexExpr::evaluate(
    function_ref<std::optional<int64_t>(const struct Variable &)> Of) const {
  if (op() == Op::Constant)
    return constant();
  if (op() == Op::Variable)
    return Of(variable());
  llvm::SmallVector<Value, 4> Values;
  for (const IndexExpr &E : operands())
    Values.push_back(E.evaluate(Of));
  return apply(op(), Values);
}

IndexExpr IndexExpr::substitute(
    function_ref<std::optional<IndexExpr>(const struct Variable &)> By) const {
  if (op() == Op::Variable)
    return By(variable()).value_or(*this);
  if (operands().empty())
    return *this;
  Operands Of;
  bool Changed = false;
  for (const IndexExpr &E : operands()) {
    Of.push_back(E.substitute(By));
    Changed |= Of.back().N != E.N;
  }
  return Changed ? make(op(), std::move(Of)) : *this;
}

IndexExpr IndexExpr::replace(const IndexExpr &Part, const IndexExpr &By) const {
  if (*this == Part)
    return By;
  if (N->Size <= Part.N->Size)
    return *this;
  Operands Of;
  bool Changed = false;
  for (const IndexExpr &E : operands()) {
    Of.push_back(E.replace(Part, By));
    Changed |= Of.back().N != E.N;
  }
  return Changed ? make(op(), std::move(Of)) : *this;
}

void IndexExpr::forEachVariable(
    function_ref<void(const struct Variable &)> Visit) const {
  if (op() == Op::Variable)
    Visit(variable());
  for (const IndexExpr &E : operands())
    E.forEachVariable(Visit);
}

bool operator==(const IndexExpr &A, const IndexExpr &B) {
  if (A.N == B.N)
    return true;
  return A.N->Hash == B.N->Hash && A.N->O == B.N->O &&
         A.N->Value == B.N->Value && A.N->Variable == B.N->Variable &&
         A.N->Operands == B.N->Operands;
}

IndexExpr operator+(const IndexExpr &A, const IndexExpr &B) {
  return IndexExpr::make(Op::Add, {A, B});
}
IndexExpr operator-(const IndexExpr &A, const IndexExpr &B) {
  return A + -1 * B;
}
IndexExpr operator*(const IndexExpr &A, const IndexExpr &B) {
  return IndexExpr::make(Op::Mul, {A, B});
}
IndexExpr less(const IndexExpr &A, const IndexExpr &B) {
  return IndexExpr::make(Op::Less, {A, B});
}
IndexExpr lessEqual(const IndexExpr &A, const IndexExpr &B) {
  return IndexExpr::make(Op::LessEqual, {A, B});
}
IndexExpr equal(const IndexExpr &A, const IndexExpr &B) {
  return IndexExpr::make(Op::Equal, {A, B});
}
IndexExpr negation(const IndexExpr &C) { return IndexExpr::make(Op::Not, {C}); }
IndexExpr truth(bool Holds) {
  return Holds ? IndexExpr::always() : negation(IndexExpr::always());
}
IndexExpr both(const IndexExpr &A, const IndexExpr &B) {
  return IndexExpr::make(Op::And, {A, B});
}
IndexExpr either(const IndexExpr &A, const IndexExpr &B) {
  return IndexExpr::make(Op::Or, {A, B});
}
void addConjuncts(const IndexExpr &C, std::vector<IndexExpr> &To) {
  if (C.op() == IndexExpr::Op::And)
    for (const IndexExpr &O : C.operands())
      addConjuncts(O, To);
  else if (C.op() != IndexExpr::Op::True && !llvm::is_contained(To, C))
    To.push_back(C);
}

IndexExpr asCondition(const IndexExpr &E) {
  return E.isCondition() ? E : negation(equal(E, 0));
}

std::set<Variable> variablesOf(ArrayRef<IndexExpr> Exprs) {
  std::set<Variable> Result;
  for (const IndexExpr &E : Exprs)
    E.forEachVariable([&](const Variable &V) { Result.insert(V); });
  return Result;
}

bool contains(const IndexExpr &E, const IndexExpr &Part) {
  return E == Part || (E.size() > Part.size() &&
                       llvm::any_of(E.operands(), [&](const IndexExpr &O) {
                         return contains(O, Part);
                       }));
}

} // namespace aoti_tidy
