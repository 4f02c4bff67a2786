// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_OP_CONTRACT_KERNELBODY_H
#define AOTI_TIDY_CHECKS_OP_CONTRACT_KERNELBODY_H

#include "checks/lib/torch/TensorType.h"
#include "clang/AST/ExprCXX.h"
#include <optional>
#include <vector>

namespace aoti_tidy {

/// A place in the body of a kernel that has to do with a tensor parameter.
struct KernelUse {
  const clang::Expr *At;
  const clang::ParmVarDecl *Parameter;
};

/// What the dtype of a result owes to the parameters.
struct ResultType {
  const clang::ParmVarDecl *Of = nullptr; ///< the one whose dtype it has
  /// The one that was converted to To, and so has another dtype in general.
  const clang::ParmVarDecl *Converted = nullptr;
  std::optional<DType> To;
};

struct KernelBody {
  /// 'x.add_(1)', 'x[0] = y', 'x += 1', 'at::add_out(x, a, b)',
  /// 'x.data_ptr<float>()[i] = 0', in the function itself.
  std::vector<KernelUse> Writes;
  /// 'return x', 'return x.view(-1)'
  std::vector<KernelUse> Returns;
  /// What the function returns, if it has one 'return'.
  const clang::Expr *Result = nullptr;
  ResultType Type; ///< of Result, as far as it is certain
};

/// What \p Function, a definition, does to the memory of its parameters. A
/// parameter that gets another value on some way ('x = x.contiguous()') is none.
KernelBody kernelBody(const clang::FunctionDecl &Function);

} // namespace aoti_tidy

#endif
