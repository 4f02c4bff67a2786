// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_MEMORY_H
#define AOTI_TIDY_DRIVER_BASE_MEMORY_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace aoti_tidy {

/// The bytes that this process can use without another one having to give some
/// up: of the machine, and of the control groups (version 2) around it. Nothing
/// where the system does not say.
///
/// \param Root Where /proc and /sys are, for tests.
std::optional<uint64_t> availableMemory(llvm::StringRef Root = "");

/// How many of \p Jobs fit into the memory that is available, one at least.
unsigned jobsThatFit(unsigned Jobs, uint64_t BytesOfJob,
                     std::optional<uint64_t> Available);

/// The most that this process, and that any one of its children that ended,
/// ever had in memory.
struct PeakMemory {
  uint64_t Own = 0, OfChild = 0;
};
PeakMemory peakMemory();

} // namespace aoti_tidy

#endif
