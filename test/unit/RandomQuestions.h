// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_TEST_UNIT_RANDOMQUESTIONS_H
#define AOTI_TIDY_TEST_UNIT_RANDOMQUESTIONS_H

#include "checks/lib/prove/IndexExpr.h"
#include <functional>
#include <random>

namespace aoti_tidy {

/// What a prover is asked: whether the claim holds where the assumptions do.
struct RandomQuestion {
  std::vector<IndexExpr> Assumptions;
  IndexExpr Claim = 0;

  std::string str() const;
};

/// Questions that depend on nothing but a seed, or on what they are made of.
class RandomQuestions {
public:
  explicit RandomQuestions(unsigned Seed) : Next(std::mt19937(Seed)) {}
  explicit RandomQuestions(std::function<uint32_t()> Next)
      : Next(std::move(Next)) {}

  // Not a distribution: those differ between standard libraries.
  int below(int N) { return int(Next() % unsigned(N)); }

  /// A condition of any kind over Variables, at most \p Depth operations deep.
  IndexExpr condition(int Depth);
  static const Variable Variables[3];

  /// About an access of a kernel. About half of them are broken in one place,
  /// as a wrong kernel is.
  RandomQuestion ofKernel();

private:
  bool isOneOf(int N) { return below(N) == 0; }
  IndexExpr integer(int Depth);
  IndexExpr divisor() { return (below(4) + 1) * (isOneOf(3) ? -1 : 1); }

  void add(IndexExpr Assumption) {
    Now.Assumptions.push_back(std::move(Assumption));
  }
  IndexExpr made(const char *Name, VariableKind Kind);
  IndexExpr size();
  IndexExpr dimension();
  IndexExpr loop(const IndexExpr &Count);
  IndexExpr loaded(const IndexExpr &Dim);
  IndexExpr indexOf(const IndexExpr &Dim);
  IndexExpr vectorOf(const IndexExpr &Dim, IndexExpr &Lanes);
  void breakAssumption(size_t From);

  std::function<uint32_t()> Next;
  RandomQuestion Now;
  unsigned Made = 0;
  std::vector<IndexExpr> Sizes;
};

} // namespace aoti_tidy

#endif
