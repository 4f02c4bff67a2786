// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/LoaderClass.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include <fmt/format.h>

namespace aoti_tidy {

llvm::StringRef deviceTypeOf(LoaderClass C) {
  switch (C) {
  case LoaderClass::PackageLoader:
    return "";
  case LoaderClass::RunnerCpu:
    return "cpu";
  case LoaderClass::RunnerCuda:
    return "cuda";
  case LoaderClass::RunnerXpu:
    return "xpu";
  case LoaderClass::RunnerMps:
    return "mps";
  }
  llvm_unreachable("covered switch");
}

std::string runnerClassFor(llvm::StringRef DeviceType) {
  return fmt::format("AOTIModelContainerRunner{}{}",
                     llvm::toUpper(DeviceType.front()),
                     DeviceType.drop_front().str());
}

std::optional<LoaderClass> loaderClassNamed(llvm::StringRef Name) {
  return llvm::StringSwitch<std::optional<LoaderClass>>(Name)
      .Case("AOTIModelPackageLoader", LoaderClass::PackageLoader)
      .Case("AOTIModelContainerRunnerCpu", LoaderClass::RunnerCpu)
      .Case("AOTIModelContainerRunnerCuda", LoaderClass::RunnerCuda)
      .Case("AOTIModelContainerRunnerXpu", LoaderClass::RunnerXpu)
      .Case("AOTIModelContainerRunnerMps", LoaderClass::RunnerMps)
      .Default(std::nullopt);
}

} // namespace aoti_tidy
