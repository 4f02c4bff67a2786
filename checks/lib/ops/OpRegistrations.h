// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_OPREGISTRATIONS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_OPREGISTRATIONS_H

#include "checks/lib/ops/OpNames.h"

namespace aoti_tidy::python {

/// One registration of an operator in a file.
struct OpRegistration {
  enum class Kind {
    Schema, ///< defines the op
    Fake,   ///< gives it what works on tensors without data, or may do so
    Kernel, ///< gives it what needs data
  };

  Kind What = Kind::Fake;
  /// The name of a schema has one, too. Both parts are empty if nothing of it
  /// is in sight.
  OperatorName Op;
  Node At; ///< the call, or what is used as a decorator without one
  /// The last part of the name of what registers: "register_fake".
  std::string Registrar;
  /// For a schema: from its "(" on; empty if it is not a literal, or is
  /// inferred from a function.
  std::string SchemaText;
  /// For a fake or kernel: the dispatch key as C++ spells it ("Meta"); empty if
  /// it has none or it is not in sight.
  std::string Key;
};

/// The schemas and fakes that \p F registers with torch.library, or by helpers
/// that look as if they did. Generous with fakes: one too many keeps a check silent, one too few
/// makes it wrong. Kernels that need data only \p WithKernels.
std::vector<OpRegistration> opRegistrations(const File &F, const OpCalls &Calls,
                                            bool WithKernels = false);

} // namespace aoti_tidy::python

#endif
