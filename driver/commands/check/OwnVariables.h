// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_COMMANDS_CHECK_OWNVARIABLES_H
#define AOTI_TIDY_DRIVER_COMMANDS_CHECK_OWNVARIABLES_H

#include "driver/base/Finding.h"

namespace aoti_tidy {

/// Drops the findings about variables that no torch reads, but the project: with
/// \p Search in any file of the finding's repository, else in \p Linted.
void dropOwnVariables(std::vector<Finding> &Findings,
                      llvm::ArrayRef<std::string> Linted, bool Search);

} // namespace aoti_tidy

#endif
