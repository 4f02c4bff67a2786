// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/IncludeDirectives.h"
#include "driver/cxx/RawLexing.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace aoti_tidy {
namespace {

constexpr StringRef Spaces = " \t\v\f", LineEnds = "\r\n";
constexpr StringRef Names[] = {"include", "include_next", "import",
                               "__include_macros"};

StringRef lineAt(StringRef Rest) {
  return Rest.take_front(Rest.find_first_of(LineEnds));
}
StringRef lineBefore(StringRef Text, size_t At) {
  return Text.slice(Text.take_front(At).find_last_of(LineEnds) + 1, At);
}

class Reader {
public:
  explicit Reader(StringRef Text) : Text(Text) {}

  IncludeDirectives run() {
    // Trigraphs write '#' and the end of a line in other ways.
    if (Text.contains("\?\?=") || Text.contains("\?\?/"))
      Result.IsWhole = false;
    else if (!readPlain())
      lex();
    return std::move(Result);
  }

private:
  /// '#include <a.h>', one in a line, which is nearly all that there is. False
  /// if some may be written in another way.
  bool readPlain() {
    for (const StringRef Word : {"include", "import"})
      for (size_t At = Text.find(Word); At != StringRef::npos;
           At = Text.find(Word, At + 1))
        if (!readPlainAt(At, At + Word.size()))
          return false;
    // '#', or a part of the word, in one line, and the rest in the next.
    for (size_t At = Text.find('\\'); At != StringRef::npos;
         At = Text.find('\\', At + 1))
      if (lineAt(Text.substr(At + 1)).trim(Spaces).empty() &&
          mayGoOnAsInclude(lineBefore(Text, At)))
        return false;
    return true;
  }

  /// \p Begin and \p End are those of the word.
  bool readPlainAt(size_t Begin, size_t End) {
    StringRef Before = lineBefore(Text, Begin),
              Behind = lineAt(Text.substr(End));
    // __has_include, #__include_macros
    if (!Before.empty() && isAsciiIdentifierContinue(Before.back()))
      return !Before.ends_with("__") || !Behind.starts_with("_macros");
    if (Begin == Before.size())
      Before.consume_front("\xef\xbb\xbf");
    StringRef Hash = Before.trim(Spaces);
    if (Hash != "#")
      // '/* */ #include', '%:include', '# /* */ include'
      return !Before.contains('#') && !Before.contains("%:") &&
             !Before.contains("*/") && !Hash.ends_with(":");
    Behind.consume_front("_next");
    if (!Behind.empty() && isAsciiIdentifierContinue(Behind.front()))
      return true;
    add(Behind.ltrim(Spaces));
    return true;
  }

  static bool mayGoOnAsInclude(StringRef Line) {
    Line = Line.rsplit("*/").second.empty() ? Line : Line.rsplit("*/").second;
    Line = Line.trim(Spaces);
    Line.consume_front("\xef\xbb\xbf");
    if (Line == "%")
      return true;
    if (!Line.consume_front("#") && !Line.consume_front("%:"))
      return false;
    // A comment may be between '#' and the word.
    Line = Line.ltrim(Spaces);
    return Line.starts_with("/*") || llvm::any_of(Names, [&](StringRef Name) {
             return Name.starts_with(Line);
           });
  }

  /// \p Behind is what stands behind the word in its line.
  void add(StringRef Behind) {
    const bool IsAngled = Behind.starts_with("<");
    const StringRef Name = Behind.drop_front(!Behind.empty());
    const size_t End = Name.find(IsAngled ? '>' : '"');
    if ((IsAngled || Behind.starts_with("\"")) && End != StringRef::npos)
      Result.All.push_back({Name.take_front(End).str(), IsAngled});
    else
      Result.IsWhole = false;
  }

  /// Reads the text as Clang would, every directive of it.
  void lex() {
    Result = {};
    const LangOptions Lang = rawLanguage();
    Lexer L(SourceLocation(), Lang, Text.begin(), Text.begin(), Text.end());
    const auto Next = [&] {
      Token T;
      L.LexFromRawLexer(T);
      return T;
    };
    for (Token T = Next(); T.isNot(tok::eof);) {
      const bool IsHash = T.is(tok::hash) && T.isAtStartOfLine();
      T = Next();
      if (!IsHash || T.isAtStartOfLine() || T.isNot(tok::raw_identifier))
        continue;
      const StringRef Name = T.getRawIdentifier();
      if (T.needsCleaning()) {
        // Of several lines.
        Result.IsWhole = false;
      } else if (llvm::is_contained(Names, Name)) {
        const Token What = Next();
        const size_t At = L.getBufferLocation() - Text.begin();
        if (What.isNot(tok::eof) && !What.isAtStartOfLine() &&
            !What.needsCleaning())
          add(Text.substr(At - What.getLength())
                  .take_front(What.getLength() +
                              lineAt(Text.substr(At)).size()));
        else
          Result.IsWhole = false;
        T = What;
        continue;
      } else if (Name == "pragma") {
        // It gives headers other names.
        const Token What = Next();
        if (What.is(tok::raw_identifier) &&
            What.getRawIdentifier() == "include_alias")
          Result.IsWhole = false;
        T = What;
        continue;
      }
      T = Next();
    }
  }

  const StringRef Text;
  IncludeDirectives Result;
};

} // namespace

IncludeDirectives includeDirectives(StringRef Text) {
  return Reader(Text).run();
}

} // namespace aoti_tidy
