// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKEARGUMENTS_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKEARGUMENTS_H

#include "checks/symint-meta/FakeSchemas.h"

namespace aoti_tidy::python {

/// What \p Op, the definition of the operator of \p Kernel, says of the
/// kernel's parameters, beside what \p V, read without it, knows.
FakeValues::Given givenBySchema(const FakeValues &V, const FakeKernel &Kernel,
                                const OpDefinition &Op);

/// Where a call in the file gives a size for a parameter of \p Kernel that is in
/// \p Expr; null if none does.
Node sizeGivenFor(Node Expr, const FakeValues &V, const FakeKernel &Kernel,
                  const OpDefinition &Op);

/// The parameters of \p Kernel that are int in the schema and become sizes of
/// tensors: those that are a whole shape, single ones that a call in the file
/// gives a size for, and if the option SchemaInts says so, others.
std::vector<Finding> schemaInts(const File &F, const FakeKernel &Kernel,
                                const FakeValues &V, const OpDefinition &Op);

/// The arguments of \p Call that are sizes of the tensor that it makes: of
/// x.new_empty, torch.zeros, x.reshape and the like.
llvm::SmallVector<Node, 4> sizeArguments(const File &F, const FakeValues &V,
                                         Node Call);

} // namespace aoti_tidy::python

#endif
