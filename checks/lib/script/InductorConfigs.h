// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_INDUCTORCONFIGS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_INDUCTORCONFIGS_H

#include "checks/lib/script/File.h"
#include <memory>

namespace aoti_tidy::python {

/// A place of a file that sets a key of torch._inductor.config.
struct ConfigSetting {
  std::string Key; ///< "aot_inductor.debug_compile"
  /// The text of the key: a string, or 'config.aot_inductor.debug_compile'.
  Node At;
  Node Value;
  Node Whole; ///< the entry of a dict, the call or the assignment
  /// The call that takes it; null for an assignment.
  const Call *By = nullptr;
  /// The dict that it is an entry of; null if it is none.
  std::shared_ptr<const Dict> In;

  /// The exception that torch raises if there is no such key.
  llvm::StringRef error() const;
};

/// All that the file sets, each once: what it passes to compile, what it
/// patches, and what it assigns.
llvm::ArrayRef<ConfigSetting> configSettings(const File &F);

} // namespace aoti_tidy::python

#endif
