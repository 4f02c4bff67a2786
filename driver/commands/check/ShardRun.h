// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_CHECK_SHARDRUN_H
#define AOTI_TIDY_DRIVER_COMMANDS_CHECK_SHARDRUN_H

#include "driver/base/ExitCode.h"
#include "driver/base/Options.h"
#include "driver/cache/SharedWork.h"

namespace aoti_tidy {

/// The part of this process in a run that several do; null for a run of its
/// own. \p Facts are for who joins them.
llvm::Expected<std::unique_ptr<SharedWork>>
shareWork(const Options &O, std::vector<FactsFile> Facts);

/// Writes what a shard has done.
llvm::Expected<ExitCode> writeShard(const Options &O, SharedWork &Shared);

} // namespace aoti_tidy

#endif
