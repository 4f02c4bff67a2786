// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/report/Report.h"

namespace aoti_tidy {

std::vector<std::string> writeConcise(const Report &R, llvm::raw_ostream &OS) {
  const std::string Here = workingDirectory();
  const auto Write = [&](const Finding &F) {
    if (!F.Where.File.empty())
      OS << fmt::format(
          "{}:{}:{}: ", printableName(shownPath(F.Where.File, Here)),
          F.Where.Line, F.Where.Column);
    OS << fmt::format("{}: {} [{}]\n", name(F.Severity),
                      printableLine(F.Message), F.Check);
  };
  for (const Finding &E : R.Result.Errors)
    if (R.QuotesErrors || E.Lang != Language::Cxx)
      Write(E);
  llvm::for_each(R.Result.Findings, Write);
  return {};
}

} // namespace aoti_tidy
