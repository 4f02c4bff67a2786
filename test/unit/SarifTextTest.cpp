// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/report/SarifText.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;

TEST(SarifText, ColumnsAreUtf16) {
  EXPECT_EQ(utf16Column("abc", 1), 1U);
  EXPECT_EQ(utf16Column("abc", 4), 4U);
  EXPECT_EQ(utf16Column("\xc3\xbc"
                        "b",
                        3),
            2U);
  EXPECT_EQ(utf16Column("\xf0\x9d\x84\x9e"
                        "b",
                        5),
            3U)
      << "two units";
  EXPECT_EQ(utf16Column("\xff\xfe"
                        "b",
                        3),
            3U)
      << "no UTF-8: by the byte";
  EXPECT_EQ(utf16Column("\xef\xbb\xbf"
                        "b",
                        4),
            1U)
      << "a byte order mark";
  EXPECT_EQ(utf16Column("ab", 9), 3U) << "behind the end";
}

TEST(SarifText, Uris) {
  EXPECT_EQ(uriOf("src/a b.cpp"), "src/a%20b.cpp");
  EXPECT_EQ(uriOf("c:/100%/\xc3\xbc"), "c%3A/100%25/%C3%BC");
  EXPECT_EQ(uriOf("m.pt2!m/x.cpp"), "m.pt2!m/x.cpp");
}

// As github/codeql-action has them in its own test.
TEST(SarifText, LineHashes) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(lineHashes(""), Lines{"c129715d7a2bc9a3:1"});
  const Lines Four = {"271789c17abda88f:1", "54703d4cd895b18:1",
                      "180aee12dab6264:1", "a23a3dc5e078b07b:1"};
  EXPECT_EQ(lineHashes(" a\nb\n  \t\tc\n d"), Four);
  EXPECT_EQ(lineHashes(" a\r\nb\r\n  \t\tc\r\n d"), Four);
  EXPECT_EQ(lineHashes(" a\rb\r  \t\tc\r d"), Four);
  std::string Same;
  for (int I = 0; I < 10; ++I)
    Same += "Lorem ipsum dolor sit amet.\n";
  const Lines Ten = lineHashes(Same);
  ASSERT_EQ(Ten.size(), 11U);
  EXPECT_EQ(Ten[0], "a7f2ff13bc495cf2:1");
  EXPECT_EQ(Ten[5], "a7f2ff13bc495cf2:6");
  EXPECT_EQ(Ten[6], "a7f2ff1481e87703:1");
}
