// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Printable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Unicode.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

constexpr unsigned ReplacementCharacter = 0xFFFD;

const llvm::UTF8 *bytesAt(const char *At) {
  return reinterpret_cast<const llvm::UTF8 *>(At);
}

/// How many bytes the character has that \p Text begins with; 0 if it is none.
size_t characterSize(StringRef Text) {
  const size_t Size = llvm::getNumBytesForUTF8(Text.front());
  return Size <= Text.size() &&
                 llvm::isLegalUTF8Sequence(bytesAt(Text.begin()),
                                           bytesAt(Text.begin() + Size))
             ? Size
             : 0;
}

/// Whether more bytes could make \p Text one character.
bool isBeginningOfCharacter(StringRef Text) {
  return Text.size() < llvm::getNumBytesForUTF8(Text.front()) &&
         llvm::all_of(
             Text.drop_front(), [](char C) { return (C & 0xC0) == 0x80; });
}

unsigned codePoint(StringRef Character) {
  llvm::UTF32 Result = 0;
  const llvm::UTF8 *Begin = bytesAt(Character.begin());
  llvm::convertUTF8Sequence(&Begin, bytesAt(Character.end()), &Result,
                            llvm::strictConversion);
  return Result;
}

std::string escaped(unsigned CodePoint, Escapes How) {
  if (How != Escapes::Json)
    return fmt::format("<U+{:04X}>", CodePoint);
  if (CodePoint <= 0xFFFF)
    return fmt::format("\\u{:04x}", CodePoint);
  const unsigned Rest = CodePoint - 0x10000;
  return fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + (Rest >> 10),
                     0xDC00 + (Rest & 0x3FF));
}

/// The beginnings of commands to a CI runner, up to the bracket.
constexpr StringRef RunnerCommands[] = {"##[", "##vso["};

/// Writes what it can of \p Text, whose end is the end of all if \p IsLast.
/// \returns how much that is.
size_t writePrintable(StringRef Text, Escapes How, bool IsLast,
                      llvm::raw_ostream &OS) {
  size_t Plain = 0, At = 0; // what is between them is not written yet
  const auto Replace = [&](size_t Size, const std::string &By) {
    OS << Text.slice(Plain, At) << By;
    At += Size;
    Plain = At;
  };
  while (At < Text.size()) {
    const char C = Text[At];
    if (C == '#') {
      const StringRef Rest = Text.drop_front(At);
      const auto IsBegun = [&](StringRef Command) {
        return Command.starts_with(Rest);
      };
      const auto *Command = llvm::find_if(RunnerCommands, [&](StringRef Each) {
        return Rest.starts_with(Each);
      });
      if (Command != std::end(RunnerCommands)) {
        At += Command->size() - 1;
        Replace(1, escaped('[', How));
        continue;
      }
      if (!IsLast && llvm::any_of(RunnerCommands, IsBegun))
        break;
    }
    if (How == Escapes::Runner || llvm::isPrint(C) || C == '\n' || C == '\t') {
      ++At;
      continue;
    }
    const StringRef Rest = Text.drop_front(At);
    if (const size_t Size = characterSize(Rest)) {
      const unsigned CodePoint = codePoint(Rest.take_front(Size));
      if (llvm::sys::unicode::isPrintable(CodePoint))
        At += Size;
      else
        Replace(Size, escaped(CodePoint, How));
      continue;
    }
    if (!IsLast && isBeginningOfCharacter(Rest))
      break;
    Replace(1, How == Escapes::Json
                   ? escaped(ReplacementCharacter, How)
                   : fmt::format("<{:02X}>", static_cast<unsigned char>(C)));
  }
  OS << Text.slice(Plain, At);
  return At;
}

} // namespace

PrintableStream::~PrintableStream() { writeAll(); }

void PrintableStream::write_impl(const char *Text, size_t Size) {
  Position += Size;
  // Clang writes excerpts byte by byte.
  Pending.append(Text, Size);
  Pending.erase(0, writePrintable(Pending, How, /*IsLast=*/false, To));
}

void PrintableStream::writeAll() {
  writePrintable(Pending, How, /*IsLast=*/true, To);
  Pending.clear();
}

llvm::raw_ostream &PrintableStream::changeColor(enum Colors Color, bool Bold,
                                                bool Background) {
  writeAll();
  To.changeColor(Color, Bold, Background);
  return *this;
}

llvm::raw_ostream &PrintableStream::resetColor() {
  writeAll();
  To.resetColor();
  return *this;
}

llvm::raw_ostream &PrintableStream::reverseColor() {
  writeAll();
  To.reverseColor();
  return *this;
}

std::string printableLine(StringRef Text) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  while (true) {
    const auto [Line, Rest] = Text.split('\n');
    writePrintable(Line, Escapes::Visible, /*IsLast=*/true, OS);
    if (Line.size() == Text.size())
      return Result;
    OS << escaped('\n', Escapes::Visible);
    Text = Rest;
  }
}

std::string printableName(StringRef Name) {
  return (Name.ltrim().starts_with("::") ? "./" : "") + printableLine(Name);
}

std::string utf8(llvm::StringRef Text) {
  return llvm::json::isUTF8(Text) ? Text.str() : llvm::json::fixUTF8(Text);
}

std::string githubValue(StringRef Text, bool IsProperty) {
  std::string Result;
  for (const char C : Text)
    if (C == '%' || C == '\n' || C == '\r' ||
        (IsProperty && (C == ':' || C == ',')))
      Result += fmt::format("%{:02X}", C);
    else
      Result += C;
  return Result;
}

} // namespace aoti_tidy
