// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Toml.h"
#include "driver/base/Errors.h"

namespace aoti_tidy {

llvm::Expected<toml::table> parseToml(llvm::StringRef Text) {
  // It reads on after an error, and would take what it has read for all.
  toml::parse_result Result = toml::parse(view(Text));
  if (Result)
    return std::move(Result).table();
  const toml::parse_error &E = Result.error();
  return usageError("{} (line {})", E.description(), E.source().begin.line);
}

} // namespace aoti_tidy
