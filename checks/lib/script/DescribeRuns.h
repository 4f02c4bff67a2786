// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_DESCRIBERUNS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_DESCRIBERUNS_H

#include "checks/lib/package/RunRecord.h"
#include "checks/lib/script/File.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace aoti_tidy::python {

/// Where a reader sees a node: of a cell of a notebook, 'x.ipynb:cell 2' and the
/// cell's own lines.
struct ShownPlace {
  std::string File;
  unsigned Line, Column;
};
using FindPlace = llvm::function_ref<ShownPlace(Node)>;

/// What is known of each run of a model that \p F loads, in the order of the
/// text.
std::vector<RunRecord> runRecords(const File &F, FindPlace PlaceOf);

/// What the loaders of \p F are given to of which it follows no run:
/// "DictInputOutputWrapper" of DictInputOutputWrapper(aoti_load_package(path)), one
/// for each loader.
std::vector<std::string> takersOfLoaders(const File &F);

} // namespace aoti_tidy::python

#endif
