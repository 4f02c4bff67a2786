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

/// What silences findings in a package, whose code has no place for a comment:
///
///   aoti-unchecked-dynamic-index kernel=cpp_fused_* input=2  # why
///
/// in 'ranker.pt2.suppressions' beside it, a line each, or in the option
/// 'PackageSuppressions' of a configuration, separated by ';', where
/// 'package=models/*.pt2' says for which.
class PackageSuppressions {
public:
  /// The file that may lie beside \p Package.
  static std::string fileBeside(llvm::StringRef Package);

  /// Adds the lines of a file, for all packages that it is read for.
  llvm::Error addFile(llvm::StringRef Path, llvm::StringRef Text);
  /// Adds the entries of an option, those that are for \p Package.
  llvm::Error addOption(llvm::StringRef Value, llvm::StringRef Package);

  /// Whether a finding, in that kernel or in none, is not to be shown.
  bool silence(const Finding &F, llvm::StringRef Kernel);

  /// The entries of files, and whether they were used.
  std::vector<Suppression> takeList() { return std::move(List); }

private:
  struct Entry {
    std::string Checks;
    /// Of what follows; both refer to it.
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
