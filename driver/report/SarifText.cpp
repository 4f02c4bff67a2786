// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/SarifText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ConvertUTF.h"
#include <array>
#include <cstdint>
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

/// Calls \p Take with each UTF-16 code unit; what is not UTF-8 is U+FFFD, byte
/// by byte.
template <typename Fn> void forEachUnit(llvm::StringRef Text, Fn Take) {
  const auto *At = Text.bytes_begin(), *End = Text.bytes_end();
  while (At != End) {
    const unsigned Length = llvm::getNumBytesForUTF8(*At);
    llvm::UTF32 Char = 0xFFFD;
    if (*At >= 0x80 && Length <= unsigned(End - At) &&
        llvm::isLegalUTF8Sequence(At, At + Length)) {
      const auto *Source = At;
      llvm::convertUTF8Sequence(&Source, End, &Char, llvm::strictConversion);
      At += Length;
    } else {
      if (*At < 0x80)
        Char = *At;
      ++At;
    }
    if (Char > 0xFFFF) {
      Take(static_cast<uint16_t>(0xD800 + ((Char - 0x10000) >> 10)));
      Take(static_cast<uint16_t>(0xDC00 + ((Char - 0x10000) & 0x3FF)));
    } else {
      Take(static_cast<uint16_t>(Char));
    }
  }
}

/// A rolling hash over the next 100 characters, without blanks, from where a
/// line begins.
class LineHasher {
public:
  void take(uint16_t Unit) {
    if (Unit == ' ' || Unit == '\t' || (IsBehindReturn && Unit == '\n')) {
      IsBehindReturn = false;
      return;
    }
    IsBehindReturn = Unit == '\r';
    if (Unit == '\r')
      Unit = '\n';
    emitLine();
    if (IsLineStart)
      BeginsLine[Index] = true;
    IsLineStart = Unit == '\n';
    push(Unit);
  }

  std::vector<std::string> finish() {
    take(0xFFFF); // their end of file
    for (unsigned I = 0; I < Window; ++I) {
      emitLine();
      push(0);
    }
    return std::move(Hashes);
  }

private:
  static constexpr unsigned Window = 100;
  static constexpr uint64_t Factor = 37;

  static constexpr uint64_t power() {
    uint64_t Result = 1;
    for (unsigned I = 0; I < Window; ++I)
      Result *= Factor;
    return Result;
  }

  /// If a line began where the window begins.
  void emitLine() {
    if (!BeginsLine[Index])
      return;
    const std::string Text = llvm::utohexstr(Hash, /*LowerCase=*/true);
    Hashes.push_back(fmt::format("{}:{}", Text, ++Seen[Text]));
    BeginsLine[Index] = false;
  }

  void push(uint16_t Unit) {
    Hash = Factor * Hash + Unit - power() * Units[Index];
    Units[Index] = Unit;
    Index = (Index + 1) % Window;
  }

  std::array<uint16_t, Window> Units = {};
  std::array<bool, Window> BeginsLine = {};
  uint64_t Hash = 0;
  unsigned Index = 0;
  bool IsLineStart = true, IsBehindReturn = false;
  llvm::StringMap<unsigned> Seen;
  std::vector<std::string> Hashes;
};

} // namespace

unsigned utf16Column(llvm::StringRef Line, unsigned Column) {
  if (Column == 0)
    return 0;
  llvm::StringRef Before = Line.take_front(Column - 1);
  // A byte order mark is no text.
  Before.consume_front("\xef\xbb\xbf");
  unsigned Units = 0;
  forEachUnit(Before, [&](uint16_t) { ++Units; });
  return Units + 1;
}

std::string uriOf(llvm::StringRef Path) {
  std::string Uri;
  for (const char C : Path)
    if (llvm::isAlnum(C) || llvm::StringRef("/-._~!").contains(C))
      Uri += C;
    else
      Uri += fmt::format("%{:02X}", static_cast<unsigned char>(C));
  return Uri;
}

std::vector<std::string> lineHashes(llvm::StringRef Text) {
  LineHasher Hasher;
  forEachUnit(Text, [&](uint16_t Unit) { Hasher.take(Unit); });
  return Hasher.finish();
}

} // namespace aoti_tidy
