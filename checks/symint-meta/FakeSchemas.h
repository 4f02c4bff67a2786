// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKESCHEMAS_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKESCHEMAS_H

#include "checks/lib/torch/OpSchema.h"
#include "checks/symint-meta/FakeKernels.h"
#include "checks/symint-meta/FakeValues.h"

namespace aoti_tidy::python {

/// The definition of an operator that a file has.
struct OpDefinition {
  Node At; ///< the call of define, custom_op or triton_op
  /// Its arguments. Without a schema in the text those of the Python function
  /// that torch infers one of; then a type that is no Tensor is empty.
  std::vector<SchemaArgument> Arguments;
  /// The literal that is the schema, if it has no escapes; else null.
  Node Literal;
  /// What to add to SchemaArgument::TypeOffset for the place in the file.
  int64_t LiteralShift = 0;
  bool IsInferred = false;
  /// It is only known by what its arguments are called.
  bool IsByArguments = false;
  /// Of such: which arguments are an int, of which torch makes a SymInt.
  std::vector<bool> Ints;
  /// By argument: where a call in the file gives it a size that may vary.
  llvm::DenseMap<size_t, Node> GivenSizes;
};

/// The operators that a file defines, by name: with torch.library.define, the
/// define of a torch.library.Library, custom_op, triton_op.
class OpDefinitions {
public:
  OpDefinitions(const File &F, const OpCalls &Calls,
                llvm::ArrayRef<OpRegistration> Registered);

  /// What defines the operator of \p Kernel; null if nothing in the file does,
  /// or several things do.
  const OpDefinition *of(const FakeKernel &Kernel) const;

  /// For each of \p Parameters, those of the kernel's function, the index of
  /// the operator's argument that it gets. One for which that is not certain
  /// has none.
  static std::vector<std::optional<size_t>>
  argumentsFor(llvm::ArrayRef<Node> Parameters, const FakeKernel &Kernel,
               const OpDefinition &Op);

  /// The schema in the text of \p F with arguments that are called as all of \p
  /// Kernel's parameters are, whatever defines it: 'for name, schema in
  /// DEFS.items(): lib.define(name + schema)'. Null if there is none, or several
  /// that say other types.
  static const OpDefinition *byArguments(const File &F,
                                         const FakeKernel &Kernel);

  /// What the expression \p Schema of \p F defines, "op(Tensor x) -> Tensor".
  static std::optional<OpDefinition> in(const File &F, Node Schema);

private:
  void readCalls(const File &F, const OpCalls &Calls,
                 llvm::ArrayRef<OpRegistration> Registered);

  /// By "ns::op"; of an ambiguous name the definition has no place.
  llvm::StringMap<OpDefinition> ByName;
};

} // namespace aoti_tidy::python

#endif
