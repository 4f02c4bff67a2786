// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/LogNames.h"
#include "checks/lib/torch/Spelling.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {
namespace {

constexpr LogName row(llvm::StringRef Name, unsigned First, unsigned Last) {
  LogName Log{Name, {2, First}, std::nullopt};
  if (TorchVersion{2, Last} < TorchVersion::newest())
    Log.Last = TorchVersion{2, Last};
  return Log;
}

constexpr LogName Names[] = {
#define AOTI_LOG_NAME(NAME, FIRST, LAST) row(NAME, FIRST, LAST),
#include "checks/lib/torch/LogNames.def"
};

} // namespace

const LogName *findLogName(llvm::StringRef Name) {
  const auto *Log =
      llvm::find_if(Names, [&](const LogName &L) { return L.Name == Name; });
  return Log == std::end(Names) ? nullptr : Log;
}

const LogName *similarLogName(llvm::StringRef Name) {
  return similarRow(Name, llvm::ArrayRef(Names),
                    [](const LogName &L) { return L.Name; });
}

} // namespace aoti_tidy
