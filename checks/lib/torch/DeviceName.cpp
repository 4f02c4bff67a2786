// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/DeviceName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {

std::optional<DeviceName> DeviceName::parse(llvm::StringRef Text) {
  auto [Type, Index] = Text.split(':');
  if (!llvm::is_contained({"cpu", "cuda", "xpu", "mps"}, Type))
    return std::nullopt;
  DeviceName Name{Type, std::nullopt};
  if (Type.size() == Text.size())
    return Name;
  unsigned N = 0;
  if (Index.empty() || !llvm::all_of(Index, llvm::isDigit) ||
      Index.getAsInteger(10, N))
    return std::nullopt;
  Name.Index = N;
  return Name;
}

} // namespace aoti_tidy
