// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/server/Document.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LSP/Protocol.h"
#include <optional>

using llvm::StringRef;
namespace json = llvm::json;

namespace aoti_tidy {
namespace {

/// How many bytes a character has, by its first one; how many units of UTF-16.
unsigned bytesOf(unsigned char First) {
  return First < 0xC0 ? 1 : First < 0xE0 ? 2 : First < 0xF0 ? 3 : 4;
}
unsigned unitsOf(unsigned char First) { return First < 0xF0 ? 1 : 2; }

unsigned numberOf(const json::Object &Of, StringRef Name) {
  const int64_t Number = Of.getInteger(Name).value_or(0);
  return static_cast<unsigned>(std::clamp<int64_t>(Number, 0, INT32_MAX));
}

} // namespace

void EditorText::set(std::string NewText) {
  Text = std::move(NewText);
  Begins = {0};
  for (unsigned I = 0; I < Text.size(); ++I)
    if (Text[I] == '\n' ||
        (Text[I] == '\r' && (I + 1 == Text.size() || Text[I + 1] != '\n')))
      Begins.push_back(I + 1);
}

size_t EditorText::line(unsigned Offset) const {
  return llvm::upper_bound(Begins, Offset) - Begins.begin() - 1;
}

unsigned EditorText::endOfLine(size_t Line) const {
  return Line < Begins.size() ? Begins[Line] + lineText(Line).size()
                              : Text.size();
}

StringRef EditorText::lineText(size_t Index) const {
  const unsigned End =
      Index + 1 < Begins.size() ? Begins[Index + 1] : Text.size();
  const StringRef Line = StringRef(Text).slice(Begins[Index], End);
  return Index + 1 < Begins.size() ? Line.rtrim("\r\n") : Line;
}

unsigned EditorText::offset(const json::Object &Position, bool IsUtf8) const {
  const unsigned Line = numberOf(Position, "line");
  unsigned Left = numberOf(Position, "character");
  if (Line >= Begins.size())
    return Text.size();
  const StringRef In = lineText(Line);
  if (IsUtf8)
    return Begins[Line] + std::min<size_t>(Left, In.size());
  size_t At = 0;
  while (At < In.size() && Left >= unitsOf(In[At])) {
    Left -= unitsOf(In[At]);
    At += bytesOf(In[At]);
  }
  return Begins[Line] + std::min(At, In.size());
}

std::optional<TextRange> EditorText::range(const json::Object *Range,
                                           bool IsUtf8) const {
  const json::Object *Start = Range ? Range->getObject("start") : nullptr;
  const json::Object *End = Range ? Range->getObject("end") : nullptr;
  if (!Start || !End)
    return std::nullopt;
  const unsigned Begin = offset(*Start, IsUtf8);
  return TextRange{Begin, std::max(Begin, offset(*End, IsUtf8))};
}

json::Object EditorText::position(unsigned Offset, bool IsUtf8) const {
  Offset = std::min<size_t>(Offset, Text.size());
  const size_t Line = line(Offset);
  unsigned Column = 0;
  for (unsigned At = Begins[Line]; At < Offset;) {
    Column += IsUtf8 ? 1 : unitsOf(Text[At]);
    At += IsUtf8 ? 1 : bytesOf(Text[At]);
  }
  return json::Object{{"line", static_cast<int64_t>(Line)},
                      {"character", Column}};
}

json::Object EditorText::range(TextRange R, bool IsUtf8) const {
  return json::Object{{"start", position(R.Begin, IsUtf8)},
                      {"end", position(std::max(R.Begin, R.End), IsUtf8)}};
}

bool EditorText::apply(const json::Object &Change, bool IsUtf8) {
  const auto New = Change.getString("text");
  if (!New)
    return false;
  if (!Change.get("range")) {
    set(New->str());
    return true;
  }
  const auto Where = range(Change.getObject("range"), IsUtf8);
  if (!Where)
    return false;
  std::string Edited = std::move(Text);
  Edited.replace(Where->Begin, Where->length(), New->data(), New->size());
  set(std::move(Edited));
  return true;
}

std::vector<const json::Object *> objectsOf(const json::Object *In,
                                            StringRef Name) {
  std::vector<const json::Object *> Result;
  if (const json::Array *All = In ? In->getArray(Name) : nullptr)
    for (const json::Value &V : *All)
      if (const json::Object *O = V.getAsObject())
        Result.push_back(O);
  return Result;
}

std::string pathOf(StringRef Uri) {
  auto Parsed = llvm::lsp::URIForFile::fromURI(Uri);
  if (Parsed)
    return Parsed->file().str();
  llvm::consumeError(Parsed.takeError());
  return "";
}

} // namespace aoti_tidy
