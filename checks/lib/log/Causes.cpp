// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/log/Causes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {
namespace {

constexpr CauseInfo Causes[] = {
#include "CauseList.inc"
};

constexpr Sign Signs[] = {
#define AOTI_SIGN(CAUSE, WEIGHT, WORD, PATTERN, WHEN, SAYS)                    \
  {CAUSE, Weight::WEIGHT, WORD, PATTERN, WHEN, SAYS},
#include "checks/lib/log/Causes.def"
};

constexpr FactSign Facts[] = {
#define AOTI_FACT(NAME, WORD, PATTERN) {NAME, WORD, PATTERN},
#include "checks/lib/log/Causes.def"
};

} // namespace

llvm::ArrayRef<CauseInfo> allCauses() { return Causes; }
llvm::ArrayRef<Sign> allSigns() { return Signs; }
llvm::ArrayRef<FactSign> allFactSigns() { return Facts; }

llvm::StringRef wordIn(const Sign &S, llvm::StringRef Text) {
  for (const llvm::StringRef Word : llvm::split(S.Word, '|'))
    if (Text.contains(Word))
      return Word;
  return "";
}

const CauseInfo *findCause(llvm::StringRef Id) {
  const auto *It =
      llvm::find_if(Causes, [&](const CauseInfo &C) { return C.Id == Id; });
  return It == std::end(Causes) ? nullptr : It;
}

} // namespace aoti_tidy
