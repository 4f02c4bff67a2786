// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_PACKAGELINT_H
#define AOTI_TIDY_DRIVER_PACKAGELINT_H

#include "driver/Config.h"
#include "driver/Lint.h"

namespace aoti_tidy {

/// Lints the emitted code in \p Packages and adds what is found to \p Result.
/// Places are 'model.pt2!model/data/.../x.kernel.cpp'. Fails if a package cannot
/// be read, or has no code that could be linted.
llvm::Error lintPackages(llvm::ArrayRef<std::string> Packages,
                         const Config &Cfg, SourceTexts &Texts,
                         LintResult &Result);

} // namespace aoti_tidy

#endif
