// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_LOG_FINDINGFIT_H
#define AOTI_TIDY_CHECKS_LIB_LOG_FINDINGFIT_H

#include "checks/lib/log/LogReader.h"

namespace aoti_tidy {

/// Whether a finding in the sources is about the failure of a log.
enum class FindingFit {
  Same,       ///< the same fault, of the input or the name that the log names
  Unclear,    ///< the same fault, and the log does not say of what
  OtherThing, ///< of another input, one of another shape, or another name
  OtherFault
};

/// \p Event names what failed, if not null; \p Fault matches the messages of
/// findings that can lead to it.
FindingFit fitOf(const LogEvent *Event, llvm::StringRef Fault,
                 llvm::StringRef Message);

} // namespace aoti_tidy

#endif
