// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_ERRORS_H
#define AOTI_TIDY_DRIVER_BASE_ERRORS_H

#include "driver/base/Printable.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

namespace aoti_tidy {

/// One line on standard error.
inline void say(llvm::StringRef Message) {
  llvm::errs() << "aoti-tidy: " << printableLine(Message) << '\n';
}

/// One sentence for the user: what is wrong with the call or the configuration, and
/// the cure. Leads to ExitCode::Usage.
template <typename... Ts>
llvm::Error usageError(fmt::format_string<Ts...> Format, Ts &&...Args) {
  return llvm::createStringError(
      fmt::format(Format, std::forward<Ts>(Args)...));
}

/// "1 file", "2 files".
inline std::string count(size_t N, llvm::StringRef One, llvm::StringRef Many) {
  return std::to_string(N) + " " + (N == 1 ? One : Many).str();
}

} // namespace aoti_tidy

// fmt knows std::string_view; LLVM's texts convert to it.
template <>
struct fmt::formatter<llvm::StringRef> : fmt::formatter<std::string_view> {
  template <typename Context>
  auto format(llvm::StringRef S, Context &Ctx) const {
    return fmt::formatter<std::string_view>::format(
        std::string_view(S.data(), S.size()), Ctx);
  }
};

#endif
