// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_PYTHONOPS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_PYTHONOPS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// Something that Python code says about an operator.
struct PythonOp {
  enum Kind {
    Schema, ///< defines the op
    Fake,   ///< gives it what works on tensors without data, or may do so
    Kernel, ///< gives it a kernel for tensors with data
  };

  /// Empty if it is not in sight: then any op called Name may be meant.
  std::string Namespace;
  /// With the overload, if it has one: "op.out". Empty if it is not in sight:
  /// then any op of Namespace may be meant (a fake or a kernel only).
  std::string Name;
  Kind K;
  /// Of a schema: from its "(" on; empty if it is not a literal, or is inferred
  /// from a Python function.
  std::string SchemaText;
  /// Of a fake or a kernel: the dispatch key as C++ spells it ("CPU", "Meta",
  /// "CompositeImplicitAutograd"); empty if it has none or it is not in sight.
  std::string Key;
  /// Where in the text: of the call or decorator.
  unsigned Offset;
};

/// What the Python source \p Text registers with torch.library, in the order of
/// the text. Generous where it cannot be sure: helpers of the user's own that
/// look as if they register a fake count as fakes. Broken text gives what is
/// around the breakage, and fakes for the ops that the breakage names.
std::vector<PythonOp> scanPythonOps(llvm::StringRef Text);

} // namespace aoti_tidy

#endif
