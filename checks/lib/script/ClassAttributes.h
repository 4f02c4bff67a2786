// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_CLASSATTRIBUTES_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_CLASSATTRIBUTES_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// What the attribute \p Name is of \p Object, the name of a class of the file or
/// a call that makes one: what the class's body says, or the call of a
/// dataclass. Nothing if the file, or a class from elsewhere that it derives
/// from, may set it otherwise.
Node classAttribute(Node Object, llvm::StringRef Name, const File &F);

/// Whether to make an object of \p Class does no more than to keep what it is
/// given.
bool onlyHoldsValues(Node Class, const File &F);

} // namespace aoti_tidy::python

#endif
