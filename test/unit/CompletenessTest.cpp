// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/Completeness.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;

namespace {

std::string sign(const std::string &Text) {
  return signOfCut(Text).value_or("");
}

TEST(Completeness, WholeTexts) {
  EXPECT_EQ(sign(""), "");
  EXPECT_EQ(sign("void f() { g(a[1], '{', \"(\", R\"x({)x\"); }\n"), "");
  EXPECT_EQ(sign("/* { */ // (\n#if A\n#else\n#endif\nint x; // Compile"), "");
  EXPECT_EQ(sign("#error don't\nint x;\n"), "");
  EXPECT_EQ(sign("#define OPEN {\n}\n"), "");
  EXPECT_EQ(sign("#define BOTH \\\n  { \\\n}\n"), "");
}

TEST(Completeness, CutTexts) {
  EXPECT_EQ(sign("void f() {\n  if (x) {\n"),
            "the '{' of line 2 is not closed");
  EXPECT_EQ(sign("void f() {\n  g(x,"), "the '(' of line 2 is not closed");
  EXPECT_EQ(sign("int x;\n/* async_compile.triton("),
            "the comment of line 2 has no end");
  EXPECT_EQ(sign("int x;\nconst char *s = \"ab"),
            "the literal of line 2 has no end");
  EXPECT_EQ(sign("const char *s = R\"(ab\ncd"),
            "the literal of line 1 has no end");
  EXPECT_EQ(sign("#ifdef A\nint x;\n"), "the '#if' of line 1 has no '#endif'");
}

TEST(Completeness, CutAtTheBeginning) {
  EXPECT_EQ(sign("  }\n}\n"), "nothing opens what the '}' of line 1 closes");
  EXPECT_EQ(sign("f(a];"), "nothing opens what the ']' of line 1 closes");
  EXPECT_EQ(sign("#endif\n"), "the '#endif' of line 1 has no '#if'");
}

TEST(Completeness, DeepTextsEnd) {
  EXPECT_EQ(sign(std::string(200'000, '(')),
            "its blocks are nested deeper than in any code that torch emits");
}

TEST(Completeness, HasCode) {
  EXPECT_FALSE(hasCode(""));
  EXPECT_FALSE(hasCode(" // Triton ker"));
  EXPECT_FALSE(hasCode("/* a */\n"));
  EXPECT_TRUE(hasCode("// a\n#inc"));
}

} // namespace
