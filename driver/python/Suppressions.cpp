// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/python/Suppressions.h"
#include "clang-tidy/GlobList.h"
#include "driver/base/CheckList.h"
#include "llvm/ADT/StringExtras.h"
#include <set>

using aoti_tidy::python::Node;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

bool isWordChar(char C) { return llvm::isAlnum(C) || C == '_'; }

/// The check that a comment means, by its name or its code.
StringRef nameOf(StringRef Text) {
  const StringRef Id = idOfCode(Text);
  return Id.empty() ? Text : Id;
}

bool isOwn(StringRef Text) { return nameOf(Text).starts_with("aoti-"); }

struct Lines {
  unsigned First, Last;
};

unsigned lastLine(Node N) { return N.tree().lineOf(N.end()); }

/// Whether \p N is in a list of statements, or is a line of its own all the
/// same.
bool isStatement(Node N) {
  return N.parent().isAnyOf({"module", "block", "ERROR"}) ||
         N.isAnyOf({"decorator", "elif_clause", "else_clause", "except_clause",
                    "finally_clause", "case_clause"});
}

/// One without a body.
bool isSimpleStatement(Node N) {
  return N.isAnyOf({"expression_statement", "return_statement",
                    "assert_statement", "raise_statement", "delete_statement",
                    "import_statement", "import_from_statement",
                    "future_import_statement", "global_statement",
                    "nonlocal_statement", "print_statement", "exec_statement",
                    "type_alias_statement"});
}

/// Where the line that has \p Offset ends, or one behind it.
size_t endOfLine(const python::Tree &T, unsigned Offset, unsigned Line) {
  const StringRef Text = T.text();
  size_t End = Offset;
  for (unsigned L = T.lineOf(Offset);; ++L) {
    End = std::min(Text.find('\n', End), Text.size());
    if (L >= Line || End == Text.size())
      return End;
    ++End;
  }
}

/// The last line of the logical line that goes on in, or ends with, \p Line: of
/// 'a; b = """' the one where the string ends. \p Offset is before it.
unsigned lastOfLogicalLine(const python::Tree &T, unsigned Offset,
                           unsigned Line) {
  while (true) {
    const size_t End = endOfLine(T, Offset, Line);
    if (End >= T.text().size())
      return Line;
    // A comment inside a statement belongs to that statement.
    Node N = T.nodeAt(End, End + 1);
    while (N.parent() && !isSimpleStatement(N))
      N = N.parent();
    const StringRef Before = T.text().take_front(End).rtrim('\r');
    if (isSimpleStatement(N) && lastLine(N) > Line)
      Line = lastLine(N);
    else if (Before.ends_with("\\") && !T.nodeAt(End - 1, End).is("comment"))
      ++Line;
    else
      return Line;
  }
}

/// The lines of the statement that has \p Offset; of one with a body, those of
/// the part in front of the body.
Lines statementItself(const python::Tree &T, unsigned Offset) {
  Node N = T.nodeAt(Offset, Offset);
  while (N.parent() && !isStatement(N))
    N = N.parent();
  Lines Result = {N.line(), N.line()};
  for (const Node &Child : N.allChildren()) {
    if (Child.is("block") && Offset < Child.begin())
      return Result;
    // The head ends at this colon; that of a lambda, say, is deeper.
    if (Child.is(":"))
      Result.Last = Child.line();
  }
  Result.Last = lastLine(N);
  return Result;
}

/// The same, up to the end of the logical line, where there is room for a
/// comment.
Lines statementLines(const python::Tree &T, unsigned Offset) {
  Lines Of = statementItself(T, Offset);
  Of.Last = lastOfLogicalLine(T, Offset, Of.Last);
  return Of;
}

} // namespace

Suppressions::Suppressions(const python::Tree &T) : In(T) {
  if (!T.text().contains("NOLINT") && !T.text().contains_insensitive("noqa"))
    return;
  llvm::SmallVector<Node, 64> Pending = {T.root()};
  while (!Pending.empty()) {
    const Node N = Pending.pop_back_val();
    if (N.is("comment")) {
      readNoqa(N.text(), N.line());
      readNolint(N.text(), N.line());
    }
    const auto Below = N.allChildren();
    Pending.append(Below.rbegin(), Below.rend());
  }
  closeRegions();
}

