// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_CONFIG_H
#define AOTI_TIDY_DRIVER_BASE_CONFIG_H

#include "checks/lib/finding/Finding.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "driver/base/Options.h"
#include <memory>

namespace aoti_tidy {

/// The configuration of a run: the stable checks, then the project's
/// aoti-tidy.toml or pyproject.toml, then .clang-tidy files (--config and
/// --config-file replace both), then the command line.
///
/// In the 'Checks' of a .clang-tidy, only globs that name aoti-tidy's checks count:
/// a repository's '-*,bugprone-*' is meant for clang-tidy. A file that is YAML, but
/// no configuration that this clang-tidy understands, is passed over with a notice
/// if it names none of our checks.
class Config {
public:
  /// Reads and verifies what applies to \p Files. Fails on YAML that does not
  /// parse, on checks and options that do not exist, and if nothing is enabled.
  static llvm::Expected<Config> create(const Options &O,
                                       llvm::ArrayRef<std::string> Files);

  /// One line for each configuration file, or part of one, that was passed over.
  llvm::ArrayRef<std::string> notices() const { return Notices; }

  /// One sentence for each package of the command line that cannot be read.
  llvm::ArrayRef<std::string> packageProblems() const {
    return PackageProblems;
  }

  /// Whether files of configuration count; not with --config.
  bool usesProjects() const { return !Given; }

  /// Takes out the findings that a project's configuration does not want where
  /// they are, and gives the others the severity that it says.
  void judge(std::vector<Finding> &Findings) const;

  /// Has the line filter of a file mean the same lines in what became of it.
  void followLines(llvm::StringRef File, llvm::StringRef Before,
                   llvm::StringRef After);

  /// Options for one job; providers are not shared between threads.
  std::unique_ptr<clang::tidy::ClangTidyOptionsProvider> makeProvider() const;

private:
  struct Problems {
    std::vector<std::string> Errors, Notices;
  };
  std::unique_ptr<clang::tidy::ClangTidyOptionsProvider>
  makeProvider(Problems *Found) const;

  clang::tidy::ClangTidyGlobalOptions Global;
  clang::tidy::ClangTidyOptions Defaults, Override;
  /// --config or --config-file, which replace .clang-tidy files.
  std::optional<clang::tidy::ClangTidyOptions> Given;
  std::vector<std::string> Notices, PackageProblems;
};

/// The enabled checks for a file.
std::vector<std::string>
enabledChecks(clang::tidy::ClangTidyOptionsProvider &Provider,
              llvm::StringRef File);

} // namespace aoti_tidy

#endif
