// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_MODELOUTPUTS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_MODELOUTPUTS_H

#include "checks/lib/cxx/OncePerFile.h"
#include "checks/lib/tensor/TensorValue.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"

namespace aoti_tidy {

/// On which device the runs of one file return their tensors. Said before
/// anything is followed, by those who know what the loaders have loaded.
class ModelOutputs {
public:
  static ModelOutputs &of(clang::ASTContext &Ctx) {
    return oncePerFile<ModelOutputs>(Ctx);
  }
  /// Use of().
  explicit ModelOutputs(clang::ASTContext &) {}

  void set(const clang::CXXMemberCallExpr &Run, DeviceValue Device) {
    Devices[&Run] = std::move(Device);
  }
  /// Null if not known.
  const DeviceValue *deviceOf(const clang::CXXMemberCallExpr &Run) const {
    const auto It = Devices.find(&Run);
    return It == Devices.end() ? nullptr : &It->second;
  }

private:
  llvm::DenseMap<const clang::CXXMemberCallExpr *, DeviceValue> Devices;
};

} // namespace aoti_tidy

#endif
