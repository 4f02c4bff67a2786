// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/GrammarGaps.h"
#include "checks/lib/python/Values.h"
#include "gtest/gtest.h"

using namespace aoti_tidy::python;
using llvm::StringRef;

namespace {

Node find(const Tree &T, StringRef Kind, StringRef Text) {
  Node Result;
  forEachNode(T.root(), [&](Node N) {
    if (!Result && N.is(Kind) && N.text() == Text)
      Result = N;
    return !Result;
  });
  return Result;
}

} // namespace

TEST(PythonGrammarGaps, ValidPythonIsNotBroken) {
  for (
      StringRef Text : {
          // Starred expressions without parentheses.
          "def f():\n  return x, *[None] * 3, *g, *[None] * k\n",
          "def f():\n  return dx, *([None] * 4)\n",
          "def f():\n  return *(a if b else c), *{1}, *{1: 2}, *-d\n",
          "def f():\n  return *[x for x in y], *'a', *b'c', *rb\"d\"\n",
          "async def f():\n  return a, *await g(), *(await h)\n",
          "def f():\n  yield *[a] * 2, b\n  x = yield a, *(b)\n",
          "host, *rest = endpoint, *[]\n",
          "x: t = *[1], 2\nx += *(1, 2), 3\nx = a, *[\n  b,\n  c,\n], d\n",
          "for x in 1, *(2, 3), *[4]: pass\n",
          "x[*[a], *(b,)]\nx[1, *[a] * 2] = 3\nx[*(a), 1:2]\n",
          "match *a, *[b]:\n  case _: pass\n",
          // Templates, and a format that begins with '='.
          "t'a{x}b{y!r:>{w}}'\n",
          "x = T\"a\" tR'b' rt'''{c}''' f'{t''}'\n",
          "f'{x:=^10} {y[1:2]:=+5} {z!r:=8}'\n",
          "f'{a != b:=^9} {c == d} {e:{w}} {{:=}} {\"{:=^\"} \\{x:=^9}'\n",
          "rf'\\{x:=^10}'\nf'\\N{BULLET}{x:=^10}'\n",
          "f'''{x\n  :=^10}'''\nf'{f\"{x:=^10}\":=^10}'\n",
          // Type parameters with defaults.
          "type X[T = int] = list[T]\n",
          "def f[T = int](): pass\n",
          "class A[T: int = bool, *Ts = *tuple[int], **P = [int, str]]: pass\n",
          "def f[T: A | B = C, U = V if W else X](a=1, *b, c=[d == 3]): pass\n",
          // except without parentheses.
          "try: pass\nexcept A, B, C: pass\nexcept a.b, c[1, 2]: pass\n",
          "try:\n  pass\nexcept* A, B:\n  x = 1, *[2]\n",
          "try: pass\nexcept A, B,: pass\n",
          "try: pass\nexcept A,: pass\n",
          // Lines within brackets that are further to the left.
          "def f():\n  x = (a +\nb)\n  y(c,\n d)\n",
          "def f():\n  (bar.\nbaz)\n",
          "class A:\n  def f(self):\n    return {\n  'a': b.\nc,\n\n}\n",
          // Old line ends.
          "if x:\r  f(1)\r  g(2)\relse:\r  h(3)\r# c\rx = '''a\rb'''\r",
          "x = 1\ry = \\\r  2\nif x:\r\n  z = 3\r  w = (4,\r5)\r\n",
      }) {
    const auto T = Tree::parse(Text);
    EXPECT_FALSE(T->isBroken()) << Text.str();
    EXPECT_TRUE(T->lost().empty()) << Text.str();
    EXPECT_EQ(T->text(), Text);
  }
}

TEST(PythonGrammarGaps, WhatIsNoPythonStaysBroken) {
  for (StringRef Text :
       {"x = *\n", "x = a, *]\n", "f'{x:=^10'\n", "def f[T = ](): pass\n",
        "try: pass\nexcept , A: pass\n", "def f():\n  x = (a +\ny = 3\n",
        "x = (1,\ny = 2\n", "except A, B, C: pass\n", "x = t'{a'\n", "f'{{}'\n",
        "if x:\rf(\r"})
    EXPECT_TRUE(Tree::parse(Text)->isBroken()) << Text.str();
}

