// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_PARALLEL_H
#define AOTI_TIDY_DRIVER_BASE_PARALLEL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/ThreadPool.h"
#include <atomic>

namespace aoti_tidy {

/// Calls \p Work(0) to \p Work(N - 1), \p Jobs at a time; 0: one per core.
inline void inParallel(size_t N, unsigned Jobs,
                       llvm::function_ref<void(size_t)> Work) {
  llvm::DefaultThreadPool Pool(llvm::hardware_concurrency(Jobs));
  std::atomic<size_t> Next = 0;
  for (unsigned I = 0; I < Pool.getMaxConcurrency(); ++I)
    Pool.async([&] {
      for (size_t Mine = Next++; Mine < N; Mine = Next++)
        Work(Mine);
    });
  Pool.wait();
}

} // namespace aoti_tidy

#endif
