// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKEKERNELS_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKEKERNELS_H

#include "checks/lib/ops/OpRegistrations.h"

namespace aoti_tidy::python {

/// A function that stands for an operator where tensors have no data: export
/// runs it on fake tensors, whose sizes are symbols.
struct FakeKernel {
  Node Function;     ///< function_definition or lambda
  const File *In;    ///< that has it, the one that registers it or another
  Node Registration; ///< the call that says so; null if it is a decorator
  /// "ns::op", as the registration names it; without "ns::" if the library is
  /// not in sight, empty if the name is not.
  std::string Operator;
  /// It is an impl for the key Meta, which gets meta tensors: torch gives no
  /// data out there, not even as symbols.
  bool IsMetaKernel = false;
  /// How many parameters in front the operator does not give: 'self', and what
  /// functools.partial gives.
  size_t Bound = 0;
  /// Those that functools.partial gives by name.
  std::vector<llvm::StringRef> BoundNames;
  /// What defines the operator beside the registration, an expression of
  /// SchemaIn: 'schema = "op(Tensor x) -> Tensor"' of a class. May be null.
  Node Schema;
  const File *SchemaIn = nullptr;
};

/// The fakes among what \p F registers, each function once, in the order of the
/// text: by torch.library.register_fake, impl_abstract, an impl for the key
/// Meta, the register_fake of a custom op, with a decorator or as a call; by
/// functions of the file, or of a module that it imports, that do so
/// (FakeRegistrars.h); and by helpers that are named as these are, or take a
/// 'fake_impl' or 'gen_fake'.
std::vector<FakeKernel> fakeKernels(const File &F, const OpCalls &Calls,
                                    llvm::ArrayRef<OpRegistration> Registered);

} // namespace aoti_tidy::python

#endif
