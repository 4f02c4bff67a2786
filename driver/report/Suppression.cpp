// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/Suppression.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy {

bool takeNolint(StringRef &Text, NolintDirective &Into) {
  while (true) {
    const size_t At = Text.find("NOLINT");
    if (At == StringRef::npos)
      return false;
    Text = Text.drop_front(At);
    Into = {};
    Into.Word = Text.take_while([](char C) { return llvm::isAlpha(C); });
    Text = Text.drop_front(Into.Word.size());
    const StringRef Kind = Into.Word.drop_front(StringRef("NOLINT").size());
    if (!Kind.empty() && Kind != "NEXTLINE" && Kind != "BEGIN" && Kind != "END")
      continue;
    if (const size_t Close = Text.find_first_of("\n)");
        Text.starts_with("(") && Close != StringRef::npos &&
        Text[Close] == ')') {
      Into.HasGlobs = true;
      Into.Globs = Text.slice(1, Close);
      Text = Text.drop_front(Close + 1);
    }
    Into.Rest = Text;
    return true;
  }
}

std::vector<StringRef> ownNames(StringRef List) {
  std::vector<StringRef> Names;
  for (StringRef Item : llvm::split(List, ','))
    if (Item.trim().starts_with("aoti-") ||
        (Item.contains('*') && !Item.trim().starts_with("-")))
      Names.push_back(Item.trim());
  return Names;
}

bool isReason(StringRef Rest) {
  Rest = Rest.take_until([](char C) { return C == '\n' || C == '\r'; });
  // The rest of the comment is about something else.
  Rest = Rest.take_front(std::min(Rest.find("NOLINT"), Rest.find("noqa")));
  return llvm::any_of(Rest, [](char C) { return llvm::isAlpha(C); });
}

namespace {

/// The parts of a file that the preprocessor may leave out; the guard of a
/// header is not meant.
class Conditionals {
public:
  explicit Conditionals(StringRef Text) {
    unsigned Line = 0, Directives = 0;
    StringRef Guard;
    std::vector<bool> Open; ///< whether it is the guard
    for (StringRef Rest = Text; !Rest.empty();) {
      auto [Current, Behind] = Rest.split('\n');
      Rest = Behind;
      ++Line;
      Current = Current.ltrim();
      if (!Current.consume_front("#"))
        continue;
      Current = Current.trim();
      ++Directives;
      if (Current.consume_front("ifndef") && Directives == 1) {
        Guard = Current.trim();
        Open.push_back(true);
      } else if (Current.starts_with("if") || Current.starts_with("ndef")) {
        Open.push_back(false);
      } else if (Directives == 2 && !Open.empty() && Open.front() &&
                 (!Current.consume_front("define") ||
                  Current.trim().split(' ').first != Guard)) {
        Open.front() = false;
      } else if (Current.starts_with("endif") && !Open.empty()) {
        Open.pop_back();
      }
      Depths.push_back({Line, static_cast<unsigned>(llvm::count(Open, false))});
    }
  }

  bool contain(unsigned Line) const {
    const auto Next = llvm::upper_bound(
        Depths, Line, [](unsigned L, const auto &D) { return L < D.first; });
    return Next != Depths.begin() && std::prev(Next)->second != 0;
  }

private:
  std::vector<std::pair<unsigned, unsigned>> Depths; ///< from a line on
};

} // namespace

std::vector<Suppression> cxxSuppressions(StringRef File, StringRef Text) {
  std::vector<Suppression> All;
  const Conditionals MayBeLeftOut(Text);
  struct OpenBegin {
    StringRef Globs;
    size_t First, Last; ///< in All
  };
  std::vector<OpenBegin> Open;
  NolintDirective D;
  unsigned Line = 1;
  const char *LineAt = Text.begin(); // what lines are counted up to
  for (StringRef Rest = Text; takeNolint(Rest, D);) {
    Line += llvm::count(StringRef(LineAt, D.Word.begin() - LineAt), '\n');
    LineAt = D.Word.begin();
    if (!D.HasGlobs)
      continue;
    if (D.Word == "NOLINTEND") {
      const auto Begin = llvm::find_if(
          Open, [&](const OpenBegin &B) { return B.Globs == D.Globs; });
      if (Begin == Open.end())
        continue;
      for (size_t I = Begin->First; I < Begin->Last; ++I) {
        All[I].LastLine = Line;
        All[I].IsUsed =
            !isBroad(All[I].Name) && MayBeLeftOut.contain(All[I].Where.Line);
      }
      Open.erase(Begin);
      continue;
    }
    const size_t First = All.size();
    for (StringRef Name : ownNames(D.Globs)) {
      Suppression S;
      S.Where.File = File.str();
      S.Where.Offset = Name.begin() - Text.begin();
      S.Where.Line = Line;
      S.Name = Name.str();
      S.Word = D.Word.str();
      S.HasReason = isReason(D.Rest);
      S.FirstLine = Line + (D.Word == "NOLINTNEXTLINE");
      S.LastLine = S.FirstLine;
      // Nothing is known of code that is not compiled; a begin without an end
      // is clang-tidy's to complain of.
      S.IsUsed = !isBroad(Name) &&
                 (D.Word == "NOLINTBEGIN" || MayBeLeftOut.contain(Line));
      All.push_back(std::move(S));
    }
    if (D.Word == "NOLINTBEGIN")
      Open.push_back({D.Globs, First, All.size()});
  }
  return All;
}

} // namespace aoti_tidy
