// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/Json.h"
#include "driver/documents/PythonExcerpt.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Part = PythonExcerpt::Part;

/// Walks JSON that is known to be valid, and says where things are, which
/// llvm::json does not.
class JsonWalker {
public:
  explicit JsonWalker(StringRef Text) : Text(Text) {}

  size_t position() const { return Pos; }
  bool isAt(char C) {
    skipSpace();
    return Pos < Text.size() && Text[Pos] == C;
  }

  /// The inside of a string, as it is written.
  StringRef string() {
    skipSpace();
    const size_t Begin = ++Pos;
    while (Pos < Text.size() && Text[Pos] != '"')
      Pos += Text[Pos] == '\\' ? 2 : 1;
    return Text.slice(Begin, Pos++);
  }

  /// \p Visit has to read the value, or to skip() it.
  void members(llvm::function_ref<void(StringRef Key)> Visit) {
    list('}', [&] {
      const StringRef Key = string();
      skipSpace();
      ++Pos; // the colon
      Visit(Key);
    });
  }
  void elements(llvm::function_ref<void()> Visit) { list(']', Visit); }

  void skip() {
    unsigned Depth = 0;
    do {
      skipSpace();
      if (Pos >= Text.size())
        return;
      const char C = Text[Pos];
      if (C == '"') {
        string();
        continue;
      }
      if (C == '{' || C == '[')
        ++Depth;
      if (C == '}' || C == ']')
        --Depth;
      // A number, 'true': to the next thing that is none.
      Pos =
          StringRef("{}[],:").contains(C)
              ? Pos + 1
              : std::min(Text.find_first_of("{}[],: \t\r\n", Pos), Text.size());
    } while (Depth);
  }

private:
  void skipSpace() {
    Pos = std::min(Text.find_first_not_of(" \t\r\n", Pos), Text.size());
  }
  void list(char End, llvm::function_ref<void()> Element) {
    skipSpace();
    ++Pos;
    while (Pos < Text.size() && !isAt(End)) {
      Element();
      if (isAt(','))
        ++Pos;
    }
    ++Pos;
  }

  const StringRef Text;
  size_t Pos = 0;
};

unsigned hexAt(StringRef Text, size_t Pos) {
  unsigned Value = 0;
  Text.substr(Pos, 4).getAsInteger(16, Value);
  return Value;
}

/// Adds the inside of a JSON string that lies at \p Offset.
void addString(Part &To, StringRef Inside, unsigned Offset) {
  for (size_t I = 0; I < Inside.size();) {
    const size_t Plain = std::min(Inside.find('\\', I), Inside.size());
    To.add(Inside.slice(I, Plain), Offset + I);
    I = Plain;
    if (I >= Inside.size())
      return;
    size_t Length = 2;
    std::string Bytes;
    const char C = Inside[I + 1];
    if (C == 'u') {
      Length = 6;
      uint32_t Point = hexAt(Inside, I + 2);
      if (Point >= 0xD800 && Point < 0xDC00 &&
          Inside.substr(I + 6).starts_with("\\u")) {
        Point = 0x10000 + ((Point - 0xD800) << 10) +
                (hexAt(Inside, I + 8) - 0xDC00);
        Length = 12;
      }
      char Buffer[4];
      char *End = Buffer;
      if (llvm::ConvertCodePointToUTF8(Point, End))
        Bytes.assign(Buffer, End);
      else
        Bytes = "?"; // half a surrogate pair
    } else {
      const size_t Which = StringRef("bfnrt").find(C);
      Bytes = Which == StringRef::npos ? C : "\b\f\n\r\t"[Which];
    }
    To.addEscaped(Bytes, Offset + I, Length);
    I += Length;
  }
}

/// How the lines of an array of strings are separated, seen from the start of
/// one: what ends a string and starts another, laid out as the array is.
std::string lineBreakBefore(StringRef Json, size_t StringBegin) {
  const StringRef Before = Json.take_front(StringBegin);
  const size_t Kept = Before.find_last_not_of(" \t\r\n") + 1;
  return ("\\n\"," + Before.drop_front(Kept) + "\"").str();
}

struct Cell {
  bool IsCode = false;
  std::optional<Part> Source;
};

class NotebookReader {
public:
  explicit NotebookReader(StringRef Json) : Json(Json), Walk(Json) {}

