// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PROVE_POLYNOMIAL_H
#define AOTI_TIDY_CHECKS_LIB_PROVE_POLYNOMIAL_H

#include "checks/lib/prove/IndexExpr.h"
#include "llvm/ADT/SmallVector.h"

namespace aoti_tidy {

/// A product of unknowns, sorted; one that is squared is there twice. The empty
/// product is 1.
using Monomial = llvm::SmallVector<unsigned, 4>;

/// What \p M leaves of \p Of: Of / M. Nothing if it does not divide it.
std::optional<Monomial> quotient(const Monomial &Of, const Monomial &M);

/// A polynomial with integer coefficients, over unknowns that have numbers.
/// One whose coefficients overflow, or that has more than MaxTerms or a higher
/// degree than MaxDegree, is not known: it stays so in whatever is made of it,
/// and has no terms.
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
  /// Of the unknown alone, if it is in no product; else nothing.
  std::optional<int64_t> linearFactor(unsigned Unknown) const;

  Polynomial substitute(unsigned Unknown, const Polynomial &By) const;
  /// Divided by what divides the terms with unknowns; the constant is rounded
  /// down. Where this is >= 0, and only there, so is the result.
  Polynomial tightened() const;
  /// As (quotient, rest): quotient * By + rest, where no factor of the rest is
  /// outside of 0 .. By - 1. \p By is positive.
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

/// All at once, as each addition sorts the whole sum.
Polynomial sumOf(std::vector<Polynomial> Parts);

/// \p E as a polynomial of what \p Leaf makes of its operands that are neither
/// constants, sums nor products.
Polynomial toPolynomial(const IndexExpr &E,
                        llvm::function_ref<Polynomial(const IndexExpr &)> Leaf);

} // namespace aoti_tidy

#endif
