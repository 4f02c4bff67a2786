// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_WORDGATE_H
#define AOTI_TIDY_DRIVER_CXX_WORDGATE_H

#include "driver/base/Config.h"
#include "driver/cxx/Lint.h"

namespace aoti_tidy {

/// Selects the \p Files that have a word without which no enabled check says
/// anything (CxxWords.def): in their own text, in the compiler's flags, or in
/// the headers that they include, other than torch's and the system's. What
/// cannot be told without a parser counts as having one.
std::vector<std::string> filesWithWords(llvm::ArrayRef<std::string> Files,
                                        const CompileCommands &Commands,
                                        const Config &Cfg,
                                        const LintSettings &Settings);

} // namespace aoti_tidy

#endif
