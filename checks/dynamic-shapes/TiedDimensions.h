// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DYNAMIC_SHAPES_TIEDDIMENSIONS_H
#define AOTI_TIDY_CHECKS_DYNAMIC_SHAPES_TIEDDIMENSIONS_H

#include "checks/lib/script/ShapeSpecs.h"

namespace aoti_tidy::python {

/// A dimension of an example, and what dynamic_shapes says of it.
struct ExampleDimension {
  int64_t Size = 0;
  SaidDimension Said; ///< Static if nothing is said
};

/// By the name of the argument, the tensors of which all sizes are known.
using ExampleShapes = llvm::StringMap<std::vector<ExampleDimension>>;

/// Two dimensions that an expression of forward() makes equal, which may not
/// be as dynamic_shapes says.
struct Tie {
  Node Expr;
  SaidDimension First, Second;
};

/// Of the sums, products and the like of two arguments that stand in \p
/// Forward itself, 'return x + y', 'z = x @ y': the first one that ties.
std::optional<Tie> tieIn(Node Forward, const ExampleShapes &Shapes,
                         const File &F);

} // namespace aoti_tidy::python

#endif
