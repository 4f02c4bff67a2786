// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PACKAGE_RUNSCRIPTS_H
#define AOTI_TIDY_CHECKS_LIB_PACKAGE_RUNSCRIPTS_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/package/Contract.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

namespace aoti_tidy {

/// A package that a script of the run exports and writes.
struct ScriptPackage {
  std::string Path;   ///< as python::scriptPath() has it
  std::string Script; ///< the file that writes it
  TextRange Export;   ///< what exports the model there
  /// The model's inputs by its example inputs; nullopt unless all of them are
  /// known.
  std::optional<std::vector<TensorContract>> Inputs;
  std::vector<std::string> Keywords; ///< those of the contract
  InputChecks Checks = InputChecks::Unknown;
  std::vector<InputLeaf> Leaves; ///< those of the contract

  ModelContract contract() const;
};

/// Facts that the scripts of a run tell each other and its C++ hosts.
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

  /// The same for a C++ file in \p Folder. Where a program is started is open:
  /// a script in a folder beside it, above it or below it may write what it
  /// calls by the same name, if no other script of the run writes such a one.
  const ScriptPackage *writtenForHost(llvm::StringRef Path,
                                      llvm::StringRef Folder) const;

  llvm::ArrayRef<ScriptPackage> packages() const { return Packages; }

  /// A question of this thread's C++ file, for writtenForHost(): a path and a
  /// folder.
  using Question = std::pair<std::string, std::string>;
  /// Answers it, and notes that it was asked. Null in a front that sees one
  /// file at a time.
  static const ScriptPackage *ask(Question Q);

  /// Who answers ask() in this thread, for the life of the object.
  class Scope {
  public:
    /// \param Scripts Null: no script writes a package.
    Scope(const RunScripts *Scripts, std::vector<Question> &Asked);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;
  };

private:
  using Numbers = llvm::SmallVector<unsigned, 4>;
  /// The first of \p Writers, if all agree.
  const ScriptPackage *agreed(llvm::ArrayRef<unsigned> Writers) const;
  Numbers writersOf(llvm::StringRef Path, llvm::StringRef Folder) const;

  using Index = llvm::StringMap<llvm::SmallVector<unsigned, 1>>;

  std::vector<ScriptPackage> Packages;
  Index ByPlace, ByPlaceAbove;
};

} // namespace aoti_tidy

#endif
