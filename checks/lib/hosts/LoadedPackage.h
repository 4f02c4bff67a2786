// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_HOSTS_LOADEDPACKAGE_H
#define AOTI_TIDY_CHECKS_LIB_HOSTS_LOADEDPACKAGE_H

#include "checks/lib/hosts/AotiApi.h"
#include "checks/lib/package/Contract.h"
#include "checks/lib/package/GivenPackages.h"
#include "checks/lib/package/RunScripts.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// A model that a host loads, and the package it comes from.
struct LoadedModel {
  std::shared_ptr<const Contract> Package;
  const ModelContract *Model = nullptr; ///< in Package
  /// How the package was found, for a person: "--package".
  std::string FoundBy;
  /// The export in a script of the run, where the package itself does not exist
  /// yet: then all that is known of Package.
  std::optional<ScriptPackage> Written;

  /// As messages name it: "ranker.pt2".
  llvm::StringRef packageName() const;
  /// "'ranker.pt2'"
  std::string quotedName() const { return "'" + packageName().str() + "'"; }
};

/// Finds the packages that the loaders of one file load, and reads each once.
class PackageFinder {
public:
  /// \p Given: packages that the user named (--package), as
  /// parseGivenPackages() reads them.
  explicit PackageFinder(llvm::StringRef Given);

  /// The model that \p C loads, if the source says which it is, by its path or
  /// by a packageHint(), or if the user named its package. A relative path is
  /// tried from the folder of the file \p C stands in and from that of its
  /// repository, from the compiler's working directory and from that of the
  /// process; where nothing lies, it is what a script of the run writes there.
  /// Nothing when in doubt: no package there, none that can be read, none with
  /// that model, or several that differ.
  std::optional<LoadedModel> of(const Construction &C, clang::ASTContext &Ctx);

  /// Why of() gave nothing for \p C, for a person.
  std::string whyUnknown(const Construction &C, clang::ASTContext &Ctx);

  /// A sentence for each package that the user named and that cannot be read.
  std::vector<std::string> problemsOfGiven(clang::ASTContext &Ctx);
  /// The problem with the packageHint() for \p C; nothing if there is none.
  std::optional<std::string> problemOfHint(const Construction &C,
                                           clang::ASTContext &Ctx);

  /// The only model of the only package that the user named for the file of
  /// \p Loc: what a loader loads of which the source says nothing.
  std::optional<LoadedModel> onlyGiven(clang::SourceLocation Loc,
                                       clang::ASTContext &Ctx);

private:
  using ContractPtr = std::shared_ptr<const Contract>;
  struct Attempt {
    ContractPtr Package; ///< null if it cannot be read
    std::string Problem;
    std::string FoundBy; ///< as LoadedModel's
    std::optional<ScriptPackage> Written;
  };
  const Attempt &read(llvm::StringRef Path, clang::ASTContext &Ctx);
  /// The package at \p Path, as the source writes it. Null, and why, if there
  /// is none, or if it is not clear which.
  const Attempt &find(llvm::StringRef Path, clang::SourceLocation Loc,
                      clang::ASTContext &Ctx);
  Attempt lookFor(llvm::StringRef Path, std::optional<llvm::StringRef> Folder,
                  clang::ASTContext &Ctx);
  Attempt packageOf(const Construction &C, clang::ASTContext &Ctx);
  const GivenPackage *givenFor(const std::optional<std::string> &Suffix,
                               llvm::StringRef File) const;

  std::vector<GivenPackage> Given;
  std::string ProblemOfGiven; ///< the part that is not understood
  llvm::StringMap<Attempt> Read;
  /// Results of find(), by the path and the folder of the file that names it:
  /// each run of a loader asks.
  std::map<std::pair<std::string, std::string>, Attempt> Tried;
};

/// The parameter that tells a loader or runner the index of its device.
llvm::StringRef indexParameter(LoaderClass Class);

} // namespace aoti_tidy

#endif
