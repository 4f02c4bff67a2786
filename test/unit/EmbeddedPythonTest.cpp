// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/PythonText.h"
#include "gtest/gtest.h"

using aoti_tidy::PythonText;
using llvm::StringRef;

// What it finds in a text, test/checks/deprecated-api/embedded-uses.cpp holds.

TEST(EmbeddedPython, TextThatPythonRefusesIsNotRead) {
  for (StringRef Code :
       {"'torch._export.aot_load(p)", "x = )torch._export.aot_load",
        "torch._export.aot_load(p", "x = = torch._export.aot_load"})
    EXPECT_FALSE(PythonText::parse(Code)) << Code.str();
}

TEST(EmbeddedPython, KnowsWhatIsMentioned) {
  const auto Text =
      PythonText::parse("if hasattr(i, 'a_b') or i.c.d(e=1): pass");
  ASSERT_TRUE(Text);
  for (StringRef Name : {"a_b", "c", "d", "e", "hasattr"})
    EXPECT_TRUE(Text->mentions(Name)) << Name.str();
  for (StringRef Name : {"a", "b", "'a_b'", "x", "torch._export"})
    EXPECT_FALSE(Text->mentions(Name)) << Name.str();
}
