// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/LogNames.h"

namespace aoti_tidy {

NamedRows<VersionedRow> logNames() {
  static constexpr VersionedRow Rows[] = {
#define AOTI_LOG_NAME(NAME, FIRST, LAST) {NAME, FIRST, LAST},
#include "checks/lib/torch/LogNames.def"
  };
  return Rows;
}

} // namespace aoti_tidy
