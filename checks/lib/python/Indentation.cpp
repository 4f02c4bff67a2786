// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/Indentation.h"

using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

using Problem = IndentationProblem;

constexpr unsigned TabSize = 8, MaxLevels = 100;

/// How deep a line is with tabs of 8 columns, and with tabs of one: where the
/// two disagree about what is deeper, Python refuses the line.
struct Depth {
  unsigned Wide = 0, Narrow = 0;
};

bool isLineBreak(char C) { return C == '\n' || C == '\r'; }

/// The end of the line break at \p At.
size_t behindBreak(StringRef Text, size_t At) {
  return At + (Text.substr(At).starts_with("\r\n") ? 2 : 1);
}

/// The depth of the logical line that begins at \p Begin. A backslash on the
/// way joins a line to the next one, and the first one's depth is what counts.
Depth depthAt(StringRef Text, size_t Begin) {
  Depth D;
  unsigned Joined = 0;
  for (size_t At = Begin; At < Text.size(); ++At) {
    switch (Text[At]) {
    case ' ':
      ++D.Wide, ++D.Narrow;
      continue;
    case '\t':
      D.Wide = (D.Wide / TabSize + 1) * TabSize;
      ++D.Narrow;
      continue;
    case '\f':
      D = {};
      continue;
    case '\\':
      if (At + 1 >= Text.size() || !isLineBreak(Text[At + 1]))
        break;
      At = behindBreak(Text, At + 1) - 1;
      Joined = Joined ? Joined : D.Wide;
      continue;
    default:
      break;
    }
    break;
  }
  return Joined ? Depth{Joined, Joined} : D;
}

/// Where, between two tokens, the line of the second one begins; nothing if
/// both are on one logical line.
std::optional<size_t> lineBeginIn(StringRef Text, size_t Begin, size_t End) {
  std::optional<size_t> Line;
  for (size_t At = Begin; At < End;) {
    if (Text[At] == '#')
      while (At < End && !isLineBreak(Text[At]))
        ++At;
    else if (Text[At] == '\\' && At + 1 < End && isLineBreak(Text[At + 1]))
      At = behindBreak(Text, At + 1);
    else if (isLineBreak(Text[At]))
      Line = At = behindBreak(Text, At);
    else
      ++At;
  }
  return Line;
}

/// Follows the lines as Python's tokenizer does.
class Levels {
public:
  Levels(StringRef Text, llvm::ArrayRef<unsigned> PartBegins)
      : Text(Text), Parts(PartBegins) {}

  std::optional<Problem> next(Node Token) {
    std::optional<Problem> Found;
    if (Brackets == 0)
      Found = nextAtTop(Token);
    const StringRef What = Token.text();
    if (Token.isToken() && (What == "(" || What == "[" || What == "{"))
      ++Brackets;
    if (Token.isToken() && Brackets &&
        (What == ")" || What == "]" || What == "}"))
      --Brackets;
    OpensBlock = Brackets == 0 && Token.isToken() && What == ":";
    LastBegin = Token.begin();
    End = Token.end();
    return Found;
  }

  std::optional<Problem> finish() const {
    if (OpensBlock)
      return Problem{Problem::Kind::NoBlock, LastBegin};
    return std::nullopt;
  }

private:
  std::optional<Problem> nextAtTop(Node Token) {
    const unsigned Begin = Token.begin();
    if (!Parts.empty() && Begin >= Parts.front()) {
      while (!Parts.empty() && Begin >= Parts.front()) {
        End = Parts.front();
        Parts = Parts.drop_front();
      }
      const auto Problem = finish();
      OpensBlock = false;
      Stack = {depthAt(Text, lineBeginIn(Text, End, Begin).value_or(End))};
      return Problem;
    }
    auto Line = lineBeginIn(Text, End, Begin);
    if (End == 0 && !Line)
      Line = Text.starts_with("\xef\xbb\xbf") ? 3 : 0;
    if (!Line)
      return std::nullopt;
    if (const auto Kind = line(depthAt(Text, *Line)))
      return Problem{*Kind, Begin};
    return std::nullopt;
  }

  /// As tok_get() of CPython's Parser/lexer/lexer.c has it.
  std::optional<Problem::Kind> line(Depth D) {
    const Depth Top = Stack.back();
    if (D.Wide > Top.Wide) {
      if (Stack.size() >= MaxLevels)
        return Problem::Kind::TooDeep;
      if (D.Narrow <= Top.Narrow)
        return Problem::Kind::Mixed;
      Stack.push_back(D);
      return OpensBlock ? std::nullopt
                        : std::optional(Problem::Kind::Unexpected);
    }
    while (Stack.size() > 1 && D.Wide < Stack.back().Wide)
      Stack.pop_back();
    if (D.Wide != Stack.back().Wide)
      return Problem::Kind::NoSuchLevel;
    if (D.Narrow != Stack.back().Narrow)
      return Problem::Kind::Mixed;
    return OpensBlock ? std::optional(Problem::Kind::NoBlock) : std::nullopt;
  }

  const StringRef Text;
  llvm::ArrayRef<unsigned> Parts; ///< that are to come
  llvm::SmallVector<Depth> Stack = {Depth()};
  unsigned Brackets = 0, LastBegin = 0, End = 0;
  bool OpensBlock = false;
};

} // namespace

std::optional<IndentationProblem>
firstIndentationProblem(const Tree &T, llvm::ArrayRef<unsigned> PartBegins) {
  Levels L(T.text(), PartBegins);
  llvm::SmallVector<Node, 64> Open = {T.root()};
  while (!Open.empty()) {
    const Node N = Open.pop_back_val();
    if (N.is("comment") || N.is("line_continuation"))
      continue;
    // The lines of a string are its own.
    const auto Below =
        N.is("string") ? llvm::SmallVector<Node, 8>() : N.allChildren();
    Open.append(Below.rbegin(), Below.rend());
    // A block that is missing is a node without a text.
    if (!Below.empty() || N.text().trim().empty())
      continue;
    if (const auto Found = L.next(N))
      return Found;
  }
  return L.finish();
}

} // namespace aoti_tidy::python
