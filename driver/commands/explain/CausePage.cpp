// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/explain/CausePage.h"
#include "driver/base/CheckList.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {
namespace {

constexpr EmbeddedPage Pages[] = {
#include "CausePages.inc"
};

llvm::StringRef section(llvm::StringRef Page, llvm::StringRef Heading) {
  const std::string Line = ("\n## " + Heading + "\n").str();
  const size_t At = Page.find(Line);
  if (At == llvm::StringRef::npos)
    return "";
  const llvm::StringRef Rest = Page.drop_front(At + Line.size());
  return Rest.take_front(Rest.find("\n## ")).trim();
}

std::string oneLine(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef> Words;
  Text.split(Words, '\n');
  for (llvm::StringRef &W : Words)
    W = W.trim();
  return llvm::join(Words, " ");
}

constexpr llvm::StringLiteral WhereStart = " <!-- where: ", WhereEnd = " -->";

/// "1. ..." and "- ..." of a list.
std::vector<PageItem> items(llvm::StringRef List) {
  std::vector<PageItem> Result;
  while (!List.empty()) {
    auto [Line, Rest] = List.split('\n');
    List = Rest;
    const auto [Text, Where] = Line.split(WhereStart);
    const size_t Dot = Text.find(". ");
    const bool IsNumbered = Dot != llvm::StringRef::npos && Dot > 0 &&
                            llvm::all_of(Text.take_front(Dot), llvm::isDigit);
    if (IsNumbered)
      Result.push_back({Text.drop_front(Dot + 2).str(), ""});
    else if (Text.starts_with("- "))
      Result.push_back({Text.drop_front(2).str(), ""});
    else if (!Text.trim().empty() && !Result.empty())
      Result.back().Text += (" " + Text.trim()).str();
    if (!Where.empty() && !Result.empty())
      Result.back().Where = Where.split(WhereEnd).first;
  }
  return Result;
}

llvm::StringRef textOf(const CauseInfo &Cause) {
  return pageIn(Pages, Cause.Id);
}

} // namespace

std::string pageOf(const CauseInfo &Cause) {
  std::string Result;
  for (llvm::StringRef Rest = textOf(Cause); !Rest.empty();) {
    const auto [Text, Where] = Rest.split(WhereStart);
    Result += Text;
    Rest = Where.split(WhereEnd).second;
  }
  return Result;
}

std::string addressOf(const CauseInfo &Cause) {
  return docsAddress(("explain/" + Cause.Id + "/").str());
}

CausePage readPage(const CauseInfo &Cause) {
  const llvm::StringRef Page = textOf(Cause);
  CausePage Result;
  llvm::StringRef Title = Page.ltrim().split('\n').first;
  Title.consume_front("# ");
  Result.Title = Title.str();
  Result.Why = oneLine(section(Page, "Why"));
  Result.Question = oneLine(section(Page, "How to be sure"));
  Result.Do = items(section(Page, "Do this"));
  Result.Not = items(section(Page, "Not this"));
  return Result;
}

} // namespace aoti_tidy
