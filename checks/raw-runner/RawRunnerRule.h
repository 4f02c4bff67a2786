// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_RAW_RUNNER_RAWRUNNERRULE_H
#define AOTI_TIDY_CHECKS_RAW_RUNNER_RAWRUNNERRULE_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/torch/TorchVersion.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// The problem with making an object of \p Class, a runner of raw .so files,
/// in a program in \p Lang; nothing if \p Torch has no package loader to use
/// instead. An unknown torch is taken to be a current one.
std::optional<std::string> rawRunnerProblem(llvm::StringRef Class,
                                            Language Lang,
                                            std::optional<TorchVersion> Torch);

} // namespace aoti_tidy

#endif
