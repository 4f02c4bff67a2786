// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_COMMON_OPTIONPROBLEM_H
#define AOTI_TIDY_CHECKS_COMMON_OPTIONPROBLEM_H

#include "llvm/ADT/StringRef.h"
#include <fmt/format.h>

namespace aoti_tidy {

/// Tells that \p Value is neither true nor false, for \p Option.
inline std::string boolOptionProblem(llvm::StringRef Option,
                                     llvm::StringRef Value) {
  return fmt::format("option '{}' is '{}'; write true or false", Option.str(),
                     Value.str());
}

} // namespace aoti_tidy

#endif
