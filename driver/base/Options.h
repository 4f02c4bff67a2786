// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_OPTIONS_H
#define AOTI_TIDY_DRIVER_BASE_OPTIONS_H

#include "checks/lib/finding/Finding.h"
#include "driver/base/FileKinds.h"
#include "driver/base/Shard.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

enum class Command {
  Cache,
  Check,
  Completion,
  Explain,
  Guard,
  Help,
  Init,
  Merge,
  Package,
  Rule,
  Server,
  Skill,
  Trace
};
enum class ReportFormat {
#define AOTI_FORMAT(NAME, TEXT, ESCAPES) NAME,
#include "driver/base/Formats.def"
  Html, ///< of 'trace'
  Cpp,  ///< of 'guard', as is Python
  Python,
};
enum class ColorMode { Auto, Always, Never };

/// The command line, taken apart. Empty strings are options that were not
/// given.
struct Options {
  Command Cmd = Command::Check;
  bool HasCommand = false; ///< it was named
  /// Files and folders to lint, '-' is standard input; for 'package' and
  /// 'trace' what to read, for 'rule' the ids.
  std::vector<std::string> Positional;
  /// The compiler's flags, behind '--', instead of a database.
  std::optional<std::vector<std::string>> CompilerFlags;

  std::string Checks, Config, ConfigFile, LineFilter;
  std::string HeaderFilter, ExcludeHeaderFilter;
  std::string WarningsAsErrors;
  std::vector<std::string> Packages;
  std::string Exported;
  std::string StdinFilename;
  /// The text of standard input, where it is an editor's.
  std::optional<std::string> StdinText;
  bool IncludeNotebooks = false, IncludeMarkdown = false;
  std::optional<LanguageSet> Languages;
  bool ListChecks = false, ShowConfig = false, Runs = false;
  bool DumpConfig = false, VerifyConfig = false, AllowNoChecks = false;

  std::string BuildPath, TorchInclude, TorchVersion;
  std::vector<std::string> ExtraArgs, ExtraArgsBefore, RemovedArgs;
  bool NoSearch = false, NoGate = false, NoSlices = false;
  std::string CacheDir;
  bool NoCache = false;
  bool CacheClear = false;    ///< of 'cache'
  bool DryRun = false;        ///< of 'init'
  unsigned Jobs = 0;          ///< 0: one per core
  unsigned FileTimeout = 120; ///< seconds of CPU time; 0: none

  std::optional<Shard> Part; ///< of the files, to be linted by this process
  std::string FactsOut;
  std::vector<std::string> Merged; ///< the facts that 'merge' joins
  bool Sandboxed = false;
  std::vector<std::string> InputLists; ///< --inputs
  std::string Depfile;
  /// All arguments but those that say which part of a run this is, and how fast
  /// and loud it is; without the names of the facts for 'merge'.
  std::vector<std::string> Given;

  std::string Baseline, WriteBaseline;
  bool StrictBaseline = false;
  std::optional<std::string> Since; ///< a revision of git

  bool IgnoreSuppressions = false, ReportUnusedSuppressions = false,
       RequireSuppressionReasons = false;
  /// The reason to give in comments that silence what is found now.
  std::optional<std::string> AddSuppressions;

  bool Fix = false, UnsafeFixes = false, Diff = false;
  std::string ExportFixes;

  std::optional<std::string> TraceKernel, TraceAssert; ///< of 'trace'
  bool TraceAll = false;

  bool Prove = false, Compatible = false; ///< of 'package'
  std::optional<std::string> Target, Memory;

  std::vector<std::string> Sources; ///< of 'explain'
  std::string Program;              ///< this one, to start it again

  ReportFormat Format = ReportFormat::Text;
  bool HasFormat = false; ///< --format was given
  std::string OutputFile;
  /// A report beside that of Format; without a file, on standard output.
  struct FurtherReport {
    ReportFormat Format;
    std::string File;
  };
  std::vector<FurtherReport> Reports;
  /// The least grave finding that fails the run.
  Severity FailOn = Severity::Warning;
  ColorMode Color = ColorMode::Auto;
  /// Of the text report: columns of a message's first line, without its place;
  /// 0: no limit.
  unsigned MessageLength = 95;
  bool ExitZero = false, Quiet = false, Verbose = false, Help = false,
       Version = false, Statistics = false;

  /// On options of clang-tidy's that have no effect here.
  std::vector<std::string> Notices;

  /// Nothing is linted: what is configured is printed.
  bool printsConfig() const {
    return ListChecks || ShowConfig || DumpConfig || VerifyConfig;
  }
  /// --fix, --unsafe-fixes or --add-suppressions without --diff: files will be
  /// written.
  bool writesFixes() const {
    return (Fix || UnsafeFixes || AddSuppressions) && !Diff;
  }
};

/// Parses the arguments after the program's name. The error is one sentence
/// with the cause and the cure.
llvm::Expected<Options> parseOptions(llvm::ArrayRef<const char *> Given);

/// The help of --help and 'help', which are all made of Options.td: of one
/// command, of all, or both where none was named.
llvm::Expected<std::string> helpPage(const Options &O);

/// The output of 'completion': a script for bash, zsh or fish, or the manual page.
llvm::Expected<std::string> completionPage(const Options &O);

} // namespace aoti_tidy

#endif
