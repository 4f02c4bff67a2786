// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_SCRIPTEXPORTS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_SCRIPTEXPORTS_H

#include "checks/lib/script/Tensors.h"

namespace aoti_tidy::python {

/// The call of torch.export.export whose program the call \p Compile of
/// aoti_compile_and_package packs, if nothing else can have changed the
/// program.
const Call *exportOf(const Call &Compile, const File &F);

/// What the model that \p Export exports takes, as its example inputs say:
/// their types and devices, and their sizes where nothing makes them dynamic.
/// It has no Inputs if not all of them are known, and is nothing if neither is
/// which of them are given by name.
std::optional<ModelContract> contractOf(const Call &Export, const File &F,
                                        Tensors &T);

} // namespace aoti_tidy::python

#endif
