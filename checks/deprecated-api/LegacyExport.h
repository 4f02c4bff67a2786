// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEPRECATED_API_LEGACYEXPORT_H
#define AOTI_TIDY_CHECKS_DEPRECATED_API_LEGACYEXPORT_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// A call of torch._export.aot_compile and the calls of torch._export.aot_load
/// that load what it makes. They are rewritten together, as a .so cannot be
/// loaded as a package.
struct LegacyExport {
  const Call *Compile = nullptr;
  llvm::SmallVector<const Call *, 2> Loads;
  std::vector<Edit> Edits;
};

/// Those of the form that torch's guide to AOTInductor shows, in the order of
/// the text:
///
///   so = torch._export.aot_compile(model, (x,), options={...})
///   run = torch._export.aot_load(so, "cuda")
///
/// 'so' is used nowhere else, and 'model' is a torch.nn.Module.
std::vector<LegacyExport> legacyExports(const File &F);

} // namespace aoti_tidy::python

#endif
