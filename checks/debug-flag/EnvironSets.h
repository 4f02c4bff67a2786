// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEBUG_FLAG_ENVIRONSETS_H
#define AOTI_TIDY_CHECKS_DEBUG_FLAG_ENVIRONSETS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// A place that sets a variable of this process's environment.
struct EnvironSet {
  enum class Form {
    Item,       ///< os.environ["NAME"] = value
    SetDefault, ///< os.environ.setdefault("NAME", value)
    Update,     ///< os.environ.update({"NAME": value}), os.environ |= {...}
    Putenv,     ///< os.putenv("NAME", value), which os.environ does not see
  } How = Form::Item;
  std::string Name;
  Node Value;
  /// The assignment, the call, or the entry of the dict.
  Node At;
};

/// Those whose names are known, in the order of the text.
std::vector<EnvironSet> environSets(const File &F);

/// The names of the variables that the file reads: os.environ["NAME"],
/// os.environ.get("NAME"), os.getenv("NAME"), "NAME" in os.environ.
std::vector<std::string> environReads(const File &F);

} // namespace aoti_tidy::python

#endif
