// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/SarifText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

/// How many UTF-16 code units \p Text takes; what is not UTF-8 is one, byte by
/// byte.
unsigned utf16Units(llvm::StringRef Text) {
  unsigned Units = 0;
  for (const auto *At = Text.bytes_begin(), *End = Text.bytes_end(); At != End;
       ++Units) {
    const unsigned Length = llvm::getNumBytesForUTF8(*At);
    const bool IsCharacter = *At >= 0x80 && Length <= unsigned(End - At) &&
                             llvm::isLegalUTF8Sequence(At, At + Length);
    At += IsCharacter ? Length : 1;
    // Beyond U+FFFF, it is two.
    Units += IsCharacter && Length == 4;
  }
  return Units;
}

} // namespace

unsigned utf16Column(llvm::StringRef Line, unsigned Column) {
  if (Column == 0)
    return 0;
  llvm::StringRef Before = Line.take_front(Column - 1);
  // A byte order mark is no text.
  Before.consume_front("\xef\xbb\xbf");
  return utf16Units(Before) + 1;
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

} // namespace aoti_tidy
