// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_SYMINT_META_FAKECLASSES_H
#define AOTI_TIDY_CHECKS_SYMINT_META_FAKECLASSES_H

#include "checks/symint-meta/FakeMethods.h"

namespace aoti_tidy::python {

/// What a class gives an attribute: a method of its own or of a class that it
/// derives from, also of another module, or a value, 'fake = staticmethod(f)'.
struct ClassMember {
  const File *In = nullptr; ///< null: it has none, or that is not known
  Node At;                  ///< function_definition, or the value
  bool IsStatic = false, IsOfClass = false; ///< of a method
  /// A class that nothing in sight has may give it.
  bool IsUnknown = false;

  explicit operator bool() const { return In != nullptr; }
};

/// The class_definition that \p Name, of \p F, stands for, and its file; null if
/// that is not known.
struct ClassPlace {
  const File *In = nullptr;
  Node At;

  explicit operator bool() const { return In != nullptr; }
};
ClassPlace classNamed(const File &F, Node Name);

/// The attribute \p Name of \p Class, by what the class and its bases say.
ClassMember classMember(const ClassPlace &Class, llvm::StringRef Name);

} // namespace aoti_tidy::python

#endif
