// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_REPORT_REPORT_H
#define AOTI_TIDY_DRIVER_REPORT_REPORT_H

#include "driver/base/ExitCode.h"
#include "driver/base/Inputs.h"
#include "driver/base/Printable.h"
#include "driver/report/Fixes.h"
#include "driver/report/LintResult.h"
#include "llvm/Support/raw_ostream.h"

namespace aoti_tidy {

/// All that a report shows.
struct Report {
  const LintResult &Result;
  SourceTexts &Texts; ///< of the findings' files
  /// Sentences: entries the baseline should lose, files that could not be fixed.
  std::vector<std::string> Failures = {};
  llvm::ArrayRef<LeftOut> Folders, LeftOutFiles = {};
  std::optional<FixTally> Fixed = {}; ///< if it was to fix
  unsigned TimeLimit = 0;             ///< of Result.TimedOut
  unsigned Linted = 0, Skipped = 0, Cached = 0;
  ExitCode Exit = ExitCode::Clean;
  bool Color = false; ///< of the text
  /// Text: whether the C++ compiler's errors are printed; those of many files
  /// would bury the findings.
  bool QuotesErrors = true;
  unsigned MessageLength = 0; ///< text: columns of a message's first line
};

/// A failure of a run besides its findings: an error of a parser, a file that
/// could not be read, an option that is not understood. Without a place, File is
/// empty.
struct Obstacle {
  Location Where;
  std::string Message;
};
/// The obstacles of a report, in an order that does not change.
std::vector<Obstacle> obstaclesOf(const Report &R);

/// The place that a viewer opens: of code in a package, the package.
Location openable(const Location &Where);

/// \p Text with the place in front where the file of \p Where is a package, and only
/// that file can be named: "kernel.cpp:15: ...".
std::string textWithPlace(const Location &Where, llvm::StringRef Text);

/// The message of \p F and its notes, a line each, with their places as seen from
/// \p Root: "a.cpp:3: note: ...".
std::string textWithNotes(const Finding &F, llvm::StringRef Root);

/// The longest beginning of \p Message, up to a ';' or a ':' outside of quotes, that
/// has at most \p Columns, and the rest: what happens then, and the cure. With
/// \p InSentences, a clause (", which ...") ends it where it is too long otherwise; the
/// rest is then no sentence. Without limit, 0, all is the beginning.
std::pair<llvm::StringRef, llvm::StringRef>
splitMessage(llvm::StringRef Message, size_t Columns, bool InSentences = false);

/// One form of a report. Paths are relative to the root of the repository that
/// the working directory is in. Returns what the form cannot hold, a line each.
using Renderer = std::vector<std::string>(const Report &R,
                                          llvm::raw_ostream &OS);

/// As clang-tidy prints: message, source line, carets, fix, notes. Paths are
/// relative to the working directory where they are inside it.
Renderer writeText;
/// A line for each finding and each error of a parser, as compilers have it.
Renderer writeConcise;
/// The stable JSON form, version 1.
Renderer writeJson;
/// Its findings and errors, one object a line.
Renderer writeJsonl;
/// SARIF 2.1.0, within the limits of GitHub's code scanning.
Renderer writeSarif;
/// GitHub's workflow commands, which annotate a pull request.
Renderer writeGithub;
/// GitLab's Code Quality report.
Renderer writeGitlab;
/// JUnit's XML: a test suite for each file that has findings.
Renderer writeJunit;
/// The form that PyTorch's lintrunner takes from its adapters.
Renderer writeLintrunner;
/// A table of the findings, for the summary of a job on GitHub.
Renderer writeMarkdown;

/// How --format names a form, and who writes it.
struct FormatInfo {
  ReportFormat Format;
  llvm::StringLiteral Name;
  Renderer *Write;
  Escapes How;
};
/// Null for a form that is no report's.
const FormatInfo *findFormat(ReportFormat Format);

/// The knowledge of each run of a model: where its package, the devices, types
/// and sizes of its inputs come from, and why the rest is not known.
void writeRuns(const Report &R, llvm::raw_ostream &OS);
/// "2 runs of a model, the package known of 1; ..."
std::string coverageText(llvm::ArrayRef<RunRecord> Runs);

} // namespace aoti_tidy

#endif
