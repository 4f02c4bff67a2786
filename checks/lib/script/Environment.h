// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_ENVIRONMENT_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_ENVIRONMENT_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// Whether something in the file may set the environment's variable \p Name:
/// os.environ["NAME"] = x, os.environ.update(...), monkeypatch.setenv(...).
bool maySetVariable(llvm::StringRef Name, const File &F);

} // namespace aoti_tidy::python

#endif
