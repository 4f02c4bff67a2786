// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/missing-meta/MissingMetaRule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <fmt/format.h>

namespace aoti_tidy {

std::optional<std::string> missingMetaProblem(const std::string &Op,
                                              const OpSchema &Schema) {
  // An op that writes to its arguments and returns nothing needs no fake:
  // measured on torch 2.13. One that returns what is no tensor, or does neither,
  // needs one, but is seldom part of a model.
  if (llvm::none_of(Schema.Returns, [](llvm::StringRef Type) {
        return Type.starts_with("Tensor");
      }))
    return std::nullopt;
  std::string Text = fmt::format(
      "'{}' has kernels for devices but none that export can run: this run has "
      "no Meta kernel, Composite kernel or Python fake of it; register one, "
      "for example with 'torch.library.register_fake'",
      Op);
  if (!Schema.isFunctional())
    Text += " (an op that writes to its arguments does without if it returns "
            "nothing)";
  return Text;
}

} // namespace aoti_tidy
