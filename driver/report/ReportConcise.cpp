// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/report/Report.h"

namespace aoti_tidy {
namespace {

/// \p Text up to the first ';' that is not quoted: what is wrong, without what
/// happens then and the cure.
llvm::StringRef headOf(llvm::StringRef Text) {
  bool IsQuoted = false;
  for (size_t I = 0; I + 1 < Text.size(); ++I) {
    if (Text[I] == '\'' || Text[I] == '"')
      IsQuoted = !IsQuoted;
    if (Text[I] == ';' && Text[I + 1] == ' ' && !IsQuoted)
      return Text.take_front(I);
  }
  return Text;
}

} // namespace

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
    const std::string Whole = LineOf(F, F.Message);
    OS << (Whole.size() > Columns + 1 ? LineOf(F, headOf(F.Message)) : Whole);
  };
  for (const Finding &E : R.Result.Errors)
    if (R.QuotesErrors || E.Lang != Language::Cxx)
      Write(E);
  llvm::for_each(R.Result.Findings, Write);
  return {};
}

} // namespace aoti_tidy
