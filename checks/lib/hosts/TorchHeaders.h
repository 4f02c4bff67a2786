// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_TORCHHEADERS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_TORCHHEADERS_H

#include "checks/lib/torch/TorchVersion.h"

namespace clang {
class Preprocessor;
}

namespace aoti_tidy {

/// The version that torch's version.h defines: as the TU's macros if it was
/// included, else read from the TU's include path. Hosts that include only the
/// package loader's header never see version.h.
std::optional<TorchVersion> findTorchVersion(clang::Preprocessor &PP);

} // namespace aoti_tidy

#endif
