// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_MODULES_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_MODULES_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// Something that a module defines.
struct ModuleMember {
  const File *In = nullptr; ///< null: not known
  Node At;                  ///< function_definition, class_definition, lambda
  /// What is asked for is this attribute of it; empty if it is At itself.
  std::string Attribute;

  explicit operator bool() const { return In != nullptr; }
};

/// What \p Name, a dotted name as Names::qualifiedName() gives it for \p F,
/// stands for in another file: of a relative import in the package around F, of
/// an absolute one beside F or in a folder above it. Packages that hand on what
/// their modules define are followed. Nothing if the module is not found, if
/// several may be meant, or if the module gives the name several meanings.
///
/// If there are \p Words, which must outlive \p F, only of a module that has one
/// of them in its text: most of the others are not read then.
ModuleMember importedMember(const File &F, llvm::StringRef Name,
                            llvm::ArrayRef<llvm::StringRef> Words = {});

/// What the module \p F calls \p Name at its top, 'globals()[Name]', by way of
/// its imports, too: of a value the expression. Nothing as above.
ModuleMember moduleMember(const File &F, llvm::StringRef Name);

} // namespace aoti_tidy::python

#endif
