// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_OPLIBRARIES_H
#define AOTI_TIDY_CHECKS_LIB_OPS_OPLIBRARIES_H

#include "checks/lib/ops/OpCalls.h"

namespace aoti_tidy::python {

/// Library("ns", "IMPL", "Meta")
struct OpLibrary {
  std::string Namespace; ///< empty: not in sight
  /// The dispatch key that it registers for if none is said. "": it has none;
  /// nothing: not in sight.
  std::optional<std::string> Key;
};

/// Which torch.library.Library an expression stands for.
class OpLibraries {
public:
  /// Both must outlive it.
  OpLibraries(const File &F, const OpCalls &Calls) : F(F), Calls(Calls) {}

  /// A library without a namespace and without a key if that is not plain to
  /// see, or if \p Expr is something else.
  OpLibrary at(Node Expr) const;

private:
  OpLibrary made(const OpCall &By) const;

  const File &F;
  const OpCalls &Calls;
};

/// The dispatch key that \p Type, a device type or itself a key, stands for.
std::string dispatchKeyOf(llvm::StringRef Type);

/// Whether a kernel for \p Key also runs on tensors without data, or may.
bool worksWithoutData(llvm::StringRef Key);

} // namespace aoti_tidy::python

#endif
