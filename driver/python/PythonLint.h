// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PYTHON_PYTHONLINT_H
#define AOTI_TIDY_DRIVER_PYTHON_PYTHONLINT_H

#include "driver/base/Config.h"
#include "driver/documents/PythonText.h"
#include "driver/python/PythonFileLint.h"
#include "driver/report/LintResult.h"

namespace aoti_tidy {

/// The files of \p Files for which a check that looks at Python is enabled.
std::vector<std::string> pythonFilesToLint(llvm::ArrayRef<std::string> Files,
                                           const Config &Cfg);

/// Where the Python of a file with that text, which may be a document, is not
/// Python: once for each part that is looked at by itself.
std::vector<SyntaxProblem> pythonProblems(llvm::StringRef File,
                                          llvm::StringRef Text);

/// For each of \p Findings, all in one file with that text, an edit that
/// silences it with a comment: none where there is no place for one.
std::vector<std::optional<Edit>>
pythonSuppressionEdits(llvm::StringRef File, llvm::StringRef Text,
                       llvm::ArrayRef<const Finding *> Findings,
                       llvm::StringRef Reason);

/// The packages that the scripts among \p Files export and write; null if none
/// writes one. lintPython() takes them in its settings, too.
std::shared_ptr<const RunScripts>
packagesOfScripts(llvm::ArrayRef<std::string> Files, const Config &Cfg,
                  const PythonLintSettings &Settings, SourceTexts &Texts);

/// Lints \p Files, Python and what has Python in it, and adds what is found to
/// \p Result. A file without any of the words that a check looks for is not
/// parsed. Nothing is run, and no torch is needed.
void lintPython(llvm::ArrayRef<std::string> Files, const Config &Cfg,
                const PythonLintSettings &Settings, SourceTexts &Texts,
                LintResult &Result);

} // namespace aoti_tidy

#endif
