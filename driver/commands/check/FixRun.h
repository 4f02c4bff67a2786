// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_CHECK_FIXRUN_H
#define AOTI_TIDY_DRIVER_COMMANDS_CHECK_FIXRUN_H

#include "driver/cxx/Lint.h"
#include "driver/report/Fixes.h"

namespace aoti_tidy {

struct FixSettings {
  bool Unsafe = false;
  /// The files and folders that the user named. What a link in them leads to
  /// outside of them is not changed.
  std::vector<std::string> Roots;
  /// The file that standard input stands for.
  std::string StdinName;
  /// Parses C++ with the fixes; findBroken().
  std::function<std::vector<BrokenUnit>(const EditedTexts &)> FindBrokenCxx;
};

/// The fixes of a run that can be made.
struct CheckedFixes {
  FixPlan Plan;
  /// A sentence for each file that is left as it is although it has fixes.
  std::vector<std::string> LeftAlone;
};

/// Plans the fixes and parses each fixed text before it is written. A file is left
/// alone if the parser has new errors, or if the file would lose its rights or links.
CheckedFixes checkFixes(const LintResult &Result, const FixSettings &Settings,
                        const SourceTexts &Texts);

} // namespace aoti_tidy

#endif
