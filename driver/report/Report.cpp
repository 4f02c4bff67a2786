// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/Report.h"
#include "llvm/Support/JSON.h"

namespace aoti_tidy {

const FormatInfo *findFormat(ReportFormat Format) {
  static constexpr FormatInfo Formats[] = {
#define AOTI_FORMAT(NAME, TEXT, ESCAPES)                                       \
  {ReportFormat::NAME, TEXT, write##NAME, Escapes::ESCAPES},
#include "driver/base/Formats.def"
  };
  const auto *It = llvm::find_if(
      Formats, [&](const FormatInfo &F) { return F.Format == Format; });
  return It == std::end(Formats) ? nullptr : It;
}

std::string utf8(llvm::StringRef Text) {
  return llvm::json::isUTF8(Text) ? Text.str() : llvm::json::fixUTF8(Text);
}

std::vector<Obstacle> obstaclesOf(const Report &R) {
  std::vector<Obstacle> All;
  for (const Finding &E : R.Errors)
    All.push_back({E.Where, E.Message});
  for (const llvm::ArrayRef<std::string> Sentences :
       {R.ConfigProblems, llvm::ArrayRef(R.Failures), R.Unread})
    for (const std::string &Sentence : Sentences)
      All.push_back({{}, Sentence});
  for (const std::string &File : R.Crashed)
    All.push_back(
        {{File, 0, 0, 0}, "internal error: the linter crashed over this file"});
  for (const std::string &File : R.TimedOut)
    All.push_back(
        {{File, 0, 0, 0}, "not linted: " + timeLimitText(R.TimeLimit)});
  return All;
}

} // namespace aoti_tidy
