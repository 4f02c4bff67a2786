// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGE_PACKAGESUPPRESSIONS_H
#define AOTI_TIDY_DRIVER_PACKAGE_PACKAGESUPPRESSIONS_H

#include "driver/report/Suppression.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// Suppressions for packages, whose code has no place for comments:
///
///   aoti-unchecked-dynamic-index kernel=cpp_fused_* input=2  # why
///
/// in 'ranker.pt2.suppressions' beside it, a line each, or in the option
/// 'PackageSuppressions', separated by ';' and with 'package=models/*.pt2'.
class PackageSuppressions {
public:
  static std::string fileBeside(llvm::StringRef Package);

  llvm::Error addFile(llvm::StringRef Path, llvm::StringRef Text);
  /// Only entries for \p Package.
  llvm::Error addOption(llvm::StringRef Value, llvm::StringRef Package);

  /// \p Kernel may be empty.
  bool silence(const Finding &F, llvm::StringRef Kernel);

  /// The entries of files, with their use.
  std::vector<Suppression> takeList() { return std::move(List); }

private:
  struct Entry {
    std::string Checks;
    std::shared_ptr<const std::string> Text;
    std::optional<llvm::GlobPattern> Kernel, Package;
    std::optional<unsigned> Input;
    std::optional<size_t> InList;
  };
  static llvm::Expected<Entry> parse(llvm::StringRef Text,
                                     llvm::StringRef Where);

  std::vector<Entry> Entries;
  std::vector<Suppression> List;
};

} // namespace aoti_tidy

#endif
