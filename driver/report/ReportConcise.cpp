// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/report/Report.h"

namespace aoti_tidy {
std::vector<std::string> writeConcise(const Report &R, llvm::raw_ostream &OS) {
  const std::string Here = workingDirectory();
  const auto LineOf = [&](const Finding &F, llvm::StringRef Text) {
    std::string Place;
    if (!F.Where.File.empty())
      Place = fmt::format(
          "{}:{}:{}: ", printableName(shownPath(F.Where.File, Here)),
          F.Where.Line, F.Where.Column);
    return fmt::format("{}{}: {} [{}]\n", Place, name(F.Severity),
                       printableLine(Text), F.Check);
  };
  const auto Write = [&](const Finding &F) {
    constexpr size_t Columns = 120;
    const size_t Around = LineOf(F, "").size() - 1;
    OS << LineOf(F, splitMessage(F.Message,
                                 Columns - std::min(Around, Columns - 1),
                                 /*InSentences=*/true)
                        .first);
  };
  for (const Finding &E : R.Result.Errors)
    if (R.QuotesErrors || E.Lang != Language::Cxx)
      Write(E);
  llvm::for_each(R.Result.Findings, Write);
  return {};
}

} // namespace aoti_tidy
