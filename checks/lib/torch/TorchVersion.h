// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_TORCH_TORCHVERSION_H
#define AOTI_TIDY_CHECKS_LIB_TORCH_TORCHVERSION_H

#include "llvm/ADT/StringRef.h"
#include <compare>
#include <optional>
#include <string>

namespace aoti_tidy {

/// A release line of torch. Patch releases have never changed an API of AOTI.
struct TorchVersion {
  unsigned Major = 0;
  unsigned Minor = 0;

  static constexpr TorchVersion newest() { return {2, 15}; }

  /// "2.13", "2.13.0", "2.13.0+cpu" or "2.13.0a0+git1234".
  static std::optional<TorchVersion> parse(llvm::StringRef Text);

  std::string str() const;

  static constexpr llvm::StringLiteral Form =
      "write it as X.Y, for example 2.13";
  static std::string optionProblem(llvm::StringRef Given);

  friend constexpr auto operator<=>(const TorchVersion &,
                                    const TorchVersion &) = default;
};

/// The version that a version.h says: torch/version.h up to 2.8,
/// torch/headeronly/version.h from 2.9.
std::optional<TorchVersion> torchVersionOfHeader(llvm::StringRef VersionHeader);

} // namespace aoti_tidy

#endif
