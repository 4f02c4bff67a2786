// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_RUNSCRIPTS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_RUNSCRIPTS_H

#include "checks/lib/script/ScriptPaths.h"

namespace aoti_tidy::python {

/// A package that a script of the run exports and writes.
struct ScriptPackage {
  std::string Path;   ///< as scriptPath() has it
  std::string Script; ///< the file that writes it
  TextRange Export;   ///< what exports the model there
  /// What the model takes, as its example inputs say; nothing if not all of
  /// them are known.
  std::optional<std::vector<TensorContract>> Inputs;
  std::vector<std::string> Keywords; ///< those of the contract
  InputChecks Checks = InputChecks::Unknown;
  std::vector<InputLeaf> Leaves; ///< those of the contract

  ModelContract contract() const;
};

/// The packages that \p F writes at paths that the text tells.
std::vector<ScriptPackage> packagesWrittenBy(const File &F);

/// What the scripts of a run tell each other.
struct RunScripts {
  explicit RunScripts(std::vector<ScriptPackage> All);

  /// The package that a script of the run writes to \p Path, which \p Script
  /// names. Null if none is known to, or if several do that do not agree.
  ///
  /// Absolute paths are compared. A relative one counts from the script's
  /// folder; where it names a folder itself, from the one above as well, if the
  /// other script is there.
  const ScriptPackage *writtenTo(llvm::StringRef Path,
                                 llvm::StringRef Script) const;

  llvm::ArrayRef<ScriptPackage> packages() const { return Packages; }

private:
  using Index = llvm::StringMap<llvm::SmallVector<unsigned, 1>>;

  std::vector<ScriptPackage> Packages;
  Index ByPlace, ByPlaceAbove;
};

} // namespace aoti_tidy::python

#endif
