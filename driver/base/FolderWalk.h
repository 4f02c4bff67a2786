// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_FOLDERWALK_H
#define AOTI_TIDY_DRIVER_BASE_FOLDERWALK_H

#include "driver/base/Inputs.h"
#include "driver/base/ProjectConfig.h"

namespace aoti_tidy {

/// Adds what is to be linted in \p Folder, which is absolute. Left out is what
/// git ignores and the configuration excludes, other repositories, hidden
/// folders, build trees, environments, and links to folders elsewhere.
llvm::Error walkFolder(llvm::StringRef Folder, const Options &O,
                       ProjectConfigs &Configs, Inputs &In);

} // namespace aoti_tidy

#endif
