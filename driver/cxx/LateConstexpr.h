// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_LATECONSTEXPR_H
#define AOTI_TIDY_DRIVER_CXX_LATECONSTEXPR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace aoti_tidy {

/// Whether libstdc++ marks functions of \p Text as constexpr since C++20.
bool hasLateConstexpr(llvm::StringRef Text);

/// Leaves a ';' of the bodies of functions that became constexpr with C++20, by
/// libstdc++'s own mark, and blanks: every byte behind a body is where it was.
/// Clang parses them though it was told to skip those of system headers, since a
/// constant may need one. A constant that does is an error then.
/// What is not surely a plain function stays: a friend, one whose type is
/// deduced, one with a directive in it.
/// \param Text With a null behind it.
/// \return Whether there was one.
bool dropLateConstexprBodies(llvm::MutableArrayRef<char> Text);

} // namespace aoti_tidy

#endif
