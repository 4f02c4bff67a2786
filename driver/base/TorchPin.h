// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_TORCHPIN_H
#define AOTI_TIDY_DRIVER_BASE_TORCHPIN_H

#include "checks/lib/torch/TorchPins.h"
#include "llvm/ADT/ArrayRef.h"

namespace aoti_tidy {

/// The one torch that a project asks for.
struct TorchPin : NamedTorch {
  /// Another file that asks for another one, and how; empty if there is none.
  std::string OtherFile = {}, OtherText = {};
};

/// Looks in each of \p Folders, in this order, at uv.lock, poetry.lock,
/// pyproject.toml, requirements.txt, requirements*.txt and environment.yml: the
/// first one counts. A file that names several releases, or a range of them, says
/// nothing.
std::optional<TorchPin> findTorchPin(llvm::ArrayRef<std::string> Folders);

} // namespace aoti_tidy

#endif
