// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_OP_CONTRACT_OPBODY_H
#define AOTI_TIDY_CHECKS_OP_CONTRACT_OPBODY_H

#include "checks/lib/script/SymbolicFunction.h"
#include "checks/lib/torch/TensorType.h"

namespace aoti_tidy::python {

/// A place in a body that has to do with a parameter.
struct OpUse {
  Node At;
  Node Parameter; ///< the identifier in the parameter list
};

/// The parameter of a function whose memory \p Expr is: 'x', 'x[0]',
/// 'x.view(-1)', a name for one of these. Null if it is none, or a copy on some
/// way ('x = x.contiguous()').
Node parameterOf(Node Expr, const File &F);

/// The writes to parameters in the body of \p Function itself, without those of
/// functions it calls: 'x.add_(1)', 'x[0] = y', 'x += 1', 'torch.add(a, b,
/// out=x)'.
std::vector<OpUse> writesOf(Node Function, const File &F);

/// What \p Function returns: each 'return', of tuples and lists the elements,
/// of 'a if c else b' both.
std::vector<Node> returnsOf(Node Function);

/// What a tensor that a function returns owes to the function's parameters.
struct ResultForm {
  std::optional<DType> Type; ///< if that is certain
  /// The parameter whose dtype it has; of a Type the one that was converted, and
  /// so has another in general.
  Node TypeOf, Converted;
  /// The parameter whose sizes it has, or if IsCut a part of them.
  Node SizesOf;
  bool IsCut = false;
  /// The sizes of a new tensor, of which those that are no numbers are nullopt;
  /// empty where they are not known.
  llvm::SmallVector<std::optional<int64_t>, 4> Made;
};

ResultForm formOf(Node Expr, const File &F, unsigned Depth = 0);

} // namespace aoti_tidy::python

#endif
