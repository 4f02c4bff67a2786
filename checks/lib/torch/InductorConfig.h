// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_INDUCTORCONFIG_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_INDUCTORCONFIG_H

#include "checks/lib/torch/VersionTable.h"

namespace aoti_tidy {

/// The keys of torch._inductor.config (InductorConfig.def).
NamedRows<VersionedRow> configKeys();

/// The key closest to the unknown \p Name: one or two letters differ, or the
/// part before the dot is missing.
const VersionedRow *similarConfigKey(llvm::StringRef Name);

} // namespace aoti_tidy

#endif
