// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_SCRIPTEXPORTS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_SCRIPTEXPORTS_H

#include "checks/lib/script/InputLists.h"

namespace aoti_tidy::python {

/// The call of torch.export.export whose program the call \p Compile of
/// aoti_compile_and_package packs. Something may have changed the program
/// between.
const Call *packedExport(const Call &Compile, const File &F);

/// The same if nothing can have changed the program.
const Call *exportOf(const Call &Compile, const File &F);

/// The example inputs of a call of torch.export.export.
struct Examples {
  llvm::SmallVector<Node, 8> All;    ///< those by keyword behind the others
  std::vector<std::string> Keywords; ///< of the last ones
  bool IsComplete = false;           ///< those without a keyword are known, too

  size_t positional() const { return All.size() - Keywords.size(); }
};

/// Nothing if it is not known which of them are given by keyword.
std::optional<Examples> examplesOf(const Call &Export, const File &F);

/// The entry of dynamic_shapes for input \p Index of \p From; null if unknown.
Node dynamicShapeOf(const Call &Export, const Examples &From, size_t Index,
                    const File &F);

/// The contract of the model that \p Export exports, by its example inputs:
/// their types and devices, and their sizes where nothing makes them dynamic.
/// It has no Inputs unless all of them are known; nullopt if it is not even
/// known which of them are given by name.
std::optional<ModelContract> contractOf(const Call &Export, const File &F,
                                        Tensors &T);

/// The packages that \p F writes at paths that the text tells.
std::vector<ScriptPackage> packagesWrittenBy(const File &F);

} // namespace aoti_tidy::python

#endif
