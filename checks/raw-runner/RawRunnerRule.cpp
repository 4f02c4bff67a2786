// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/raw-runner/RawRunnerRule.h"
#include <fmt/format.h>

namespace aoti_tidy {

std::optional<std::string> rawRunnerProblem(llvm::StringRef Class,
                                            Language Lang,
                                            std::optional<TorchVersion> Torch) {
  // The package loader is there since torch 2.6; before it, this is the way.
  if (Torch.value_or(TorchVersion::newest()) < TorchVersion{2, 6})
    return std::nullopt;
  const char *Cure =
      Lang == Language::Cxx
          ? "compile to a .pt2 and load it with 'AOTIModelPackageLoader'"
          : "compile to a .pt2 with 'torch._inductor.aoti_compile_and_package' "
            "and load it with 'torch._inductor.aoti_load_package'";
  return fmt::format(
      "'{}' runs a raw .so, which records no device and promises "
      "no compatibility; {}",
      Class.str(), Cure);
}

} // namespace aoti_tidy
