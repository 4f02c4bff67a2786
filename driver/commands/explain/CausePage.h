// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_EXPLAIN_CAUSEPAGE_H
#define AOTI_TIDY_DRIVER_COMMANDS_EXPLAIN_CAUSEPAGE_H

#include "checks/lib/log/Causes.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// An item of a list. In the page `<!-- where: word|word -->` may end it: it is
/// for logs that have one of these words, in lower or upper case, or failed in
/// one of these phases, "phase:run".
struct PageItem {
  std::string Text;
  llvm::StringRef Where; ///< with '|' between; empty: for each log
};

/// docs/explain/<id>.md in parts: all that 'explain' says of a cause.
struct CausePage {
  std::string Title;         ///< "# ..."
  std::string Why;           ///< "## Why"
  std::string Question;      ///< "## How to be sure", one paragraph
  std::vector<PageItem> Do;  ///< "## Do this": the items of the list
  std::vector<PageItem> Not; ///< "## Not this"; may be empty
};

/// The page as it is read, without the words of its items.
std::string pageOf(const CauseInfo &Cause);
/// The published page; empty where there is none.
std::string addressOf(const CauseInfo &Cause);
CausePage readPage(const CauseInfo &Cause);

} // namespace aoti_tidy

#endif
