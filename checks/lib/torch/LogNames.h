// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_LOGNAMES_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_LOGNAMES_H

#include "checks/lib/torch/TorchVersion.h"

namespace aoti_tidy {

/// A name that TORCH_LOGS takes; see LogNames.def.
struct LogName {
  llvm::StringRef Name;
  TorchVersion First;
  /// The last version that has it; nothing if the newest still does.
  std::optional<TorchVersion> Last;

  bool existsIn(TorchVersion V) const {
    return V >= First && (!Last || V <= *Last);
  }
};

/// The name, or null if no torch has it.
const LogName *findLogName(llvm::StringRef Name);

/// The name that was meant by \p Name, which is none, if a letter or two
/// differ.
const LogName *similarLogName(llvm::StringRef Name);

} // namespace aoti_tidy

#endif
