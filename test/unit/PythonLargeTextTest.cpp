// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text of a size that nobody writes, but generators do. Work that grows with
// the square of it takes minutes here.
#include "checks/Registry.h"
#include "gtest/gtest.h"

using namespace aoti_tidy::python;
using llvm::StringRef;

namespace {

constexpr unsigned Many = 20000;
/// Work of our own grows with the square of the depth of some shapes.
constexpr unsigned Deep = 10000;

std::string repeated(StringRef Text, unsigned Times = Many) {
  std::string Result;
  for (unsigned I = 0; I < Times; ++I)
    Result += Text;
  return Result;
}

/// How many findings all checks have in \p Text, which imports the deprecated
/// functions.
size_t findingsIn(StringRef Text) {
  const std::string All =
      "import os, torch\nfrom torch._export import aot_load\n"
      "from torch._inductor import aoti_load_package\n" +
      Text.str();
  const Settings With;
  const auto F = File::create("large.py", All, With);
  EXPECT_FALSE(F->tree().isBroken());
  size_t Result = 0;
  for (const Check &C : checks())
    Result += C.Run(*F).size();
  return Result;
}

} // namespace

TEST(PythonLargeText, DeepExpressions) {
  for (const auto &[Begin, Middle, End] :
       {std::tuple<StringRef, StringRef, StringRef>{"x = a", " + a", ""},
        {"x = 'a'", " + 'a'", ""},
        {"x = 'a'", " 'a'", ""},
        {"x = ", "'a%s' % ", "'a'"},
        {"x = a", " or a", ""},
        {"x = a", " < a", ""},
        {"x = ", "not ", "a"},
        {"x = ", "a if b else ", "c"},
        {"x = ", "lambda y: ", "c"},
        {"x = torch", ".a", ""},
        {"x = torch", ".a()", ""},
        {"x = torch", "[0]", ""},
        {"x = f'", "{a}", "'"}})
    EXPECT_EQ(findingsIn(Begin.str() + repeated(Middle, Deep) + End.str() +
                         "\naot_load(x, 'cpu')\n"),
              1u)
        << Begin.str() << Middle.str();
}

TEST(PythonLargeText, DeepBrackets) {
  for (const auto &[Open, Close] : {std::pair<StringRef, StringRef>{"(", ")"},
                                    {"[", "]"},
                                    {"f(", ")"},
                                    {"{1: ", "}"},
                                    {"(y := ", ")"}})
    EXPECT_EQ(findingsIn("x = " + repeated(Open, Deep) + "1" +
                         repeated(Close, Deep) + "\naot_load(x, 'cpu')\n"),
              1u)
        << Open.str();
}

TEST(PythonLargeText, LongStatements) {
  EXPECT_EQ(findingsIn("if a: pass\n" + repeated("elif b(c): x = 1\n", 50000) +
                       "aot_load(x, 'cpu')\n"),
            1u);
  EXPECT_EQ(findingsIn("x = f(" + repeated("a, ") + ")\naot_load(x, 'cpu')\n"),
            1u);
  EXPECT_EQ(findingsIn("x = [" + repeated("a, ") + "]\naot_load(*x)\n"), 1u);
  EXPECT_EQ(findingsIn(repeated("x = ") + "1\naot_load(x, 'cpu')\n"), 1u);
  EXPECT_EQ(findingsIn(repeated("x = x + 1\n") + "aot_load(x, 'cpu')\n"), 1u);
  EXPECT_EQ(findingsIn(repeated("if a:\n  x = 1\nelse:\n  x = 2\n") +
                       "aot_load(x, 'cpu')\n"),
            1u);
}

TEST(PythonLargeText, ManyFindings) {
  EXPECT_EQ(findingsIn(repeated("aot_load(x, 'cpu')\n", 5000)), 5000u);
  EXPECT_EQ(
      findingsIn(repeated("def f(x):\n  return aot_load(x, 'cpu')\n", 5000)),
      5000u);
  EXPECT_EQ(findingsIn("x = " + repeated("aot_load(", 5000) + "1" +
                       repeated(")", 5000) + "\n"),
            5000u);
}