TEST(PythonGrammarGaps, TheRestOfBrokenTextIsReadWithThem) {
  const auto T = Tree::parse("x = a, *[f(1)]\ny = = 2\nx = t'{g(2)}'\n");
  EXPECT_TRUE(T->isBroken());
  EXPECT_TRUE(find(*T, "call", "f(1)"));
  EXPECT_TRUE(find(*T, "call", "g(2)"));
  // A bracket that is not closed has only its line.
  const auto Open = Tree::parse("def f():\n  x = (a,\ng(1)\ny = t''\n");
  EXPECT_TRUE(Open->isBroken());
  EXPECT_TRUE(find(*Open, "call", "g(1)"));
}

TEST(PythonGrammarGaps, EveryByteKeepsItsPlace) {
  for (bool Joins : {false, true})
    EXPECT_EQ(
        withoutGrammarGaps("x = *[1], t'*[{*[2], y:=3}'  # *[t'\n", Joins),
        "x = ~[1], f'*[{~[2], y: 3}'  # *[t'\n");
  // What the grammar knows is left alone.
  for (StringRef Text :
       {"f(*[1], *(2), **{3: 4})\n", "[*[1], *(2)]\n", "(*[1], *(2))\n",
        "x = a *[1]\ny = (a) *(b)\nz = 'a' *3\n", "lambda *a, **k: (yield)\n",
        "def f(*, a, **k): pass\n", "from a import *\n(b)\n",
        "x **= [1]\nx *= [1]\n", "class A(B, C=[D]): x[1] = 2\n",
        "def f(a=[1], b: C[D] = 3): pass\n",
        "try: f(a, b)\nexcept (A, B): a, b\n",
        "type[x] = y\ntype = x[y == z]\n", "f'{x!r:>10}{y=}{(z:=3)}'\n",
        "t = tr['a'] + but\"c\"\n"})
    EXPECT_EQ(withoutGrammarGaps(Text, true), Text);
  EXPECT_EQ(withoutGrammarGaps("if a:\n  f(b,  # c\nd)\n", true),
            "if a:\n  f(b,  # c\nd)\n")
      << "a comment ends with its line";
}

TEST(PythonGrammarGaps, WhatIsUnpackedIsNotOneElement) {
  const auto T = Tree::parse("a = x, *[y]\nb = x, *f(y)\nc, d = x, *[y]\n"
                             "e = [x, *f.g(y)]\nz = x, y\n");
  EXPECT_FALSE(T->isBroken());
  const Names N(*T);
  const Values V(N);
  for (StringRef Right : {"x, *[y]", "x, *f(y)"})
    EXPECT_FALSE(V.elementsOf(find(*T, "expression_list", Right)));
  EXPECT_FALSE(V.elementsOf(find(*T, "list", "[x, *f.g(y)]")));
  EXPECT_TRUE(V.elementsOf(find(*T, "expression_list", "x, y")));
  EXPECT_TRUE(find(*T, "unary_operator", "*[y]").isSplat());
  EXPECT_FALSE(find(*T, "identifier", "x").isSplat());
}

TEST(PythonGrammarGaps, ATemplateIsNoString) {
  const auto T = Tree::parse("a = t'x'\nb = 'x'\nc = f'{d:=10}'\nd\n");
  const Names N(*T);
  const Values V(N);
  EXPECT_EQ(V.wholeString(find(*T, "string", "t'x'")), std::nullopt);
  EXPECT_EQ(V.wholeString(find(*T, "string", "'x'")), "x");
  // A format, no assignment.
  const auto Statements = T->root().children();
  EXPECT_FALSE(N.bindingOf(Statements.back().children().front()));
}

TEST(PythonGrammarGaps, NestingIsBounded) {
  std::string Text;
  for (int I = 0; I < 20000; ++I)
    Text += "f'{";
  EXPECT_EQ(withoutGrammarGaps(Text, true), Text);
  EXPECT_EQ(withoutGrammarGaps(Text + "x = a, *[1]", true),
            Text + "x = a, *[1]");
}
