// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/IncludeDirectives.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

namespace {

/// "<a.h> "b.h"", and "..." if there may be more.
std::string read(llvm::StringRef Text) {
  std::string Result;
  const IncludeDirectives Read = includeDirectives(Text);
  for (const auto &[Name, IsAngled] : Read.All)
    Result += (Result.empty() ? "" : " ") +
              (IsAngled ? "<" + Name + ">" : "\"" + Name + "\"");
  return Result + (Read.IsWhole ? "" : "...");
}

TEST(IncludeDirectives, AreInEverySpelling) {
  EXPECT_EQ(read("#include <a.h>\n#include \"b.h\"\n"), "<a.h> \"b.h\"");
  EXPECT_EQ(read(" # include<a.h> // b\n\t#\timport\t\"b.h\""),
            "<a.h> \"b.h\"");
  EXPECT_EQ(read("#include_next <a.h>"), "<a.h>");
  EXPECT_EQ(read("#if 0\n#include <a.h>\n#endif"), "<a.h>");
  EXPECT_EQ(read("\xef\xbb\xbf#include <a.h>\n"), "<a.h>");
  EXPECT_EQ(read("\f#include <a.h>\n\v#include <b.h>"), "<a.h> <b.h>");
  EXPECT_EQ(read("/* c */ #include <a.h>\n"), "<a.h>");
  EXPECT_EQ(read("// #include <a.h>\n"), "<a.h>");
  EXPECT_EQ(read("/* c\n */ #include <a.h>\n"), "<a.h>");
  EXPECT_EQ(read("int A;\r#include <a.h>\rint B;\r"), "<a.h>");
  EXPECT_EQ(read("int A;\r\n#include <a.h>\r\n"), "<a.h>");
}

TEST(IncludeDirectives, AreNotWholeWhereTheyAreNotUnderstood) {
  EXPECT_EQ(read("#include MACRO\n#include <a.h>\n"), "<a.h>...");
  EXPECT_EQ(read("#include\n"), "...");
  EXPECT_EQ(read("#include <a\\\n.h>\n"), "...");
  EXPECT_EQ(read("#\\\ninclude <a.h>\n"), "...");
  EXPECT_EQ(read("#inc\\\nlude <a.h>\n"), "...");
  EXPECT_EQ(read("%\\\n:include <a.h>\n"), "...");
  EXPECT_EQ(read("#/**/include/**/<a.h>\n"), "...");
  EXPECT_EQ(read("# /* c\n */ include <a.h>\n"), "...");
  EXPECT_EQ(read("%:include <a.h>\n"), "...");
  EXPECT_EQ(read("#__include_macros <a.h>\n"), "...");
  EXPECT_EQ(read("\?\?=include <a.h>\n"), "...");
  EXPECT_EQ(read("#pragma include_alias(\"a.h\", \"b.h\")\n"), "...");
}

TEST(IncludeDirectives, AreNotWhereOnlyTheWordIs) {
  EXPECT_EQ(read("// this includes a.h; include it\nint include;\n"), "");
  EXPECT_EQ(read("#if __has_include(<a.h>)\n#endif // include guard\n"), "");
  EXPECT_EQ(read("#define A(x) \\\n  x\n"), "");
  EXPECT_EQ(read("#pragma once // include\n"), "");
  EXPECT_EQ(read("// #include it\n"), "");
}

} // namespace
