// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_OPDEFINITIONS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_OPDEFINITIONS_H

#include "checks/lib/ops/OpRegistrations.h"
#include "checks/lib/script/SymbolicFunction.h"
#include "checks/lib/torch/OpSchema.h"

namespace aoti_tidy::python {

/// A function that stands for an operator where tensors have no data: export
/// runs it on fake tensors, whose sizes are symbols.
struct FakeKernel {
  Node Function;     ///< function_definition or lambda
  Node Registration; ///< the call that says so; null if it is a decorator
  /// "ns::op", as the registration names it; without "ns::" if the library is
  /// not in sight, empty if the name is not.
  std::string Operator;
  /// It is an impl for the key Meta, which gets meta tensors: torch gives no
  /// data out there, not even as symbols.
  bool IsMetaKernel = false;
};

/// The fakes that \p F registers, each function once, in the order of the text:
/// with torch.library.register_fake, impl_abstract, an impl for the key Meta,
/// the register_fake of a custom op, as a decorator or a call; with helpers that
/// are named as these are, or take a 'fake_impl'; with functions of the file that
/// hand a parameter to one of these. The body of a triton_op is one, too.
std::vector<FakeKernel> fakeKernels(const File &F, const OpCalls &Calls,
                                    llvm::ArrayRef<OpRegistration> Registered);

/// The definition of an operator that a file has.
struct OpDefinition {
  Node At; ///< the call of define or custom_op; null if there are several
  std::vector<SchemaArgument> Arguments;
  /// The literal that is the schema, if it has no escapes; else null.
  Node Literal;
  /// The offset in the file is SchemaArgument::TypeOffset plus this.
  int64_t LiteralShift = 0;
};

/// The operators that a file defines by a schema, by name: with
/// torch.library.define, the define of a torch.library.Library, custom_op.
class OpDefinitions {
public:
  OpDefinitions(const File &F, const OpCalls &Calls,
                llvm::ArrayRef<OpRegistration> Registered);

  /// The definition of the operator of \p Kernel; null if nothing in the file
  /// does, or several things do.
  const OpDefinition *of(const FakeKernel &Kernel) const;

private:
  llvm::StringMap<OpDefinition> ByName;
};

/// All that a file says of operators, for the checks that ask for it by
/// File::index.
struct FileOperators {
  explicit FileOperators(const File &F)
      : Calls(F), Registered(opRegistrations(F, Calls, /*WithKernels=*/true)),
        Definitions(F, Calls, Registered),
        Fakes(fakeKernels(F, Calls, Registered)) {}

  const OpCalls Calls;
  const std::vector<OpRegistration> Registered;
  const OpDefinitions Definitions;
  const std::vector<FakeKernel> Fakes;
};

/// The argument of \p Op that each of \p Parameters gets. One for which that is
/// not certain has none.
std::vector<std::optional<size_t>>
argumentsFor(llvm::ArrayRef<FunctionParameter> Parameters,
             const OpDefinition &Op);

/// The schema's parameters of \p Op as values for a kernel: "Tensor x", "SymInt
/// n".
std::vector<SymbolicValue>
givenBySchema(llvm::ArrayRef<FunctionParameter> Parameters,
              const OpDefinition &Op);

} // namespace aoti_tidy::python

#endif
