// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/Era.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

struct InterfaceFunction {
  TorchVersion Since;
  llvm::StringLiteral Name;
};

constexpr InterfaceFunction Interface[] = {
#define AOTI_INTERFACE(MAJOR, MINOR, NAME) {{MAJOR, MINOR}, #NAME},
#include "checks/lib/torch/InterfaceFunctions.def"
};

} // namespace

std::optional<Contract::Era>
eraOfInterface(llvm::function_ref<bool(llvm::StringRef)> Defines) {
  const InterfaceFunction *Newest = nullptr;
  for (const InterfaceFunction &F : Interface)
    if (Defines(F.Name))
      Newest = &F;
  if (!Newest)
    return std::nullopt;
  const bool IsLast = Newest + 1 == std::end(Interface);
  const TorchVersion Next = IsLast ? TorchVersion() : (Newest + 1)->Since;
  std::string Evidence =
      Newest == Interface
          ? fmt::format("its code has no {}", (Newest + 1)->Name.str())
          : fmt::format("its code has {}", Newest->Name.str());
  return Contract::Era{Newest->Since,
                       IsLast ? TorchVersion::newest()
                              : TorchVersion{Next.Major, Next.Minor - 1},
                       std::move(Evidence)};
}

Contract::Era eraOfLayout(const PackageLayout &Layout) {
  if (!Layout.HasModelFolders)
    return {{2, 5}, {2, 5}, "has no folder for each model"};
  if (!Layout.HasRoot && Layout.SplitsKernels)
    return {{2, 7}, {2, 7}, "has no root folder, but a wrapper beside kernels"};
  if (!Layout.HasRoot)
    return {{2, 6}, {2, 7}, "has no root folder"};
  if (Layout.RecordsMachine)
    return {{2, 10}, TorchVersion::newest(), "records AOTI_PLATFORM"};
  return {{2, 8}, {2, 9}, "has a root folder, but no AOTI_PLATFORM"};
}

Contract::Era narrow(const Contract::Era &Code, const Contract::Era &Layout) {
  const TorchVersion From = std::max(Code.From, Layout.From);
  const TorchVersion To = std::min(Code.To, Layout.To);
  if (From > To || (From == Code.From && To == Code.To))
    return Code;
  if (From == Layout.From && To == Layout.To)
    return Layout;
  return {From, To, Code.Evidence + "; " + Layout.Evidence};
}

} // namespace aoti_tidy
