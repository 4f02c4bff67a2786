// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_INCLUDEDIRECTIVES_H
#define AOTI_TIDY_DRIVER_CXX_INCLUDEDIRECTIVES_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace aoti_tidy {

/// Each #include, #import and #include_next of a text, whatever #if it is in, and
/// maybe some that stand in comments or strings.
struct IncludeDirectives {
  struct Directive {
    std::string Name;
    bool IsAngled;

    bool operator==(const Directive &) const = default;
  };
  std::vector<Directive> All;
  /// False where more may be included: by '#include MACRO', or by what is
  /// written in a way that is not understood.
  bool IsWhole = true;
};

/// Reads them without a preprocessor. The character behind \p Text is 0.
IncludeDirectives includeDirectives(llvm::StringRef Text);

} // namespace aoti_tidy

#endif
