// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_ERA_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_ERA_H

#include "checks/lib/package/Contract.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace aoti_tidy {

/// When a model with the functions \p Defines was compiled; nothing if it lacks
/// AOTInductor's interface.
std::optional<Contract::Era>
eraOfInterface(llvm::function_ref<bool(llvm::StringRef Function)> Defines);

struct PackageLayout {
  bool HasRoot = false;        ///< <root>/data/..., not data/...
  bool HasModelFolders = true; ///< data/aotinductor/<model>/
  bool SplitsKernels = false;  ///< *.wrapper.so beside *.kernel.cpp
  bool RecordsMachine = false; ///< AOTI_PLATFORM
};
Contract::Era eraOfLayout(const PackageLayout &Layout);

/// The versions that both allow; \p Code, which decides at run time, if they
/// contradict.
Contract::Era narrow(const Contract::Era &Code, const Contract::Era &Layout);

} // namespace aoti_tidy

#endif