  void run() {
    Walk.members([&](StringRef Key) {
      if (Key == "cells" && Walk.isAt('[')) {
        HasCells = true;
        Walk.elements([&] { cell(); });
      } else if (Key == "metadata" && Walk.isAt('{')) {
        metadata();
      } else {
        Walk.skip();
      }
    });
  }

  bool HasCells = false;
  std::string Language = "python";
  /// The code cells, with their numbers.
  std::vector<std::pair<unsigned, Part>> Cells;

private:
  void cell() {
    ++Number;
    if (!Walk.isAt('{'))
      return Walk.skip();
    Cell C;
    Walk.members([&](StringRef Key) {
      if (Key == "cell_type" && Walk.isAt('"'))
        C.IsCode = Walk.string() == "code";
      else if (Key == "source" && Walk.isAt('"'))
        C.Source = oneString();
      else if (Key == "source" && Walk.isAt('['))
        C.Source = lines();
      else
        Walk.skip();
    });
    if (C.IsCode && C.Source)
      Cells.emplace_back(Number, std::move(*C.Source));
  }

  Part oneString() {
    Part P({"\\n", /*IsJson=*/true, /*IsReadOnly=*/false});
    addHere(P);
    return P;
  }

  Part lines() {
    // Laid out as the first line is; the bracket alone in front is none.
    std::optional<Part> P;
    Walk.elements([&] {
      if (!Walk.isAt('"'))
        return Walk.skip();
      if (!P)
        P.emplace(PythonExcerpt::Form{lineBreakBefore(Json, Walk.position()),
                                      /*IsJson=*/true, /*IsReadOnly=*/false});
      addHere(*P);
    });
    return P ? std::move(*P) : Part({});
  }

  void addHere(Part &P) {
    const size_t Begin = Walk.position() + 1;
    addString(P, Walk.string(), Begin);
  }

  /// {"kernelspec": {"language": "julia"}}, {"language_info": {"name": "R"}}
  void metadata() {
    Walk.members([&](StringRef Key) {
      const StringRef Name = Key == "kernelspec"      ? "language"
                             : Key == "language_info" ? "name"
                                                      : "";
      if (Name.empty() || !Walk.isAt('{'))
        return Walk.skip();
      Walk.members([&](StringRef Inner) {
        if (Inner == Name && Walk.isAt('"'))
          Language = Walk.string().lower();
        else
          Walk.skip();
      });
    });
  }

  const StringRef Json;
  JsonWalker Walk;
  unsigned Number = 0; ///< of the cell, of whatever kind
};

} // namespace

llvm::Expected<PythonExcerpts> readNotebook(StringRef Json) {
  auto Valid = parseJson(Json);
  if (!Valid)
    return llvm::createStringError("it " + llvm::toString(Valid.takeError()));
  if (!Valid->getAsObject())
    return llvm::createStringError("it is no notebook");
  NotebookReader Reader(Json);
  Reader.run();
  if (!Reader.HasCells)
    return llvm::createStringError(
        "it has no cells; notebooks before format 4 are not read");
  if (!StringRef(Reader.Language).contains("python"))
    return PythonExcerpts();
  std::vector<Part> Parts;
  for (auto &[Number, Source] : Reader.Cells) {
    Source.hideMagics();
    Parts.push_back(std::move(Source));
  }
  return joinParts(Parts);
}

NotebookCells::NotebookCells(StringRef Json) {
  auto Valid = parseJson(Json);
  if (!Valid) {
    llvm::consumeError(Valid.takeError());
    return;
  }
  if (!Valid->getAsObject())
    return;
  NotebookReader Reader(Json);
  Reader.run();
  Cells = std::move(Reader.Cells);
  // Nothing is in an empty one, and it has no place.
  llvm::erase_if(Cells, [](const auto &C) { return C.second.text().empty(); });
}

std::optional<NotebookCells::Place>
NotebookCells::placeOf(unsigned FileOffset) const {
  const auto It = llvm::partition_point(
      Cells, [&](const auto &C) { return C.second.fileEnd() < FileOffset; });
  if (It == Cells.end())
    return std::nullopt;
  const auto Offset = It->second.textOffset(FileOffset);
  return Offset ? std::optional(Place{It->first, *Offset}) : std::nullopt;
}

StringRef NotebookCells::textOf(unsigned Cell) const {
  const auto It = llvm::partition_point(
      Cells, [&](const auto &C) { return C.first < Cell; });
  return It == Cells.end() || It->first != Cell ? StringRef()
                                                : It->second.text();
}

} // namespace aoti_tidy
