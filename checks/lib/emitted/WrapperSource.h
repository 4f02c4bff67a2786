// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERSOURCE_H
#define AOTI_TIDY_CHECKS_LIB_EMITTED_WRAPPERSOURCE_H

#include "checks/lib/package/Contract.h"

namespace aoti_tidy {

/// What the C++ says that Inductor emits around a model's kernels, in
/// <hash>.wrapper.cpp or, up to torch 2.6, in <hash>.cpp.
struct WrapperSource {
  /// Nothing if the text is not the form that any known torch emits; Missing
  /// says so then.
  std::optional<std::vector<TensorContract>> Inputs, Outputs;
  std::string Missing;
  InputChecks Checks = InputChecks::Unknown;
  std::vector<std::string> Kernels;
  std::string Device, DeviceEvidence; ///< empty if nothing tells
  std::optional<Contract::Era> WrittenBy;
};

/// Reads \p Text, which a null character must follow. It is scanned for the
/// statements that torch emits, not compiled: what is spelt in another way is
/// not known. Nothing if it is not such a file at all.
std::optional<WrapperSource> readWrapperSource(llvm::StringRef Text);

} // namespace aoti_tidy

#endif
