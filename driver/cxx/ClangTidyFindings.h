// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_CLANGTIDYFINDINGS_H
#define AOTI_TIDY_DRIVER_CXX_CLANGTIDYFINDINGS_H

#include "driver/base/Finding.h"
#include <set>

namespace clang::tidy {
struct ClangTidyError;
}

namespace aoti_tidy {

/// The file that clang-tidy names so, absolute and without dots; empty for what
/// is none.
std::string diagnosedFile(llvm::StringRef File, llvm::StringRef BuildDirectory);

/// The files that \p Error is about, has notes in and would change; by
/// diagnosedFile().
std::set<std::string> filesOf(const clang::tidy::ClangTidyError &Error);

/// Converts one of clang-tidy's errors.
Finding toFinding(const clang::tidy::ClangTidyError &Error, SourceTexts &Texts);

} // namespace aoti_tidy

#endif