void Suppressions::readNoqa(StringRef Comment, unsigned Line) {
  // More may be in a comment: '# type: ignore  # noqa'.
  while (Comment.contains('#')) {
    Comment = Comment.drop_until([](char C) { return C == '#'; });
    StringRef Rest = Comment.drop_front().ltrim(" \t");
    Comment = Comment.drop_front();
    if (!Rest.consume_front_insensitive("noqa") ||
        (!Rest.empty() && (isWordChar(Rest.front()) || Rest.front() == '-')))
      continue;
    Rest = Rest.ltrim(" \t");
    if (!Rest.consume_front(":")) {
      ByLine.emplace(Line, directive("noqa", "*", {}, ""));
      continue;
    }
    llvm::SmallVector<StringRef> Codes;
    llvm::SplitString(Rest.split('#').first, Codes, ", \t\r");
    llvm::erase_if(Codes, [](StringRef C) { return !isOwn(C); });
    if (Codes.empty())
      continue;
    std::vector<StringRef> Ids;
    for (const StringRef Code : Codes)
      Ids.push_back(nameOf(Code));
    ByLine.emplace(
        Line, directive("noqa", llvm::join(Ids, ","), Codes,
                        Rest.drop_front(Codes.back().end() - Rest.begin())));
  }
}

Suppressions::Directive Suppressions::directive(StringRef Word,
                                                std::string Globs,
                                                llvm::ArrayRef<StringRef> Names,
                                                StringRef Rest) {
  const size_t First = List.size();
  for (const StringRef Name : Names) {
    Suppression S;
    S.Where.Offset = Name.begin() - In.text().begin();
    S.Name = nameOf(Name).str();
    S.Word = Word.str();
    S.HasReason = isReason(Rest);
    List.push_back(std::move(S));
  }
  return {std::move(Globs), First, List.size(), Word == "NOLINTNEXTLINE"};
}

void Suppressions::readNolint(StringRef Comment, unsigned Line) {
  NolintDirective D;
  for (StringRef Rest = Comment; takeNolint(Rest, D);) {
    const bool IsPart =
        isWordChar(D.Word.begin()[-1]) ||
        (D.Word.end() != Comment.end() && isWordChar(*D.Word.end()));
    if (IsPart)
      continue;
    const std::string Globs = D.HasGlobs ? D.Globs.str() : "*";
    if (D.Word == "NOLINTEND") {
      if (!Open.empty() && Regions[Open.back()].Globs == Globs)
        Regions[Open.pop_back_val()].LastLine = Line;
      continue;
    }
    Directive Of = directive(D.Word, Globs, ownNames(D.Globs), D.Rest);
    if (D.Word == "NOLINTBEGIN") {
      Open.push_back(Regions.size());
      Regions.push_back({std::move(Of), Line, /*LastLine=*/0, /*Around=*/0});
    } else {
      ByLine.emplace(Line + Of.IsNextLine, std::move(Of));
    }
  }
}

void Suppressions::closeRegions() {
  llvm::erase_if(Regions, [](const Region &R) { return R.LastLine == 0; });
  size_t Around = ~size_t(0);
  for (size_t I = 0; I < Regions.size(); ++I) {
    while (Around < I && Regions[Around].LastLine < Regions[I].FirstLine)
      Around = Regions[Around].Around;
    Regions[I].Around = Around;
    Around = I;
  }
}

bool Suppressions::matches(const std::string &Globs, StringRef Check) {
  const auto [It, IsNew] = Matches.try_emplace(Globs + "\n" + Check.str());
  if (IsNew)
    It->second = clang::tidy::GlobList(Globs, /*KeepNegativeGlobs=*/false)
                     .contains(Check);
  return It->second;
}

bool Suppressions::silence(StringRef Check, unsigned Offset) {
  if (ByLine.empty() && Regions.empty())
    return false;
  bool IsSilent = false;
  const auto Use = [&](const Directive &D) {
    if (!matches(D.Globs, Check))
      return;
    IsSilent = true;
    for (size_t I = D.FirstName; I < D.EndOfNames; ++I)
      List[I].IsUsed |= matches(List[I].Name, Check);
  };
  const unsigned Line = In.lineOf(Offset);
  const Lines Statement = statementLines(In, Offset);
  for (const unsigned For :
       std::set<unsigned>{Line, Statement.First, Statement.Last})
    for (auto [It, End] = ByLine.equal_range(For); It != End; ++It)
      if (For == Line ||
          For == (It->second.IsNextLine ? Statement.First : Statement.Last))
        Use(It->second);
  // The last region that begins before the line, then those around it.
  const auto Next =
      llvm::upper_bound(Regions, Line, [](unsigned L, const Region &R) {
        return L < R.FirstLine;
      });
  for (size_t At = Next - Regions.begin() - 1; At < Regions.size();
       At = Regions[At].Around)
    if (Line <= Regions[At].LastLine)
      Use(Regions[At]);
  return IsSilent;
}

unsigned Suppressions::placeOfComment(unsigned Offset) const {
  const unsigned Last = statementLines(In, Offset).Last;
  const size_t End = endOfLine(In, Offset, Last);
  return In.text().take_front(End).rtrim(" \t\r").size();
}

} // namespace aoti_tidy
