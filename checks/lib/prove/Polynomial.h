// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PROVE_POLYNOMIAL_H
#define AOTI_TIDY_CHECKS_LIB_PROVE_POLYNOMIAL_H

#include "checks/lib/prove/IndexExpr.h"
#include "llvm/ADT/SmallVector.h"

namespace aoti_tidy {

/// A product of unknowns, sorted, squares twice; empty: 1.
using Monomial = llvm::SmallVector<unsigned, 4>;

/// The quotient Of / M; nothing if it does not divide.
std::optional<Monomial> quotient(const Monomial &Of, const Monomial &M);

/// A polynomial with integer coefficients over numbered unknowns. On overflow,
/// or beyond MaxTerms or MaxDegree, it is unknown, and so is all that is made
/// of it.
class Polynomial {
public:
  static constexpr size_t MaxTerms = 1024;
  static constexpr unsigned MaxDegree = 32;

  struct Term {
    Monomial Of;
    int64_t Factor; ///< not 0
    friend bool operator==(const Term &, const Term &) = default;
  };

  Polynomial(int64_t Constant = 0); // NOLINT(google-explicit-constructor)
  static Polynomial unknown(unsigned Number);
  static Polynomial product(Monomial Of);

  bool isKnown() const { return Known; }
  llvm::ArrayRef<Term> terms() const { return Terms; } ///< lower degrees first
  bool isConstant() const { return Terms.empty() || degree() == 0; }
  int64_t constant() const; ///< the term without unknowns
  unsigned degree() const { return Terms.empty() ? 0 : Terms.back().Of.size(); }
  /// Nothing if the unknown is in a product.
  std::optional<int64_t> linearFactor(unsigned Unknown) const;

  Polynomial substitute(unsigned Unknown, const Polynomial &By) const;
  /// Divided by the gcd of the terms with unknowns, the constant rounded down:
  /// >= 0 exactly where this is.
  Polynomial tightened() const;
  /// (quotient, rest): factors of the rest are within 0 .. By - 1. \p By is
  /// positive.
  std::pair<Polynomial, Polynomial> divided(int64_t By) const;

  friend Polynomial operator+(const Polynomial &, const Polynomial &);
  friend Polynomial operator-(const Polynomial &, const Polynomial &);
  friend Polynomial operator*(const Polynomial &, const Polynomial &);
  friend bool operator==(const Polynomial &, const Polynomial &) = default;

private:
  void normalize();
  friend Polynomial sumOf(std::vector<Polynomial> Parts);

  std::vector<Term> Terms;
  bool Known = true;
};

/// Sorts once; each addition would.
Polynomial sumOf(std::vector<Polynomial> Parts);

/// M, if \p Of is M times \p By, which is not 0.
std::optional<Polynomial> dividedExactly(Polynomial Of, const Polynomial &By);

/// \p Leaf converts operands that are neither constants, sums nor products.
Polynomial toPolynomial(const IndexExpr &E,
                        llvm::function_ref<Polynomial(const IndexExpr &)> Leaf);
/// Over the numbers of \p Leaves; new ones are added.
Polynomial toPolynomial(const IndexExpr &E, std::vector<IndexExpr> &Leaves);
IndexExpr expressionOf(const Polynomial &P, llvm::ArrayRef<IndexExpr> Leaves);

} // namespace aoti_tidy

#endif
