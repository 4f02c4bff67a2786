// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PYTHON_SCRIPTFACTS_H
#define AOTI_TIDY_DRIVER_PYTHON_SCRIPTFACTS_H

#include "checks/lib/script/File.h"
#include "driver/base/Isolation.h"

namespace aoti_tidy {

/// A script that mentions what writes a package.
struct ScriptSource {
  std::string File;
  llvm::StringRef Text;
  const python::Settings *With = nullptr;
};

/// The packages that \p Writers write, each read in a process of its own. One that
/// is not read to its end tells nothing; the lint of it says so.
std::shared_ptr<const RunScripts>
readScripts(llvm::ArrayRef<ScriptSource> Writers, IsolationSettings Apart);

} // namespace aoti_tidy

#endif
