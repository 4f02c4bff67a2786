// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_CLANGTIDYFINDINGS_H
#define AOTI_TIDY_DRIVER_CXX_CLANGTIDYFINDINGS_H

#include "driver/report/Finding.h"

namespace clang::tidy {
struct ClangTidyError;
}

namespace aoti_tidy {

/// What clang-tidy collected over one file.
Finding toFinding(const clang::tidy::ClangTidyError &Error, SourceTexts &Texts);

} // namespace aoti_tidy

#endif
