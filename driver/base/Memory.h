// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_MEMORY_H
#define AOTI_TIDY_DRIVER_BASE_MEMORY_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace aoti_tidy {

/// The free bytes of the machine, within the limits of the control groups (version
/// 2) around this process. Nothing where the system does not say. \p Root is where
/// /proc and /sys are, for tests.
std::optional<uint64_t> availableMemory(llvm::StringRef Root = "");

/// How many of \p Jobs fit into the memory that is available, one at least.
unsigned jobsThatFit(unsigned Jobs, uint64_t BytesOfJob,
                     std::optional<uint64_t> Available);

/// The peak memory of this process, and of any child that has ended.
struct PeakMemory {
  uint64_t Own = 0, OfChild = 0;
};
PeakMemory peakMemory();

} // namespace aoti_tidy

#endif
