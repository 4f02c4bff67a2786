// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/TorchVersion.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

std::optional<unsigned> definedNumber(llvm::StringRef Text,
                                      llvm::StringRef Name) {
  auto [_, Rest] = Text.split(("#define " + Name + " ").str());
  unsigned Value = 0;
  if (Rest.ltrim().consumeInteger(10, Value))
    return std::nullopt;
  return Value;
}

} // namespace

std::optional<TorchVersion> TorchVersion::parse(llvm::StringRef Text) {
  TorchVersion V;
  if (Text.consumeInteger(10, V.Major) || !Text.consume_front(".") ||
      Text.consumeInteger(10, V.Minor))
    return std::nullopt;
  if (!Text.empty() && !Text.starts_with(".") && !Text.starts_with("+") &&
      !Text.starts_with("a") && !Text.starts_with("rc"))
    return std::nullopt;
  return V;
}

std::string TorchVersion::optionProblem(llvm::StringRef Given) {
  return fmt::format(
      "option 'TorchVersion' is '{}', which is not a torch version; {}",
      Given.str(), Form.str());
}

std::string TorchVersion::str() const {
  return fmt::format("{}.{}", Major, Minor);
}

std::optional<TorchVersion>
torchVersionOfHeader(llvm::StringRef VersionHeader) {
  auto Major = definedNumber(VersionHeader, "TORCH_VERSION_MAJOR");
  auto Minor = definedNumber(VersionHeader, "TORCH_VERSION_MINOR");
  if (!Major || !Minor)
    return std::nullopt;
  return TorchVersion{*Major, *Minor};
}

} // namespace aoti_tidy
