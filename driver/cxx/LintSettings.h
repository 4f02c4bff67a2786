// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_LINTSETTINGS_H
#define AOTI_TIDY_DRIVER_CXX_LINTSETTINGS_H

#include "checks/lib/package/RunScripts.h"
#include "driver/base/Isolation.h"
#include "driver/base/RepositoryFiles.h"
#include "driver/cxx/HeaderCache.h"
#include <optional>

namespace aoti_tidy {

class CacheFolder;

/// How the C++ files of a run are linted.
struct LintSettings {
  IsolationSettings Apart;
  bool FixesOfNotes = false; ///< which fixes must not overlap
  /// Standard input, by the name it goes by.
  std::optional<std::pair<std::string, std::string>> Stdin;
  bool IsInEditor = false; ///< Stdin is what somebody types
  /// Read for the operators they define, where the C++ files have any.
  std::vector<std::string> PythonFiles;
  /// The packages that they export and write; null: none.
  std::shared_ptr<const RunScripts> Scripts;
  /// The files searched for headers and registrations; none by --no-search.
  RepositoryFiles Repository;
  /// Where precompiled headers are kept; null: nowhere.
  std::shared_ptr<HeaderCache> Headers;
  /// Torch's headers may be parsed without what nobody mentions.
  bool HasSlices = true;
  /// C++ files of the run that no check has a word of.
  std::vector<std::string> Wordless;
  /// As if no comment silenced a finding.
  bool IgnoreSuppressions = false;
  bool HasTimes = false; ///< LintResult::Seconds is wanted
  /// Where what came of files is kept for later runs; null: nowhere.
  const CacheFolder *Cache = nullptr;
};

} // namespace aoti_tidy

#endif
