// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/Indentation.h"
#include "gtest/gtest.h"

using namespace aoti_tidy::python;
using llvm::StringRef;
using Kind = IndentationProblem::Kind;

namespace {

std::optional<Kind> problem(StringRef Text,
                            llvm::ArrayRef<unsigned> PartBegins = {}) {
  const auto T = Tree::parse(Text);
  EXPECT_FALSE(T->isBroken()) << Text.str();
  const auto P = firstIndentationProblem(*T, PartBegins);
  return P ? std::optional(P->Is) : std::nullopt;
}

} // namespace

TEST(PythonIndentation, ValidPythonHasNoProblem) {
  for (StringRef Text : {
           "",
           "\n\n  \n# c\n  # d\n",
           "\xef\xbb\xbfx = 1\n",
           "if a:\n  b\n  if c:\n      d\n  e\nf\n",
           // Blank lines and comments may be as deep as they like.
           "if a:\n    b\n  # c\n\n      # d\n    e\n",
           // In brackets and strings, and behind a backslash, all is free.
           "x = [\n      1,\n  2,\n]\ny = 2\n",
           "def f():\n  '''a\n b\n      c'''\n  return f'''{\n x\n   }'''\n",
           "x = 1 + \\\n        2\ny = 3\n",
           "if a: # c\n  b\n",
           "if a: b; c\nd\n",
           "class A:\n\tdef f(self):\n\t\tpass\n\n\tx = 1\n",
           // A tab is as wide in both lines.
           "if a:\n \tb\n \tc\n",
           "if a:\n        b\n        if c:\n        \td\n",
           "x = {1:\n 2}\ny = lambda: 1\nz: int = 3\na[1:\n2]\n",
           // A form feed begins the line anew.
           "if a:\n  b\n\f  c\n \f  d\n",
           "if a:\r\n  b\r\nc\r\n",
           "if a:\r  b\rc\r",
           "match a:\n  case 1:\n    b\n  case _: c\n",
           "@a\nasync def f(\n    x): # c\n\n  # d\n    return x",
           "if a:\n  \\\n  b\nc\n",
           "try: a\nexcept: b\nfinally:\n  c\n",
       })
    EXPECT_EQ(problem(Text), std::nullopt) << Text.str();
}

TEST(PythonIndentation, WhatPythonRefusesIsTold) {
  EXPECT_EQ(problem("  x = 1\n"), Kind::Unexpected);
  EXPECT_EQ(problem("x = 1\n  y = 2\n"), Kind::Unexpected);
  EXPECT_EQ(problem("if a:\n  b\n    c\n"), Kind::Unexpected);
  EXPECT_EQ(problem("x = (1,\n  2)\n  y = 3\n"), Kind::Unexpected);
  EXPECT_EQ(problem("if a: b\n  c\n"), Kind::Unexpected);
  EXPECT_EQ(problem("if a:\nb\n"), Kind::NoBlock);
  EXPECT_EQ(problem("def f():\n  if a:\n  b\n"), Kind::NoBlock);
  EXPECT_EQ(problem("x = 1\nclass A:\n"), Kind::NoBlock);
  EXPECT_EQ(problem("for x in y: # c\n  # d\nz\n"), Kind::NoBlock);
  EXPECT_EQ(problem("if a:\n    b\n  c\n"), Kind::NoSuchLevel);
  EXPECT_EQ(problem("if a:\n        b\n\tc\n"), Kind::Mixed);
  EXPECT_EQ(problem("if a:\n\tb\n        c\n"), Kind::Mixed);
  EXPECT_EQ(problem("if a:\n  if b:\n\tc\n"), Kind::Mixed);
}

TEST(PythonIndentation, ThereAreNoMoreLevelsThanPythonHas) {
  const auto Nested = [](unsigned Levels) {
    std::string Text;
    for (unsigned I = 0; I < Levels; ++I)
      Text += std::string(I, ' ') + "if a:\n";
    return Text + std::string(Levels, ' ') + "b\n";
  };
  EXPECT_EQ(problem(Nested(99)), std::nullopt);
  EXPECT_EQ(problem(Nested(100)), Kind::TooDeep);
}

TEST(PythonIndentation, JoinedPartsBeginAnew) {
  const StringRef Text = "  x = 1\n  y = 2\nz = 3\n";
  EXPECT_EQ(problem(Text), Kind::Unexpected);
  EXPECT_EQ(problem(Text, {0, 16}), std::nullopt);
  EXPECT_EQ(problem(Text, 0U), Kind::NoSuchLevel);
  EXPECT_EQ(problem("if a:\nb\n", {0, 6}), Kind::NoBlock);
}
