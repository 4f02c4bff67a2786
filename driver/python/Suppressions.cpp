// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/python/Suppressions.h"
#include "clang-tidy/GlobList.h"
#include "llvm/ADT/StringExtras.h"

using aoti_tidy::python::Node;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

bool isWordChar(char C) { return llvm::isAlnum(C) || C == '_'; }

struct Lines {
  unsigned First, Last;
};

constexpr size_t NoRegion = ~size_t(0);

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
    // What is not between statements has one around it.
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
    // What is before the body; the colon of a lambda, say, is deeper.
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
    if (N.is("comment"))
      readComment(N);
    const auto Below = N.allChildren();
    Pending.append(Below.rbegin(), Below.rend());
  }
}

void Suppressions::readComment(Node Comment) {
  readNoqa(Comment.text(), Comment.line());
  readNolint(Comment.text(), Comment.line());
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
      InLine.push_back({Line, Line, "*"});
      continue;
    }
    llvm::SmallVector<StringRef> Codes;
    llvm::SplitString(Rest.split('#').first, Codes, ", \t\r");
    llvm::erase_if(Codes, [](StringRef C) { return !C.starts_with("aoti-"); });
    if (!Codes.empty())
      InLine.push_back({Line, Line, llvm::join(Codes, ",")});
    for (const StringRef Code : Codes)
      list(Code, "noqa", Rest.drop_front(Codes.back().end() - Rest.begin()),
           Line, Line);
  }
}

void Suppressions::list(StringRef Names, StringRef Word, StringRef Rest,
                        unsigned FirstLine, unsigned LastLine) {
  for (const StringRef Name : ownNames(Names)) {
    Suppression S;
    S.Where.Offset = Name.begin() - In.text().begin();
    S.Name = Name.str();
    S.Word = Word.str();
    S.HasReason = isReason(Rest);
    S.FirstLine = FirstLine;
    S.LastLine = LastLine;
    List.push_back(std::move(S));
  }
}

void Suppressions::readNolint(StringRef Comment, unsigned Line) {
  // Of no directive that has none, the rest of a comment is looked through.
  const size_t LastClose = Comment.rfind(')');
  for (size_t At = Comment.find("NOLINT"); At != StringRef::npos;
       At = Comment.find("NOLINT", At + 1)) {
    if (isWordChar(Comment[At - 1]))
      continue;
    StringRef Rest = Comment.drop_front(At);
    const StringRef Word = Rest.take_while(isWordChar);
    Rest = Rest.drop_front(Word.size());
    std::string Globs = "*";
    // A name of a check has no bracket.
    StringRef Names;
    if (Rest.consume_front("(") && LastClose != StringRef::npos &&
        size_t(Rest.data() - Comment.data()) <= LastClose) {
      Names = Rest.take_until([](char C) { return C == '(' || C == ')'; });
      Globs = Names;
      Rest = Rest.drop_front(Names.size());
    }
    if (Word == "NOLINT" || Word == "NOLINTNEXTLINE") {
      const unsigned For = Line + (Word == "NOLINTNEXTLINE");
      list(Names, Word, Rest, For, For);
    } else if (Word == "NOLINTBEGIN") {
      // No line, until its end is seen.
      const size_t First = List.size();
      list(Names, Word, Rest, Line, 0);
      Open.push_back({{Line, Line, Globs}, First, List.size()});
    }
    if (Word == "NOLINT")
      InLine.push_back({Line, Line, std::move(Globs)});
    else if (Word == "NOLINTNEXTLINE")
      Below.push_back({Line + 1, Line + 1, std::move(Globs)});
    else if (Word == "NOLINTEND" && !Open.empty() &&
             Open.back().Globs == Globs) {
      const Begin Of = Open.pop_back_val();
      for (size_t I = Of.First; I < Of.Last; ++I)
        List[I].LastLine = Line;
      Regions.push_back(Of);
      Regions.back().LastLine = Line;
    }
  }
}

