// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/IncludeDirectives.h"
#include "clang/Basic/CharInfo.h"

using namespace clang;

namespace aoti_tidy {
namespace {

constexpr StringRef Spaces = " \t\v\f", LineEnds = "\r\n";

StringRef lineAt(StringRef Rest) {
  return Rest.take_front(Rest.find_first_of(LineEnds));
}
StringRef lineBefore(StringRef Text, size_t At) {
  return Text.slice(Text.take_front(At).find_last_of(LineEnds) + 1, At);
}

/// Whether a line that goes on in the next may be the beginning of a directive
/// that includes something.
bool mayGoOnAsInclude(StringRef Line) {
  Line = Line.rsplit("*/").second.empty() ? Line : Line.rsplit("*/").second;
  Line = Line.trim(Spaces);
  Line.consume_front("\xef\xbb\xbf");
  if (Line == "%")
    return true;
  if (!Line.consume_front("#") && !Line.consume_front("%:"))
    return false;
  // A comment may be between '#' and the word.
  Line = Line.ltrim(Spaces);
  return Line.starts_with("/*") ||
         StringRef("include_next").starts_with(Line) ||
         StringRef("import").starts_with(Line);
}

/// Adds the directive with the word \p Text[Begin, End); false if what stands
/// there is not understood.
bool add(StringRef Text, size_t Begin, size_t End, IncludeDirectives &To) {
  const StringRef Before = lineBefore(Text, Begin);
  StringRef Behind = lineAt(Text.substr(End));
  // __has_include, #__include_macros
  if (!Before.empty() && isAsciiIdentifierContinue(Before.back()))
    return !Behind.starts_with("_macros") || !Before.contains('#');
  Behind.consume_front("_next");
  if (!Behind.empty() && isAsciiIdentifierContinue(Behind.front()))
    return true;
  const StringRef Hash = Before.rtrim(Spaces);
  // '# /* */ include', '%:include'
  if (!Hash.ends_with("#"))
    return !Hash.ends_with("%:") && !Hash.ends_with("*/");
  Behind = Behind.ltrim(Spaces);
  const bool IsAngled = Behind.starts_with("<");
  const StringRef Name = Behind.drop_front(!Behind.empty());
  const size_t Length = Name.find(IsAngled ? '>' : '"');
  if ((IsAngled || Behind.starts_with("\"")) && Length != StringRef::npos) {
    To.All.push_back({Name.take_front(Length).str(), IsAngled});
    return true;
  }
  // '#include MACRO'; in a comment, it is a sentence.
  return Before.contains("//");
}

} // namespace

IncludeDirectives includeDirectives(StringRef Text) {
  IncludeDirectives Result;
  // Trigraphs write '#' and the end of a line in other ways; the pragma gives
  // headers other names.
  Result.IsWhole = !Text.contains("\?\?=") && !Text.contains("\?\?/") &&
                   !Text.contains("include_alias");
  for (const StringRef Word : {"include", "import"})
    for (size_t At = Text.find(Word); At != StringRef::npos;
         At = Text.find(Word, At + 1))
      Result.IsWhole &= add(Text, At, At + Word.size(), Result);
  for (size_t At = Text.find('\\'); At != StringRef::npos;
       At = Text.find('\\', At + 1))
    if (lineAt(Text.substr(At + 1)).trim(Spaces).empty() &&
        mayGoOnAsInclude(lineBefore(Text, At)))
      Result.IsWhole = false;
  return Result;
}

} // namespace aoti_tidy
