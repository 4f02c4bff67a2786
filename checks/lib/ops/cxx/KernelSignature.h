// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_CXX_KERNELSIGNATURE_H
#define AOTI_TIDY_CHECKS_LIB_OPS_CXX_KERNELSIGNATURE_H

#include "checks/lib/ops/ParameterForm.h"
#include "checks/lib/torch/OpSchema.h"
#include "clang/AST/Decl.h"

namespace aoti_tidy {

ParameterForm formOf(clang::QualType T);

/// A tensor, an optional or list of them, or a reference to one.
bool takesTensor(clang::QualType T);

/// The position in the schema of the argument that parameter \p Index takes;
/// nothing for a leading DispatchKeySet.
std::optional<unsigned> schemaIndexOf(const clang::FunctionDecl *Kernel,
                                      unsigned Index);

/// The arguments and returns that torch infers for m.def("name", Kernel), as
/// far as ints, SymInts and tensors go; the name is left to the caller.
OpSchema inferSchema(const clang::FunctionDecl *Kernel);

} // namespace aoti_tidy

#endif
