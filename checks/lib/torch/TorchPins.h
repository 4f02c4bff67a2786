// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_TORCHPINS_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_TORCHPINS_H

#include "checks/lib/torch/TorchVersion.h"

namespace aoti_tidy {

/// A torch that a file of the project asks for, and where.
struct NamedTorch {
  TorchVersion Version;
  std::string Text; ///< "torch==2.9.1", "pytorch/pytorch:2.9.1-runtime"
  std::string File; ///< absolute
  unsigned Offset = 0;
};

/// The one torch of several places; two that differ say nothing.
class OneTorch {
public:
  /// \p Version is the number alone: "2.13.0+cpu", "2.13.*".
  void add(llvm::StringRef Version, std::string Text, llvm::StringRef File,
           size_t Offset);
  std::optional<NamedTorch> only() const {
    return IsClear ? Found : std::nullopt;
  }

private:
  std::optional<NamedTorch> Found;
  bool IsClear = true;
};

/// "2.13.0+cpu" of a requirement as pip takes it, 'torch==2.13.0+cpu ; ...'. Empty
/// if it pins no torch: 'torchvision==0.28.0', 'torch>=2.6'.
llvm::StringRef pinnedTorch(llvm::StringRef Requirement);

/// The torch that a file pins, by its lines: pyproject.toml (PEP 621, PEP 735,
/// Poetry), requirements.txt, uv.lock, poetry.lock, environment.yml. Nothing if
/// there is none, or several.
std::optional<NamedTorch> torchPinIn(llvm::StringRef File,
                                     llvm::StringRef Text);

} // namespace aoti_tidy

#endif
