// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_PYTHONSIZEARGUMENTS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_PYTHONSIZEARGUMENTS_H

#include "checks/lib/script/File.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// An argument of torch.ops.ns.op(…) that is a size of a tensor.
struct PythonSizeArgument {
  std::string Op;        ///< ns::name.overload
  unsigned Position = 0; ///< from 0; if Keyword is empty
  std::string Keyword;
  unsigned Offset = 0; ///< in the text
};

/// Whether a text may have one, by its words. Fast.
bool mayGiveSizesToOps(llvm::StringRef Text);

/// Those of the Python source \p Text that may vary from call to call: the
/// first size of a tensor ('x.shape[0]', 'm' of 'm, k = x.shape'), any but the
/// last where the tensor's rank is in sight, or one behind it is asked for, its
/// number of elements, and what is computed from these. Not of a module's
/// member, nor of what is called a weight: a model has those once.
std::vector<PythonSizeArgument> sizesGivenToOps(llvm::StringRef Text);

namespace python {

/// The same as a node.
struct SizeArgument {
  std::string Op;
  unsigned Position = 0;
  llvm::StringRef Keyword;
  Node At;
  Node Call;
};

/// "ns::op" of torch.ops.ns.op and torch.ops.ns.op.default; empty if \p Callee
/// is no such thing.
std::string opCalled(const File &F, Node Callee);

/// Those of \p F, in calls of what \p OpOf knows the name of.
std::vector<SizeArgument>
sizesGivenToOps(const File &F, llvm::function_ref<std::string(Node)> OpOf);

} // namespace python
} // namespace aoti_tidy

#endif
