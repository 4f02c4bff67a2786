// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/documents/PythonExcerpt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

constexpr StringRef Spaces = " \t\r\f";

/// Finds what IPython takes out of a cell before Python sees it. Only what is
/// neither in brackets nor in a string can be a command: '%' is an operator,
/// too.
class MagicScanner {
public:
  explicit MagicScanner(StringRef Text) : Text(Text) {}

  /// [begin, end) of each, line breaks of continued ones included.
  std::vector<std::pair<size_t, size_t>> run() {
    while (Pos < Text.size())
      logicalLine();
    return std::move(Magics);
  }

private:
  char at(size_t I) const { return I < Text.size() ? Text[I] : '\0'; }

  void skipSpaces() {
    Pos = std::min(Text.find_first_not_of(Spaces, Pos), Text.size());
  }

  /// The end of the line at \p From, with the lines it is continued on.
  size_t endOfCommand(size_t From) const {
    size_t End = std::min(Text.find('\n', From), Text.size());
    while (End < Text.size() &&
           Text.slice(From, End).rtrim(Spaces).ends_with("\\"))
      End = std::min(Text.find('\n', End + 1), Text.size());
    return End;
  }

  void takeCommand(size_t From) {
    const size_t End = endOfCommand(From);
    Magics.emplace_back(From, End);
    Pos = End;
  }

  void skipString() {
    const char Quote = Text[Pos];
    const std::string Triple(3, Quote);
    const bool IsTriple = Text.substr(Pos).starts_with(Triple);
    const StringRef End = IsTriple ? StringRef(Triple) : Text.substr(Pos, 1);
    for (Pos += End.size(); Pos < Text.size(); ++Pos) {
      if (Text.substr(Pos).starts_with(End)) {
        Pos += End.size();
        return;
      }
      // It has no end; what follows it is another statement.
      if (Text[Pos] == '\n' && !IsTriple)
        return;
      if (Text[Pos] == '\\')
        ++Pos;
    }
  }

  void logicalLine() {
    skipSpaces();
    const size_t Begin = Pos;
    if (StringRef("%!?").contains(at(Pos)) && at(Pos))
      return takeCommand(Pos);
    unsigned Depth = 0;
    size_t LastChar = Begin; ///< that is no space and no comment
    while (Pos < Text.size()) {
      const char C = Text[Pos];
      if (C == '\n' && Depth == 0)
        break;
      if (C == '#') {
        Pos = std::min(Text.find('\n', Pos), Text.size());
        continue;
      }
      if (!llvm::isSpace(C))
        LastChar = Pos;
      if (C == '"' || C == '\'') {
        skipString();
        continue;
      }
      if (C == '\\' && at(Pos + 1) == '\n')
        ++Pos;
      if (StringRef("([{").contains(C))
        ++Depth;
      if (StringRef(")]}").contains(C) && Depth)
        --Depth;
      ++Pos;
      if (C == '=' && Depth == 0 && isAssignedCommand())
        return takeCommand(Pos);
    }
    // 'torch.compile?' asks for help.
    if (at(LastChar) == '?')
      Magics.emplace_back(Begin, LastChar + 1);
    ++Pos;
  }

  /// Whether what follows the '=' is a command; then Pos is where it starts.
  bool isAssignedCommand() {
    const size_t Start =
        std::min(Text.find_first_not_of(Spaces, Pos), Text.size());
    const char Next = at(Start + 1);
    const bool IsCommand = (at(Start) == '!' && Next != '=') ||
                           (at(Start) == '%' && llvm::isAlpha(Next));
    if (IsCommand)
      Pos = Start;
    return IsCommand;
  }

  const StringRef Text;
  size_t Pos = 0;
  std::vector<std::pair<size_t, size_t>> Magics;
};

/// Commands for a whole cell after which the rest of it is Python as before.
bool keepsCell(StringRef Name) {
  return llvm::is_contained(
      {"capture", "debug", "memit", "mprun", "prun", "time", "timeit"}, Name);
}

} // namespace

void PythonExcerpt::Part::hideMagics() {
  const StringRef Trimmed = StringRef(Text).ltrim();
  if (Trimmed.starts_with("%%") &&
      !keepsCell(Trimmed.drop_front(2).take_while(llvm::isAlnum))) {
    hide(0, Text.size());
    return;
  }
  // hide() writes over the text, byte by byte.
  const std::string Before = Text;
  for (const auto &[Begin, End] : MagicScanner(Before).run())
    hide(Begin, End);
}

} // namespace aoti_tidy
