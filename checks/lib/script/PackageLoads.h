// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_PACKAGELOADS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_PACKAGELOADS_H

#include "checks/lib/script/Members.h"

namespace aoti_tidy::python {

/// Whether \p C loads a package: aoti_load_package, load_package.
bool isPackageLoad(const Call &C);

/// Where what a call loads comes from: one of the first three is set.
struct LoadedPackage {
  /// The file's own call of aoti_compile_and_package that wrote it.
  const Call *Compile = nullptr;
  /// Named to lint (--package), or found where the path points. What \p
  /// Settings own is only borrowed.
  std::shared_ptr<const Contract> Package = {};
  /// The export with which another script of the run writes the path, where no
  /// file exists yet.
  const ScriptPackage *Elsewhere = nullptr;
  /// How Package was found, for a person: "--package".
  std::string FoundBy = {};
};

/// The package that \p Load loads; nullopt if it may be one of several, or one
/// that the file writes in a way that is not followed.
std::optional<LoadedPackage> packageOf(const Call &Load, const File &F);

/// Why packageOf() gave nothing for \p Load, for a person.
std::string whyNoPackage(const Call &Load, const File &F);

/// The name of the model that \p Load asks for; nothing if it is not known.
std::optional<std::string> modelNameOf(const Call &Load, const File &F);

/// Finds which call of a loader made a model.
class LoadedModels {
public:
  explicit LoadedModels(const File &F) : F(F), Known(F.index<Members>()) {}

  /// The call of a loader whose result \p Expr is: through names, elements of
  /// lists and dicts of the file, functions of the file that return it, and
  /// 'self.x' where its class alone sets that, once. Nothing if that is not
  /// known.
  Node loadOf(Node Expr) const { return loadOf(Expr, 0); }

private:
  Node loadOf(Node Expr, unsigned Depth) const;

  const File &F;
  const Members &Known;
};

} // namespace aoti_tidy::python

#endif
