// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/GivenPackages.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

llvm::Expected<llvm::GlobPattern> patternOf(StringRef Files) {
  Files.consume_front("./");
  return llvm::GlobPattern::create(Files, /*MaxSubPatterns=*/64);
}

std::optional<std::string> hintIn(StringRef Line) {
  constexpr StringRef Mark = "aoti-tidy:";
  const size_t At = Line.find(Mark);
  if (At == StringRef::npos)
    return std::nullopt;
  // It must begin a comment; in a string it is text.
  const StringRef Before = Line.take_front(At).rtrim();
  if (!Before.ends_with("//") && !Before.ends_with("/*") &&
      !Before.ends_with("#"))
    return std::nullopt;
  StringRef Value = Line.drop_front(At + Mark.size()).ltrim();
  if (!Value.consume_front("package="))
    return std::nullopt;
  const bool IsQuoted =
      !Value.empty() && (Value.front() == '"' || Value.front() == '\'');
  if (IsQuoted)
    Value = Value.drop_front().take_until(
        [Quote = Value.front()](char C) { return C == Quote; });
  else
    Value = Value.take_until(llvm::isSpace);
  if (!IsQuoted)
    Value.consume_back("*/");
  return Value.str();
}

bool isCommentLine(StringRef Line) {
  Line = Line.trim();
  return Line.starts_with("//") || Line.starts_with("/*") ||
         Line.starts_with("#");
}

} // namespace

bool GivenPackage::isFor(StringRef File) const {
  auto Pattern = patternOf(Files);
  if (!Pattern) {
    llvm::consumeError(Pattern.takeError());
    return false;
  }
  // The pattern may begin at each folder.
  for (StringRef Rest = File; !Rest.empty(); Rest = Rest.split('/').second)
    if (Pattern->match(Rest))
      return true;
  return Pattern->match(File);
}

llvm::Expected<GivenPackage> parseGivenPackage(StringRef Item) {
  GivenPackage Result;
  const auto [Files, Path] = Item.split('=');
  if (!Item.contains('=')) {
    Result.Path = Item.trim().str();
    return Result;
  }
  Result.Path = Path.trim().str();
  Result.Files = Files.trim().str();
  const auto Problem = [&](StringRef Why) {
    return llvm::createStringError(fmt::format(
        "'{}' is not FILES=PACKAGE, as in 'src/rank/*.cpp=models/ranker.pt2': "
        "{}",
        Item.str(), Why.str()));
  };
  if (Result.Path.empty() || Result.Files.empty())
    return Problem(Result.Path.empty() ? "there is no package after '='"
                                       : "there are no files before '='");
  if (auto Pattern = patternOf(Result.Files); !Pattern)
    return Problem(llvm::toString(Pattern.takeError()));
  return Result;
}

llvm::Expected<std::vector<GivenPackage>> parseGivenPackages(StringRef Option) {
  llvm::SmallVector<StringRef> Items;
  Option.split(Items, ';', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  std::vector<GivenPackage> Result;
  for (const StringRef Item : Items) {
    auto Given = parseGivenPackage(Item);
    if (!Given)
      return Given.takeError();
    Result.push_back(std::move(*Given));
  }
  return Result;
}

llvm::SmallVector<const GivenPackage *, 2>
givenFor(StringRef File, llvm::ArrayRef<GivenPackage> All) {
  llvm::SmallVector<const GivenPackage *, 2> ForFile, ForAll;
  for (const GivenPackage &Given : All)
    if (Given.Files.empty())
      ForAll.push_back(&Given);
    else if (Given.isFor(File))
      ForFile.push_back(&Given);
  return ForFile.empty() ? ForAll : ForFile;
}

std::optional<std::string> packageHint(StringRef Text, size_t Offset) {
  const size_t LineBegin = Text.rfind('\n', Offset) + 1; // 0 if there is none
  const StringRef Line =
      Text.drop_front(LineBegin).take_until([](char C) { return C == '\n'; });
  if (auto Hint = hintIn(Line))
    return Hint;
  if (LineBegin == 0)
    return std::nullopt;
  const StringRef Above = Text.take_front(LineBegin - 1);
  const StringRef Previous = Above.drop_front(Above.rfind('\n') + 1);
  return isCommentLine(Previous) ? hintIn(Previous) : std::nullopt;
}

} // namespace aoti_tidy
