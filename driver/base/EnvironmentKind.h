// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_ENVIRONMENTKIND_H
#define AOTI_TIDY_DRIVER_BASE_ENVIRONMENTKIND_H

#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

/// Files that set variables of the environment: a Dockerfile, a shell script, a
/// .env file, the YAML of Compose, Kubernetes or a workflow.
enum class EnvironmentKind { None, Docker, Shell, Variables, Yaml };

/// The kind of a file by its name; a file without an extension is opened for its
/// '#!' line.
EnvironmentKind environmentKind(llvm::StringRef Path);

inline bool isEnvironmentFile(llvm::StringRef Path) {
  return environmentKind(Path) != EnvironmentKind::None;
}

} // namespace aoti_tidy

#endif