Suppressions::OfCheck &Suppressions::forCheck(StringRef Check) {
  const auto [It, IsNew] = ByCheck.try_emplace(Check);
  OfCheck &Of = It->second;
  if (!IsNew)
    return Of;
  // Most directives say the same.
  llvm::StringMap<bool> Known;
  const auto IsMeant = [&](const Directive &D) {
    const auto [Glob, IsNewGlob] = Known.try_emplace(D.Globs);
    if (IsNewGlob)
      Glob->second = clang::tidy::GlobList(D.Globs, /*KeepNegativeGlobs=*/false)
                         .contains(Check);
    return Glob->second;
  };
  for (const Directive &D : InLine)
    if (IsMeant(D))
      Of.InLine.insert(D.FirstLine);
  for (const Directive &D : Below)
    if (IsMeant(D))
      Of.Below.insert(D.FirstLine);
  for (const Directive &D : Regions)
    if (IsMeant(D))
      Of.Regions.add({D.FirstLine, D.LastLine + 1});
  std::vector<size_t> Around;
  for (const auto &[Index, S] : llvm::enumerate(List)) {
    const bool IsOpen = S.Word == "NOLINTBEGIN" && S.LastLine == 0;
    if (IsOpen || !IsMeant({S.FirstLine, S.LastLine, S.Name}))
      continue;
    if (S.Word != "NOLINTBEGIN") {
      Of.Unused.insert({S.FirstLine, Index});
      continue;
    }
    while (!Around.empty() &&
           List[Of.Listed[Around.back()].Index].LastLine < S.FirstLine)
      Around.pop_back();
    const size_t Outer = Around.empty() ? NoRegion : Around.back();
    Around.push_back(Of.Listed.size());
    Of.Listed.push_back({Index, Outer});
  }
  return Of;
}

bool Suppressions::silence(StringRef Check, unsigned Offset) {
  if (InLine.empty() && Below.empty() && Regions.empty())
    return false;
  OfCheck &Of = forCheck(Check);
  const unsigned Line = In.lineOf(Offset);
  const Lines Statement = statementLines(In, Offset);
  const bool IsSilent =
      Of.InLine.contains(Line) || Of.InLine.contains(Statement.Last) ||
      Of.Below.contains(Line) || Of.Below.contains(Statement.First) ||
      Of.Regions.overlaps({Line, Line + 1});
  if (IsSilent && !List.empty())
    markUsed(Of, Line, Statement.First, Statement.Last);
  return IsSilent;
}

void Suppressions::markUsed(OfCheck &Of, unsigned Line, unsigned First,
                            unsigned Last) {
  // Each is looked at until it is used: once.
  for (const unsigned For : {Line, First, Last}) {
    auto [It, End] = Of.Unused.equal_range(For);
    while (It != End) {
      Suppression &S = List[It->second];
      const bool IsFor =
          For == Line || For == (S.Word == "NOLINTNEXTLINE" ? First : Last);
      S.IsUsed |= IsFor;
      It = IsFor ? Of.Unused.erase(It) : std::next(It);
    }
  }
  // The last region that begins before the line, then those around it.
  const auto Next =
      llvm::upper_bound(Of.Listed, Line, [&](unsigned L, const auto &R) {
        return L < List[R.Index].FirstLine;
      });
  for (size_t At = Next - Of.Listed.begin() - 1; At < Of.Listed.size();
       At = Of.Listed[At].Around) {
    Suppression &S = List[Of.Listed[At].Index];
    S.IsUsed |= Line <= S.LastLine;
  }
}

unsigned Suppressions::placeOfComment(unsigned Offset) const {
  const unsigned Last = statementLines(In, Offset).Last;
  const size_t End = endOfLine(In, Offset, Last);
  return In.text().take_front(End).rtrim(" \t\r").size();
}

} // namespace aoti_tidy
