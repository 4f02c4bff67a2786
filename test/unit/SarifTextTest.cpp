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
