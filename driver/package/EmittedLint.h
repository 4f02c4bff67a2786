// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGE_EMITTEDLINT_H
#define AOTI_TIDY_DRIVER_PACKAGE_EMITTEDLINT_H

#include "checks/lib/kernels/cxx/EmittedSources.h"
#include "driver/base/Config.h"
#include "driver/base/InputLog.h"
#include "driver/package/EmittedResult.h"
#include "driver/package/ModelPrograms.h"

namespace aoti_tidy {

/// Lints a package, or \p Files if it is not null.
///
/// \param Log If not null, records all reads of the disk.
EmittedResult lintEmitted(const std::string &Package, const EmittedFiles *Files,
                          const Config &Cfg, bool IgnoreSuppressions,
                          const GivenPrograms &Exported, InputLog *Log);

} // namespace aoti_tidy

#endif
