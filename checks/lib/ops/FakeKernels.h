// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_FAKEKERNELS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_FAKEKERNELS_H

#include "checks/lib/ops/OpRegistrations.h"

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

} // namespace aoti_tidy::python

#endif
