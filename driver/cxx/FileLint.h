// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_FILELINT_H
#define AOTI_TIDY_DRIVER_CXX_FILELINT_H

#include "checks/lib/ops/RunFacts.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "driver/base/Config.h"
#include "driver/cache/SharedWork.h"
#include "driver/cxx/ClangArguments.h"
#include "driver/cxx/CxxRecord.h"
#include "driver/cxx/LintSettings.h"
#include "driver/cxx/MissingHeaders.h"
#include "driver/cxx/SourceSnapshot.h"
#include "driver/report/Suppression.h"

namespace aoti_tidy {

class CompileCommands;

template <typename Record> void fields(Record &R, HeaderSearchResult &X) {
  std::vector<std::pair<std::string, std::string>> Found(X.Found.begin(),
                                                         X.Found.end());
  std::vector<std::pair<std::string, std::vector<std::string>>> Ambiguous(
      X.Ambiguous.begin(), X.Ambiguous.end());
  R(Found, Ambiguous);
  X.Found = {Found.begin(), Found.end()};
  X.Ambiguous = {Ambiguous.begin(), Ambiguous.end()};
}

/// The result of linting one file.
struct FileResult {
  std::vector<clang::tidy::ClangTidyError> Errors;
  /// The texts of the files that Errors and Facts are about, as they were parsed.
  std::vector<std::pair<std::string, std::string>> Texts;
  std::vector<Suppression> Suppressions;
  std::vector<std::pair<std::string, double>> Seconds; ///< by check
  RunFacts Facts;
  LeftOutFlags LeftOut;
  HeaderSearchResult Headers;
  /// The last of those for its compile commands.
  HeaderUse TorchHeaders = HeaderUse::Parsed;
  /// Why slices of torch's headers did not do. Empty: they did, or there were
  /// none.
  std::string WhyInFull;
  std::string MissingCudaHeader; ///< for which there was a stand-in
  std::string MacrosShown; ///< with and without which its hosts were parsed
  /// The packages that it loads and that do not lie there.
  std::vector<RunScripts::Question> AskedScripts;
  bool ParseFailed = false;
  bool IsReplayed = false; ///< from an earlier run
  ReadFiles Read;          ///< by a shard
};

/// An error of the compiler, not a finding.
bool isParseError(const clang::tidy::ClangTidyError &E);
bool isMissingHeader(const clang::tidy::ClangTidyError &E);

/// Lints \p File, with \p Replaced in place of the files on the disk. Headers that
/// are not found are looked for in the repository. Questions to the disk are written
/// to \p Log.
FileResult lintFile(const std::string &File, const CompileCommands &Commands,
                    const Config &Cfg, const LintSettings &Settings,
                    const ReplacedTexts &Replaced, InputLog *Log = nullptr);

} // namespace aoti_tidy

#endif
