// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_PROJECTCONFIG_H
#define AOTI_TIDY_DRIVER_BASE_PROJECTCONFIG_H

#include "checks/lib/finding/Finding.h"
#include "driver/base/FileKinds.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// A pattern for files, relative to the folder of the configuration: "third_party",
/// "gen/*.cpp". '*' matches '/', too; a folder stands for all files in it; a name
/// without '/' may be anywhere.
class PathPattern {
public:
  static llvm::Expected<PathPattern> create(llvm::StringRef Given);
  /// \p Path is relative to the folder of the configuration.
  bool matches(llvm::StringRef Path) const;
  llvm::StringRef text() const { return *Text; }

private:
  PathPattern(std::shared_ptr<const std::string> Text, llvm::GlobPattern Glob)
      : Text(std::move(Text)), Glob(std::move(Glob)) {}

  std::shared_ptr<const std::string> Text; ///< Glob refers to it
  llvm::GlobPattern Glob;
};

/// The contents of aoti-tidy.toml, or of [tool.aoti-tidy] in pyproject.toml.
struct ProjectConfig {
  std::string File; ///< absolute

  std::optional<std::string> Checks, WarningsAsErrors; ///< globs
  std::vector<PathPattern> Exclude;
  struct Ignore {
    PathPattern Files;
    std::string Checks; ///< globs
  };
  std::vector<Ignore> Ignores;
  /// Functions that return what aoti_load_package does: "nequip.utils.aot.load".
  std::vector<std::string> Loaders;
  /// As --package takes them, the paths absolute.
  std::vector<std::string> Packages;
  std::optional<std::string> TorchVersion;
  std::optional<bool> IncludeNotebooks, IncludeMarkdown;
  std::optional<LanguageSet> Languages;
  /// By globs of checks, sorted by them: a name comes after the globs that match
  /// it, and counts.
  std::vector<std::pair<std::string, Severity>> Severities;
  /// "aoti-symint-meta.SchemaInts": the options of checks.
  std::vector<std::pair<std::string, std::string>> CheckOptions;

  /// \p Path relative to the folder of the configuration; nothing if it is not
  /// in there.
  std::optional<llvm::StringRef> inside(llvm::StringRef Path) const;
  bool excludes(llvm::StringRef Path) const;
  /// Whether a finding of \p Check in \p Path is not wanted.
  bool ignores(llvm::StringRef Path, llvm::StringRef Check) const;
  /// The severity that it gives the findings of a check, if any.
  std::optional<Severity> severityOf(llvm::StringRef Check) const;
};

/// Finds the configuration that applies to the files of a folder: the nearest
/// one, in the folder or above it. Each is read once.
class ProjectConfigs {
public:
  /// Null if there is none. Fails on one that cannot be read or understood.
  llvm::Expected<const ProjectConfig *> of(llvm::StringRef Folder);

private:
  llvm::StringMap<std::unique_ptr<ProjectConfig>> ByFolder;
  llvm::StringMap<const ProjectConfig *> Known;
};

/// Reads the text of \p File. Null if it is a pyproject.toml that says nothing
/// of aoti-tidy.
llvm::Expected<std::unique_ptr<ProjectConfig>>
parseProjectConfig(llvm::StringRef Text, llvm::StringRef File);

} // namespace aoti_tidy

#endif
