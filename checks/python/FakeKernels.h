// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_PYTHON_FAKEKERNELS_H
#define AOTI_TIDY_CHECKS_PYTHON_FAKEKERNELS_H

#include "checks/python/PythonCheck.h"

namespace aoti_tidy::python {

/// A function that stands for an operator where tensors have no data: export runs
/// it on fake tensors, whose sizes are symbols.
struct FakeKernel {
  Node Function;     ///< function_definition or lambda
  Node Registration; ///< the decorator or the call that says so
  /// "ns::op", as the registration names it; without "ns::" if the library is not
  /// in sight, empty if the name is not.
  std::string Operator;
  /// It is an impl for the key Meta, which gets meta tensors: torch gives no data
  /// out there, not even as symbols.
  bool IsMetaKernel = false;
  /// How many parameters in front the operator does not give: 'self', and what
  /// functools.partial gives.
  size_t Bound = 0;
  /// Those that functools.partial gives by name.
  std::vector<llvm::StringRef> BoundNames;
};

/// The fakes that \p F registers, each function once, in the order of the text:
/// by torch.library.register_fake, impl_abstract, an impl for the key Meta, the
/// register_fake of a custom op, with a decorator or as a call; and by helpers
/// that are named as these are, or take a 'fake_impl'.
std::vector<FakeKernel> fakeKernelsIn(const File &F);

/// torch.library.Library("ns", "IMPL", "Meta")
struct TorchLibrary {
  std::string Namespace, Key; ///< empty: it has none, or it is not in sight
};

/// The library that \p Expr surely is.
std::optional<TorchLibrary> torchLibrary(const File &F, Node Expr);

/// The name that a call of torch.library.custom_op or triton_op gives the operator
/// that \p Expr surely is; empty if it is none.
std::string customOpName(const File &F, Node Expr);

/// Whether \p Call is one of torch.library.custom_op or triton_op.
bool isCustomOpCall(const File &F, Node Call);

/// For an argument that has a name only.
constexpr size_t ByNameOnly = ~size_t(0);

/// The argument of \p Call at \p Position or of that name; null if not given.
Node argumentOf(Node Call, size_t Position, llvm::StringRef Name);

} // namespace aoti_tidy::python

#endif
