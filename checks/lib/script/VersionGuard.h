// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_VERSIONGUARD_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_VERSIONGUARD_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// Whether the code picks between \p Use and something with \p Replacement in
/// its text by what the torch at hand has: by its version, 'hasattr', an
/// ImportError or AttributeError. Without a \p Replacement, whatever else there
/// is. Also if only a torch that is older than \p Since, or has no \p
/// Replacement, gets to \p Use, whatever newer ones do.
bool isPickedByVersion(Node Use, llvm::StringRef Replacement, const File &F,
                       std::optional<TorchVersion> Since = std::nullopt);

} // namespace aoti_tidy::python

#endif
