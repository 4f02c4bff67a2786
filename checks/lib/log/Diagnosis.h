// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_LOG_DIAGNOSIS_H
#define AOTI_TIDY_CHECKS_LIB_LOG_DIAGNOSIS_H

#include "checks/lib/log/LogReader.h"
#include <optional>

namespace aoti_tidy {

/// How sure a cause is.
enum class Confidence {
  Certain, ///< the log and what else is at hand agree on it
  Likely,  ///< the text has this one cause in practice
  Possible ///< it has several
};

/// A cause that a log names.
struct LoggedCause {
  const CauseInfo *Cause;
  enum Weight Weight;
  Confidence Sure;
  std::string Headline; ///< one sentence; empty: the title of the page
  const LogEvent *Event;
};

/// What a log names, the best first, each cause once. The first one that was
/// logged of what tells most: later errors follow from earlier ones. Points into
/// \p Log.
std::vector<LoggedCause> diagnose(const LogEvents &Log);

/// The causes that print the same as \p Cause.
std::vector<const CauseInfo *> othersLike(const CauseInfo &Cause);

/// "export", "compile", "load", "update", "run": where it failed, as far as the
/// log tells; empty if it does not.
llvm::StringRef phaseOf(const LogEvents &Log);

} // namespace aoti_tidy

#endif
