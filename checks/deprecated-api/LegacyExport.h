// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEPRECATED_API_LEGACYEXPORT_H
#define AOTI_TIDY_CHECKS_DEPRECATED_API_LEGACYEXPORT_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// A call of torch._export.aot_compile or torch._inductor.aot_compile, and the
/// calls of torch._export.aot_load that load what it makes: they can only be
/// rewritten together, as a .so cannot be loaded as a package.
struct LegacyExport {
  /// Null if what the load loads is not compiled in the file.
  const Call *Compile = nullptr;
  llvm::SmallVector<const Call *, 2> Loads;

  /// Why it cannot be rewritten by a machine; empty if it can.
  std::string Obstacle;
  /// What a person must look at before it is rewritten; empty: nothing.
  std::string Doubt;
  /// The place of the obstacle or the doubt, if it is not the call.
  Node Where;
  /// The edits of all its calls, of paths and imports; empty if there is an
  /// obstacle.
  std::vector<Edit> Edits;
  /// The call whose fix has this one's edits, too: they share an import.
  const Call *EditedWith = nullptr;
  /// What each call becomes, in a line, for people: first the compile's.
  std::vector<std::string> Suggestions;

  const Call *first() const { return Compile ? Compile : Loads.front(); }
  /// torch._inductor.aot_compile is not deprecated: only its loads are
  /// reported.
  bool isCompileReported() const {
    return Compile && Compile->Callee == "torch._export.aot_compile";
  }
  /// The call whose finding has the fix.
  const Call *leader() const {
    return isCompileReported() ? Compile : Loads.front();
  }
  bool isSafe() const { return Obstacle.empty() && Doubt.empty(); }

  void obstruct(std::string Why, Node At = {}) {
    if (!Obstacle.empty())
      return;
    Obstacle = std::move(Why);
    Where = At;
  }
  void doubt(const std::string &What, Node At = {}) {
    // Of an obstacle, that is the place.
    if (Doubt.empty() && Obstacle.empty())
      Where = At;
    if (!Doubt.empty())
      Doubt += "; and ";
    Doubt += What;
  }
};

/// All of the file, in the order of the text. Every call of the two functions
/// of torch._export is in one of them.
std::vector<LegacyExport> legacyExports(const File &F);

} // namespace aoti_tidy::python

#endif
