// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_REPORTEDLOADERS_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_REPORTEDLOADERS_H

#include "checks/lib/cxx/OncePerFile.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseSet.h"
#include <functional>
#include <vector>

namespace aoti_tidy {

/// The loaders of a file that are said to lack an index. Two checks look for
/// that, and one mistake is one finding: that of aoti-device-mismatch, which has
/// seen the input, whichever of the two clang-tidy runs first.
class ReportedLoaders {
public:
  explicit ReportedLoaders(clang::ASTContext &) {}
  static ReportedLoaders &of(clang::ASTContext &Ctx) {
    return oncePerFile<ReportedLoaders>(Ctx);
  }

  /// False if one has said so of the loader that is made at \p Made.
  bool add(clang::SourceLocation Made) { return Loaders.insert(Made).second; }

  /// For the check that goes first: it has begun with the file.
  void begin() { IsFirstAtWork = true; }
  /// It has said what it has to say.
  void end() {
    IsFirstAtWork = false;
    for (const auto &Report : Waiting)
      Report();
    Waiting.clear();
  }
  /// Calls \p Report behind the check that goes first, if that is at work.
  void report(std::function<void()> Report) {
    if (IsFirstAtWork)
      Waiting.push_back(std::move(Report));
    else
      Report();
  }

private:
  llvm::DenseSet<clang::SourceLocation> Loaders;
  bool IsFirstAtWork = false;
  std::vector<std::function<void()>> Waiting;
};

} // namespace aoti_tidy

#endif
