// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_DESCRIBERUNS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_DESCRIBERUNS_H

#include "checks/lib/package/RunRecord.h"
#include "checks/lib/script/File.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace aoti_tidy::python {

/// Where a reader sees a node: of a cell of a notebook, 'x.ipynb:cell 2' and
/// the cell's own lines.
struct ShownPlace {
  std::string File;
  unsigned Line, Column;
};
using FindPlace = llvm::function_ref<ShownPlace(Node)>;

/// Describes each run of a model that \p F loads, as far as known, in the order
/// of the text.
std::vector<RunRecord> runRecords(const File &F, FindPlace PlaceOf);

/// The callees that take a loader of \p F of which no run is followed, one for
/// each loader: "DictInputOutputWrapper" of
/// DictInputOutputWrapper(aoti_load_package(path)).
std::vector<std::string> takersOfLoaders(const File &F);

} // namespace aoti_tidy::python

#endif
