// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/ModelOutputs.h"
#include "checks/lib/cxx/OncePerFile.h"

using namespace clang;

namespace aoti_tidy {

ModelOutputs &ModelOutputs::of(ASTContext &Ctx) {
  return oncePerFile<ModelOutputs>(Ctx);
}

void ModelOutputs::set(const CXXMemberCallExpr &Run, DeviceValue Device) {
  Devices[&Run] = std::move(Device);
}

const DeviceValue *ModelOutputs::deviceOf(const CXXMemberCallExpr &Run) const {
  const auto It = Devices.find(&Run);
  return It == Devices.end() ? nullptr : &It->second;
}

} // namespace aoti_tidy
