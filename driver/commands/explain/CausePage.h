// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_EXPLAIN_CAUSEPAGE_H
#define AOTI_TIDY_DRIVER_COMMANDS_EXPLAIN_CAUSEPAGE_H

#include "checks/lib/log/Causes.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// docs/explain/<id>.md in parts: all that 'explain' says of a cause.
struct CausePage {
  std::string Title;            ///< "# ..."
  std::string Why;              ///< "## Why"
  std::string Question;         ///< "## How to be sure", one paragraph
  std::vector<std::string> Do;  ///< "## Do this": the items of the list
  std::vector<std::string> Not; ///< "## Not this"; may be empty
};

llvm::StringRef pageOf(const CauseInfo &Cause);
/// The published page; empty where there is none.
std::string addressOf(const CauseInfo &Cause);
CausePage readPage(const CauseInfo &Cause);

} // namespace aoti_tidy

#endif
