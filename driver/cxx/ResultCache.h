// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_RESULTCACHE_H
#define AOTI_TIDY_DRIVER_CXX_RESULTCACHE_H

#include "driver/cache/ResultStore.h"
#include "driver/cxx/FileLint.h"

namespace aoti_tidy {

/// Replays what earlier runs found in C++ files, as long as none of its inputs has
/// changed: the program, the options, the flags, the configuration, each
/// file that was read, each place where a file was looked for, and the packages that its scripts write where the file
/// loads them.
class ResultCache {
public:
  /// Keeps nothing, and has nothing, without LintSettings::Cache.
  ResultCache(const CompileCommands &Commands, const Config &Cfg,
              const LintSettings &Settings);

  /// Lints \p File as lintFile() does, or gives what came of it before.
  FileResult lint(const std::string &File);
  /// A text that is another one if \p File is linted in another way: its
  /// configuration and flags, but for paths of the machine.
  std::string settingsOf(llvm::StringRef File, const SharedWork &Shared) const;

private:
  struct KeptResult;
  std::string commonKey() const;
  std::string keyOf(const std::string &File, bool HasText = true) const;
  /// Hashes of the repository's files under the names that the compiler did not
  /// find.
  std::vector<std::pair<std::string, TextHash>>
  searchesOf(const FileResult &Result, llvm::StringRef File) const;
  /// A hash of what scripts of the run write there.
  TextHash written(llvm::ArrayRef<RunScripts::Question> Asked) const;
  TextHash searched(llvm::StringRef Name, llvm::StringRef File) const;

  const CompileCommands &Commands;
  const Config &Cfg;
  const LintSettings &Settings;
  const std::unique_ptr<clang::tidy::ClangTidyOptionsProvider> Provider;
  std::string Common; ///< to all keys: commonKey()
  ResultStore Store;
};

} // namespace aoti_tidy

#endif
