// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGE_PACKAGELINT_H
#define AOTI_TIDY_DRIVER_PACKAGE_PACKAGELINT_H

#include "driver/base/Config.h"
#include "driver/report/LintResult.h"

namespace aoti_tidy {

class CacheFolder;

/// Takes from \p Files, paths of C++ files, those that torch emitted, by their
/// text, and for which a check of emitted code is enabled: they need no
/// headers.
std::vector<std::string> takeEmittedFiles(std::vector<std::string> &Files,
                                          const Config &Cfg);

/// Lints the emitted code in \p Packages and in \p Files, wrappers and kernels
/// whose other part lies beside them, and adds what is found to \p Result.
/// Places in packages are 'model.pt2!model/data/.../x.kernel.cpp'. Fails if a
/// package cannot be read, or has no code that could be linted.
///
/// \param Exported The exported program of the models, a path; empty: what the
///   packages hold themselves.
/// \param Cache Where results are kept for later runs; null: nowhere.
llvm::Error lintEmittedCode(llvm::ArrayRef<std::string> Packages,
                            llvm::ArrayRef<std::string> Files,
                            llvm::StringRef Exported, bool IgnoreSuppressions,
                            const Config &Cfg, const IsolationSettings &Apart,
                            const CacheFolder *Cache, SourceTexts &Texts,
                            LintResult &Result);

} // namespace aoti_tidy

#endif
