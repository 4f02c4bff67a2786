// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_CONFORMANCETEXT_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_CONFORMANCETEXT_H

#include "checks/lib/package/Conformance.h"

namespace aoti_tidy {

/// "input 1 is 'float32', but 'ranker.pt2' takes 'int64'", \p Package being
/// what is named there, with its quotes. Not of devices, which are
/// aoti-device-mismatch's.
std::string violationText(const Violation &V, const TensorContract &Input,
                          llvm::StringRef Package);

/// What comes of it, by what the package checks: "the model runs here; ...".
llvm::StringRef consequenceText(const Violation &V, InputChecks Checks);

/// "cuda:1"
std::string deviceText(const DeviceValue &Device);

/// How the device of \p Model is known: "records AOTI_DEVICE_KEY \"cuda\"",
/// "needs libcudart.so.12".
std::string deviceEvidenceText(const ModelContract &Model);

} // namespace aoti_tidy

#endif
