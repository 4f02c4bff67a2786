// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_ASSUMPTION_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_ASSUMPTION_H

#include "checks/lib/hosts/UnitIndex.h"

namespace aoti_tidy {

/// Facts taken for granted while a function is followed.
struct Assumption {
  const UnitIndex::Call *Call = nullptr; ///< the only one of the function
  bool HasGpu = false; ///< 'torch::cuda::is_available()' is true

  friend auto operator<=>(const Assumption &, const Assumption &) = default;
};

} // namespace aoti_tidy

#endif
