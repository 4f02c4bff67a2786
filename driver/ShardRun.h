// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_SHARDRUN_H
#define AOTI_TIDY_DRIVER_SHARDRUN_H

#include "driver/ExitCode.h"
#include "driver/Options.h"
#include "driver/SharedWork.h"

namespace aoti_tidy {

/// The part of this process in a run that several do; null for a run of its
/// own. \p Facts are for who joins them.
llvm::Expected<std::unique_ptr<SharedWork>>
shareWork(const Options &O, std::vector<FactsFile> Facts);

/// Writes what a shard has done.
llvm::Expected<ExitCode> writeShard(const Options &O, SharedWork &Shared);

} // namespace aoti_tidy

#endif
