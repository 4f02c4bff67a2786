// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/missing-meta/MissingMetaRule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <fmt/format.h>

namespace aoti_tidy {

std::optional<std::string> missingMetaProblem(const std::string &Op,
                                              const OpSchema &Schema) {
  // An op that only writes to its arguments, or gives no tensor, needs a fake
  // too, but one that does nothing: someone may not have bothered.
  if (!Schema.isFunctional() ||
      llvm::none_of(Schema.Returns, [](llvm::StringRef Type) {
        return Type.starts_with("Tensor");
      }))
    return std::nullopt;
  return fmt::format(
      "'{}' has kernels for devices but none that export can run: this run has "
      "no Meta kernel, Composite kernel or Python fake of it; register one, "
      "for example with 'torch.library.register_fake'",
      Op);
}

} // namespace aoti_tidy
