// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PROVE_FOLLOWS_H
#define AOTI_TIDY_CHECKS_LIB_PROVE_FOLLOWS_H

#include "checks/lib/prove/IndexExpr.h"
#include "checks/lib/prove/Work.h"

namespace aoti_tidy {

using Conditions = std::vector<IndexExpr>;

/// Whether \p Goal follows from \p Facts, whatever quotients are where they
/// divide by zero. False if that isn't seen, or once \p Spent is used up.
bool followsByAlgebra(const Conditions &Facts, const IndexExpr &Goal,
                      unsigned MaxCases, Work &Spent);

/// By one size after the other, as an address of a view is made: with i < n and
/// j < m, n*j + i < n*m.
bool followsBySizes(const Conditions &Facts, const IndexExpr &Goal,
                    Work &Spent);

/// For each of a few choices in \p Goal, with what else is computed from contents
/// in cases replaced by its range, which is decided without the others' cases.
bool followsByRanges(const Conditions &Facts, const IndexExpr &Goal,
                     Work &Spent, unsigned Choices = 0);

/// A part of \p E that is one number or another.
std::optional<IndexExpr> choiceIn(const IndexExpr &E);

/// Adds to \p Facts the computed numbers that are indices of a dimension, 0 <=
/// t < n: rounding does that, and a product with t needs it in one piece.
void addRanges(const Conditions &Goals, Conditions &Facts, Work &Spent);

} // namespace aoti_tidy

#endif
