// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_HOST_LOADEDPACKAGE_H
#define AOTI_TIDY_CHECKS_HOST_LOADEDPACKAGE_H

#include "checks/host/AotiApi.h"
#include <optional>
#include <string>

namespace clang::tidy::aoti {

/// The device that a package records for the model a loader asks for.
struct RecordedDevice {
  std::string Package; ///< the file or folder that was read
  bool IsFolder;       ///< unpacked, which torch loads since 2.13
  std::string Type;    ///< "cpu", "cuda"
};

/// Looks into the package that \p C loads, if the source alone says which it
/// is. A relative path is tried from the folder of the file \p C stands in,
/// from the compiler's working directory and from that of the process. Nothing
/// when in doubt: no package there, none that can be read, none with that
/// model, or several that differ.
std::optional<RecordedDevice> recordedDevice(const Construction &C,
                                             ASTContext &Ctx);

} // namespace clang::tidy::aoti

#endif
