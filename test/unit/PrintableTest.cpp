// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Printable.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;

namespace {

std::string printed(llvm::StringRef Text, Escapes How = Escapes::Visible,
                    size_t Chunk = 1) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  {
    PrintableStream Out(OS, How);
    for (; !Text.empty(); Text = Text.drop_front(std::min(Chunk, Text.size())))
      Out << Text.take_front(Chunk);
  }
  return Result;
}

TEST(Printable, TextPasses) {
  EXPECT_EQ(printed("a\tb\n"), "a\tb\n");
  EXPECT_EQ(printed("größe → 日本 🙂"), "größe → 日本 🙂");
  EXPECT_EQ(printed("größe → 日本 🙂", Escapes::Visible, 3), "größe → 日本 🙂");
}

TEST(Printable, ControlsAreShown) {
  EXPECT_EQ(printed("\x1b[2J\r\a\x7f"), "<U+001B>[2J<U+000D><U+0007><U+007F>");
  EXPECT_EQ(printed("\u009b2J\u202eb\u2066\u200f"),
            "<U+009B>2J<U+202E>b<U+2066><U+200F>");
}

TEST(Printable, BytesThatAreNoCharacter) {
  EXPECT_EQ(printed("\x9b"
                    "2J \xff \xc3"),
            "<9B>2J <FF> <C3>");
  EXPECT_EQ(printed("\xe2\x80x"), "<E2><80>x");
  EXPECT_EQ(printed("\xed\xa0\x80"), "<ED><A0><80>"); // half of a pair
}

TEST(Printable, Json) {
  EXPECT_EQ(
      printed("\"\\u001b\u009b\u202e\x7f\xf0\x9f\x99\x82\"", Escapes::Json),
      "\"\\u001b\\u009b\\u202e\\u007f\xf0\x9f\x99\x82\"");
  EXPECT_EQ(printed("\xf3\xa0\x80\x81", Escapes::Json), "\\udb40\\udc01");
}

TEST(Printable, ALineStaysOne) {
  EXPECT_EQ(printableLine("a\nb\x1b"), "a<U+000A>b<U+001B>");
  EXPECT_EQ(printableLine(""), "");
  EXPECT_EQ(printableLine("a\n"), "a<U+000A>");
}

} // namespace
