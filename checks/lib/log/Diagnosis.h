// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_LOG_DIAGNOSIS_H
#define AOTI_TIDY_CHECKS_LIB_LOG_DIAGNOSIS_H

#include "checks/lib/log/LogReader.h"
#include <optional>

namespace aoti_tidy {

enum class Confidence {
  Certain, ///< the log and what else is at hand agree on it
  Likely,  ///< the text has this one cause in practice
  Possible ///< it has several
};

struct LoggedCause {
  const CauseInfo *Cause;
  enum Weight Weight;
  Confidence Sure;
  std::string Headline; ///< one sentence; empty: the title of the page
  const LogEvent *Event;
};

/// The causes in a log, each once and the best first: the strongest that was
/// logged first, since later errors follow from earlier ones. Points into \p
/// Log.
std::vector<LoggedCause> diagnose(const LogEvents &Log);

std::vector<const CauseInfo *> othersLike(const CauseInfo &Cause);

/// "export", "compile", "load", "update" or "run"; empty if not known.
llvm::StringRef phaseOf(const LogEvents &Log);

/// Whether a log has a phase, or any name of AOTInductor.
bool isOfAoti(const LogEvents &Log);

} // namespace aoti_tidy

#endif
