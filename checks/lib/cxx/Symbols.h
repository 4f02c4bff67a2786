// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_CXX_SYMBOLS_H
#define AOTI_TIDY_CHECKS_LIB_CXX_SYMBOLS_H

#include "clang/AST/DeclCXX.h"
#include <string>

namespace aoti_tidy {

/// The name that all files know \p Function by; empty if no other file sees it.
std::string symbolAcrossFiles(const clang::FunctionDecl &Function);

/// The name that all files know \p Field by; empty if no other file sees its
/// class, or the class is an instance of a template.
std::string memberAcrossFiles(const clang::FieldDecl &Field);

} // namespace aoti_tidy

#endif
