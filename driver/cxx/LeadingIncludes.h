// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_LEADINGINCLUDES_H
#define AOTI_TIDY_DRIVER_CXX_LEADINGINCLUDES_H

#include "clang/Lex/Preprocessor.h"

namespace aoti_tidy {

/// The system headers that a unit includes before anything of its own that they
/// could see.
struct LeadingIncludes {
  struct Header {
    std::string Name; ///< as it would be between '<' and '>'
    std::string Path;
  };
  std::vector<Header> Headers; ///< in the order of the unit
  /// Macros of the project that are defined by then: what guards its headers.
  std::vector<std::string> Guards;
  uint64_t HashOfOwn = 0; ///< of the texts of the project's headers
};

/// Reads the beginning of the main file of \p PP, and of the headers of the
/// project that it includes there, up to the last of torch's headers in a row.
/// \p IsOfProject says of a header that counts as a system header whether it is
/// the project's all the same.
LeadingIncludes
leadingIncludes(clang::Preprocessor &PP,
                llvm::function_ref<bool(llvm::StringRef)> IsOfProject);

} // namespace aoti_tidy

#endif
