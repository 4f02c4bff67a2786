// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_SCRIPT_STATEDICTS_H
#define AOTI_TIDY_CHECKS_LIB_SCRIPT_STATEDICTS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// The keys of what a module's state_dict() returns.
struct StateDict {
  std::vector<std::string> Keys; ///< that are surely there
  bool HasAllKeys = false;       ///< and no others are
};

/// Those of \p Expr, 'model.state_dict()', dict(...) of it, or a name that only
/// stands for that: of a module of torch.nn, or of a class of the file. Nothing
/// if it is not known which class that is.
std::optional<StateDict> stateDictOf(Node Expr, const File &F);

} // namespace aoti_tidy::python

#endif
