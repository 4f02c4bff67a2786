// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGE_PACKAGELINT_H
#define AOTI_TIDY_DRIVER_PACKAGE_PACKAGELINT_H

#include "driver/base/Config.h"
#include "driver/report/LintResult.h"

namespace aoti_tidy {

class CacheFolder;

/// Takes emitted C++ files out of \p Files, if a check of emitted code is
/// enabled for them: they need no headers.
std::vector<std::string> takeEmittedFiles(std::vector<std::string> &Files,
                                          const Config &Cfg);

/// Lints emitted code in \p Packages and \p Files, wrappers and kernels with
/// the other part beside them. Places in packages are
/// 'model.pt2!model/data/.../x.kernel.cpp'. Fails for unreadable packages, and
/// without code to lint.
///
/// \param Exported A path; empty: the packages' own programs.
/// \param Cache Where results are kept; null: nowhere.
llvm::Error lintEmittedCode(llvm::ArrayRef<std::string> Packages,
                            llvm::ArrayRef<std::string> Files,
                            llvm::StringRef Exported, bool IgnoreSuppressions,
                            const Config &Cfg, const IsolationSettings &Apart,
                            const CacheFolder *Cache, SourceTexts &Texts,
                            LintResult &Result);

} // namespace aoti_tidy

#endif
