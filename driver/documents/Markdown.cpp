// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/documents/PythonExcerpt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

struct Line {
  unsigned Offset; ///< in the file
  StringRef Text;  ///< with its end
};

std::vector<Line> splitLines(StringRef Text) {
  std::vector<Line> Lines;
  for (size_t Begin = 0; Begin < Text.size();) {
    const size_t Break = Text.find('\n', Begin);
    const size_t End = Break == StringRef::npos ? Text.size() : Break + 1;
    Lines.push_back({static_cast<unsigned>(Begin), Text.slice(Begin, End)});
    Begin = End;
  }
  return Lines;
}

size_t indentOf(StringRef Line) {
  return Line.size() - Line.ltrim(" \t").size();
}

struct Fence {
  size_t Indent, Length;
  char Mark;
  StringRef Info; ///< "python title=..."

  /// Any indentation: blocks are in lists, and in lists of lists.
  static std::optional<Fence> parse(StringRef Line) {
    const StringRef Text = Line.trim();
    if (!Text.starts_with("```") && !Text.starts_with("~~~"))
      return std::nullopt;
    const char Mark = Text.front();
    const size_t Length =
        Text.take_while([&](char C) { return C == Mark; }).size();
    const StringRef Info = Text.drop_front(Length).trim();
    // '```x```' is code in a line.
    if (Mark == '`' && Info.contains('`'))
      return std::nullopt;
    return Fence{indentOf(Line), Length, Mark, Info};
  }

  bool isClosedBy(const Fence &Other) const {
    return Other.Mark == Mark && Other.Length >= Length && Other.Info.empty();
  }

  /// '```python', '```py title="x"', '```{python}', '```{.python .numberLines}'
  bool isPython() const {
    StringRef Word = Info.ltrim("{ .");
    // 'python-repl' is not it.
    Word = Word.take_while(
        [](char C) { return llvm::isAlnum(C) || C == '_' || C == '-'; });
    return llvm::is_contained({"python", "python3", "py", "py3"}, Word.lower());
  }
};

StringRef lineBreakOf(StringRef Line) {
  return Line.ends_with("\r\n") ? "\r\n" : "\n";
}

/// The indentation that all lines share, empty ones aside.
StringRef commonIndent(llvm::ArrayRef<Line> Lines) {
  std::optional<StringRef> Common;
  for (const Line &L : Lines) {
    if (L.Text.trim().empty())
      continue;
    const StringRef Indent = L.Text.take_front(indentOf(L.Text));
    if (!Common)
      Common = Indent;
    while (!Indent.starts_with(*Common))
      Common = Common->drop_back();
  }
  return Common.value_or("");
}

bool isPrompt(StringRef Line) { return Line.ltrim(" \t").starts_with(">>>"); }

/// The typed lines of a session: '>>> x = f(', '... 1)'. The answers are left out.
PythonExcerpt::Part sessionPart(llvm::ArrayRef<Line> Lines) {
  PythonExcerpt::Part P({"\n", /*IsJson=*/false, /*IsReadOnly=*/true});
  bool IsInput = false;
  for (const Line &L : Lines) {
    const StringRef Text = L.Text.ltrim(" \t");
    IsInput = Text.starts_with(">>>") || (IsInput && Text.starts_with("..."));
    if (!IsInput)
      continue;
    StringRef Code = Text.drop_front(3);
    Code.consume_front(" ");
    P.add(Code, L.Offset + (L.Text.size() - Code.size()));
  }
  return P;
}

PythonExcerpt::Part blockPart(llvm::ArrayRef<Line> Lines) {
  if (!Lines.empty() && isPrompt(Lines.front().Text))
    return sessionPart(Lines);
  const StringRef Indent = commonIndent(Lines);
  const StringRef LineBreak = Lines.empty() ? "\n" : lineBreakOf(Lines[0].Text);
  PythonExcerpt::Part P({(LineBreak + Indent).str(), /*IsJson=*/false,
                         /*IsReadOnly=*/false});
  for (const Line &L : Lines) {
    const size_t Dropped =
        L.Text.starts_with(Indent) ? Indent.size() : indentOf(L.Text);
    P.add(L.Text.drop_front(Dropped), L.Offset + Dropped);
  }
  P.hideMagics();
  return P;
}

} // namespace

PythonExcerpts readMarkdown(StringRef Text) {
  const std::vector<Line> Lines = splitLines(Text);
  std::vector<PythonExcerpt::Part> Parts;
  for (size_t I = 0; I < Lines.size(); ++I) {
    const auto Open = Fence::parse(Lines[I].Text);
    if (!Open)
      continue;
    const size_t Begin = I + 1;
    for (++I; I < Lines.size(); ++I)
      if (const auto Close = Fence::parse(Lines[I].Text);
          Close && Open->isClosedBy(*Close))
        break;
    if (Open->isPython())
      Parts.push_back(blockPart(llvm::ArrayRef(Lines).slice(Begin, I - Begin)));
  }
  return joinParts(Parts);
}

} // namespace aoti_tidy
