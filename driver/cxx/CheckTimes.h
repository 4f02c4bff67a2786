// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CXX_CHECKTIMES_H
#define AOTI_TIDY_DRIVER_CXX_CHECKTIMES_H

#include "clang-tidy/ClangTidyDiagnosticConsumer.h"

namespace aoti_tidy {

/// The time of each check in C++, as clang-tidy measures it: it writes files,
/// which live as long as this.
class CheckTimes {
public:
  explicit CheckTimes(clang::tidy::ClangTidyContext &Context);
  ~CheckTimes();
  CheckTimes(const CheckTimes &) = delete;
  CheckTimes &operator=(const CheckTimes &) = delete;

  /// Seconds by check, of what has been parsed.
  std::vector<std::pair<std::string, double>> take() const;

private:
  llvm::SmallString<128> Folder; ///< empty if there is none
};

} // namespace aoti_tidy

#endif
