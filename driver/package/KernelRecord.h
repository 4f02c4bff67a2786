// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGE_KERNELRECORD_H
#define AOTI_TIDY_DRIVER_PACKAGE_KERNELRECORD_H

#include "checks/lib/emitted/KernelModel.h"

namespace aoti_tidy {

/// A kernel's model as bytes, for the same program. Empty if the model cannot
/// be made of them again as it is.
std::string kernelRecord(const Kernel &K);

/// Nothing if \p Bytes are no such record.
std::optional<Kernel> kernelOfRecord(llvm::StringRef Bytes);

} // namespace aoti_tidy

#endif
