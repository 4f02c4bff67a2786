// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_TOML_H
#define AOTI_TIDY_DRIVER_BASE_TOML_H

#include "driver/base/Errors.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

// Not its shared library, which a bare machine lacks.
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

namespace aoti_tidy {

inline std::string_view view(llvm::StringRef S) { return {S.data(), S.size()}; }
inline llvm::StringRef ref(std::string_view S) { return {S.data(), S.size()}; }

/// The error is the bare reason, with the line.
inline llvm::Expected<toml::table> parseToml(llvm::StringRef Text) {
  // It reads on after an error, and would take what it has read for all.
  toml::parse_result Result = toml::parse(view(Text));
  if (Result)
    return std::move(Result).table();
  const toml::parse_error &E = Result.error();
  return usageError("{} (line {})", E.description(), E.source().begin.line);
}

} // namespace aoti_tidy

#endif
