// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/prove/Polynomial.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <numeric>

namespace aoti_tidy {
namespace {

int64_t floorDivided(int64_t A, int64_t By) {
  return A / By - (A % By < 0 ? 1 : 0);
}

bool isBefore(const Monomial &A, const Monomial &B) {
  return A.size() != B.size() ? A.size() < B.size() : A < B;
}

Monomial multiplied(const Monomial &A, const Monomial &B) {
  Monomial Both;
  std::merge(A.begin(), A.end(), B.begin(), B.end(), std::back_inserter(Both));
  return Both;
}

} // namespace

std::optional<Monomial> quotient(const Monomial &Of, const Monomial &M) {
  if (!llvm::includes(Of, M))
    return std::nullopt;
  Monomial Rest;
  std::set_difference(Of.begin(), Of.end(), M.begin(), M.end(),
                      std::back_inserter(Rest));
  return Rest;
}

Polynomial::Polynomial(int64_t Constant) {
  if (Constant != 0)
    Terms.push_back({{}, Constant});
}

Polynomial Polynomial::unknown(unsigned Number) { return product({Number}); }

Polynomial Polynomial::product(Monomial Of) {
  Polynomial P;
  P.Terms.push_back({std::move(Of), 1});
  return P;
}

void Polynomial::normalize() {
  const auto IsBefore = [](const Term &A, const Term &B) {
    return isBefore(A.Of, B.Of);
  };
  if (!llvm::is_sorted(Terms, IsBefore))
    llvm::sort(Terms, IsBefore);
  auto End = Terms.begin();
  for (Term &T : Terms) {
    if (End != Terms.begin() && std::prev(End)->Of == T.Of) {
      Term &Sum = *std::prev(End);
      Known &= !llvm::AddOverflow(Sum.Factor, T.Factor, Sum.Factor);
    } else {
      if (&*End != &T)
        *End = std::move(T);
      ++End;
    }
    if (std::prev(End)->Factor == 0)
      --End;
  }
  Terms.erase(End, Terms.end());
  Known &= Terms.size() <= MaxTerms &&
           (Terms.empty() || Terms.back().Of.size() <= MaxDegree);
  if (!Known)
    Terms.clear();
}

int64_t Polynomial::constant() const {
  return Terms.empty() || !Terms.front().Of.empty() ? 0 : Terms.front().Factor;
}

std::optional<int64_t> Polynomial::linearFactor(unsigned Unknown) const {
  std::optional<int64_t> Factor;
  for (const Term &T : Terms) {
    if (!llvm::is_contained(T.Of, Unknown))
      continue;
    if (T.Of.size() > 1)
      return std::nullopt;
    Factor = T.Factor;
  }
  return Factor;
}

Polynomial Polynomial::substitute(unsigned Unknown,
                                  const Polynomial &By) const {
  Polynomial Kept;
  Kept.Known = Known;
  std::vector<Polynomial> Parts;
  for (const Term &T : Terms) {
    if (!llvm::is_contained(T.Of, Unknown)) {
      Kept.Terms.push_back(T);
      continue;
    }
    Polynomial Part = T.Factor;
    for (unsigned U : T.Of)
      Part = Part * (U == Unknown ? By : Polynomial::unknown(U));
    Parts.push_back(std::move(Part));
  }
  Parts.push_back(std::move(Kept));
  return sumOf(std::move(Parts));
}

Polynomial Polynomial::tightened() const {
  int64_t Divisor = 0;
  for (const Term &T : Terms) {
    if (T.Factor == std::numeric_limits<int64_t>::min())
      return *this;
    if (!T.Of.empty())
      Divisor = std::gcd(Divisor, T.Factor);
  }
  if (Divisor <= 1)
    return *this;
  Polynomial Result = floorDivided(constant(), Divisor);
  for (const Term &T : Terms)
    if (!T.Of.empty())
      Result.Terms.push_back({T.Of, T.Factor / Divisor});
  Result.Known = Known;
  return Result;
}

std::pair<Polynomial, Polynomial> Polynomial::divided(int64_t By) const {
  Polynomial Quotient, Rest;
  Quotient.Known = Rest.Known = Known;
  for (const Term &T : Terms) {
    const int64_t Factor = floorDivided(T.Factor, By);
    if (Factor != 0)
      Quotient.Terms.push_back({T.Of, Factor});
    if (T.Factor != Factor * By)
      Rest.Terms.push_back({T.Of, T.Factor - Factor * By});
  }
  return {Quotient, Rest};
}

Polynomial operator+(const Polynomial &A, const Polynomial &B) {
  Polynomial Sum;
  Sum.Known = A.Known && B.Known;
  Sum.Terms.reserve(A.Terms.size() + B.Terms.size());
  std::merge(A.Terms.begin(), A.Terms.end(), B.Terms.begin(), B.Terms.end(),
             std::back_inserter(Sum.Terms),
             [](const Polynomial::Term &T, const Polynomial::Term &U) {
               return isBefore(T.Of, U.Of);
             });
  Sum.normalize();
  return Sum;
}

Polynomial operator-(const Polynomial &A, const Polynomial &B) {
  return A + B * -1;
}

Polynomial operator*(const Polynomial &A, const Polynomial &B) {
  Polynomial Product;
  // Before like terms are one.
  constexpr size_t MaxProducts = 16 * Polynomial::MaxTerms;
  Product.Known =
      A.Known && B.Known && A.Terms.size() * B.Terms.size() <= MaxProducts;
  if (!Product.Known)
    return Product;
  Product.Terms.reserve(A.Terms.size() * B.Terms.size());
  for (const Polynomial::Term &T : A.Terms) {
    for (const Polynomial::Term &U : B.Terms) {
      int64_t Factor;
      Product.Known &= !llvm::MulOverflow(T.Factor, U.Factor, Factor);
      Product.Terms.push_back({multiplied(T.Of, U.Of), Factor});
    }
  }
  Product.normalize();
  return Product;
}

std::optional<Polynomial> dividedExactly(Polynomial Of, const Polynomial &By) {
  constexpr unsigned MaxTerms = 32;
  Polynomial Result;
  for (unsigned I = 0; I < MaxTerms; ++I) {
    if (!Of.isKnown() || !Result.isKnown())
      return std::nullopt;
    if (Of.terms().empty())
      return Result;
    // From the last terms down, as numbers are divided.
    const Polynomial::Term &Last = Of.terms().back(),
                           &ByLast = By.terms().back();
    const auto Rest = quotient(Last.Of, ByLast.Of);
    if (!Rest || Last.Factor % ByLast.Factor != 0)
      return std::nullopt;
    const Polynomial Times =
        Polynomial::product(*Rest) * (Last.Factor / ByLast.Factor);
    Result = Result + Times;
    Of = Of - Times * By;
  }
  return std::nullopt;
}

Polynomial sumOf(std::vector<Polynomial> Parts) {
  Polynomial Sum;
  size_t Count = 0;
  for (const Polynomial &P : Parts)
    Count += P.Terms.size();
  Sum.Terms.reserve(Count);
  for (Polynomial &P : Parts) {
    Sum.Known &= P.Known;
    std::move(P.Terms.begin(), P.Terms.end(), std::back_inserter(Sum.Terms));
  }
  Sum.normalize();
  return Sum;
}

Polynomial
toPolynomial(const IndexExpr &E,
             llvm::function_ref<Polynomial(const IndexExpr &)> Leaf) {
  const bool IsSum = E.op() == IndexExpr::Op::Add;
  if (E.op() == IndexExpr::Op::Constant)
    return E.constant();
  if (!IsSum && E.op() != IndexExpr::Op::Mul)
    return Leaf(E);
  std::vector<Polynomial> Parts;
  for (const IndexExpr &O : E.operands())
    Parts.push_back(toPolynomial(O, Leaf));
  if (IsSum)
    return sumOf(std::move(Parts));
  Polynomial Product = std::move(Parts.front());
  for (const Polynomial &P : llvm::drop_begin(Parts))
    Product = Product * P;
  return Product;
}

Polynomial toPolynomial(const IndexExpr &E, std::vector<IndexExpr> &Leaves) {
  return toPolynomial(E, [&](const IndexExpr &L) {
    const size_t Index = llvm::find(Leaves, L) - Leaves.begin();
    if (Index == Leaves.size())
      Leaves.push_back(L);
    return Polynomial::unknown(Index);
  });
}

IndexExpr expressionOf(const Polynomial &P, llvm::ArrayRef<IndexExpr> Leaves) {
  IndexExpr Sum = 0;
  for (const Polynomial::Term &T : P.terms()) {
    IndexExpr Product = T.Factor;
    for (unsigned Leaf : T.Of)
      Product = Product * Leaves[Leaf];
    Sum = Sum + Product;
  }
  return Sum;
}

} // namespace aoti_tidy
