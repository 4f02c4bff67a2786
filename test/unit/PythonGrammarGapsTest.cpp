// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/GrammarGaps.h"
#include "checks/lib/python/RefusedSyntax.h"
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
  for (StringRef Text : {
           // Starred expressions without parentheses.
           "def f():\n  return x, *[None] * 3, *g, *[None] * k\n",
           "def f():\n  return dx, *([None] * 4)\n",
           "def f():\n  return *(a if b else c), *{1}, *{1: 2}\n",
           "async def f():\n  return *[x for x in y], a, *(await h)\n",
           "def f():\n  yield *[a] * 2, b\n  x = yield a, *(b)\n",
           "host, *rest = endpoint, *[]\n",
           "x: t = *[1], 2\nx += *(1, 2), 3\nx = a, *[\n  b,\n  c,\n], d\n",
           "for x in 1, *(2, 3), *[4]: pass\n",
           "x[*[a], *(b,)]\nx[1, *[a] * 2] = 3\nx[*(a), 1:2]\n",
           "match *a, *[b]:\n  case _: pass\n",
           // Beside stars that the grammar reads.
           "x = 1, *[2]\ny = a *[1]\nz = b[0] * (c)\nw = (a\n  *(b))\n",
           "x = 1, *[2]\ny = [*[1], *(2)]\nf(*[1], *(2), **{3: 4})\n",
           "x = 1, *[2]\ndef f(*, a, **k): pass\nx *= [1]\nx **= (2)\n",
           "x = 1, *[2]\ny = my_in *(3)\nfrom a import *\n(b)\n",
           // Formatted strings, and templates.
           "f'{a!r:>{w}} {c=} {{d}} {e != f:x}'\n",
           "f'{x:=^10} {\"\":=^80} {y:=<{w}} {z:==9}'\nf'{*[1], 2} {*a, "
           "*(b)}'\n",
           "f'{f\"{f'{x}'}\"} {a['b']} {\n  c  # d\n}'\nrf'\\{x}'\n",
           "t'a{x}b{y!r:>{w}}'\n",
           "x = T\"a\" tR'b' rt'''{c}''' f'{t''}'\n",
           // Type parameters.
           "type X[T] = list[T]\ntype = 1\ntype[x] = y\n",
           "def f[T: A | B, *Ts, **P](a=1, *b): pass\nclass A[T: int]: pass\n",
           // except without parentheses, and of groups.
           "try: pass\nexcept A, B, C: pass\nexcept a.b, c[1, 2]: pass\n",
           "try:\n  pass\nexcept* A, B:\n  x = 1, *[2]\n",
           "try: pass\nexcept* (A, B) as e: pass\nelse: pass\n",
           "match x:\n  case [1, *_] | {'a': b, **c} | C(d=1) as e if f: "
           "pass\n",
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

// Valid Python; of 27,000 files, none has any of it.
TEST(PythonGrammarGaps, WhatTheGrammarRefusesIsBroken) {
  for (StringRef Text :
       {"def f():\n  (bar.\nbaz)\n", "x = a, *await b\n",
        "class A[T = int](B): pass\n", "try: pass\nexcept A, B,: pass\n"}) {
    const std::string All = ("i(1)\n" + Text + "j(2)\n").str();
    const auto T = Tree::parse(All);
    EXPECT_TRUE(T->isBroken()) << Text.str();
    EXPECT_TRUE(find(*T, "call", "i(1)")) << Text.str();
    EXPECT_TRUE(find(*T, "call", "j(2)")) << Text.str();
  }
}

TEST(PythonGrammarGaps, WhatIsNoPythonStaysBroken) {
  for (StringRef Text :
       {"x = *\n", "x = a, *]\n", "f'{x:=^10'\n", "def f[T = ](): pass\n",
        "try: pass\nexcept , A: pass\n", "try: pass\nexcept A,, : pass\n",
        "class A[T = ]: pass\n", "class A[= int]: pass\n",
        "class A[T = int\nx = 1\n", "type X[T = int]\n",
        "def f():\n  x = (a +\ny = 3\n", "x = (1,\ny = 2\n",
        "except A, B, C: pass\n", "x = t'{a'\n", "f'{{}'\n", "if x:\rf(\r"})
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
  EXPECT_EQ(forGrammar("x = *[1], 2, *(3,)\nreturn *{4}\n"),
            "x = ~[1], 2, ~(3,)\nreturn ~{4}\n");
  EXPECT_EQ(forGrammar("f'{g:=>9}'\n"), "f'{g:<>9}'\n");
  for (StringRef Text :
       {"x = a *[1]\ny = (a) *(b)\nz = 'a' *(3)\n", "lambda *a, **k: (yield)\n",
        "def f(*, a, **k): pass\n", "from a import *\n(b)\n", "f(**{3: 4})\n",
        "x **= [1]\nx *= [1]\n", "x = my_in *(3)\n", "x = (a\n  *(b))\n"})
    EXPECT_EQ(forGrammar(Text), Text);
}

// What has a tree without a mistake; each as it stands in real Python 2.
TEST(PythonGrammarGaps, WhatThePythonOfTodayRefusesIsFound) {
  for (StringRef Text : {
           "print \"a\"",
           "print a, b",
           "exec \"a\"",
           "exec a in b",
           "raise A, \"b\"",
           "raise A, b, c",
           "x = `a`",
           "x = a <> b",
           "x = ur\"a\"",
           "x = 0777",
           "f(0755L, 0xFFl)",
           "def f((a, b)): pass",
           "def f(a, (b, c)=d): pass",
           "x = lambda (a, b): a",
           "x = [a for a in 1, 2]",
           "x = (a for b, a in c, d)",
           "async = 1",
           "f(async=True)",
           "x = await",
           "f(a=1, b)",
           "f(**a, b)",
           "f(**a, *b)",
           "class A(m=1, B): pass",
           "f(a=1, *b, (c))",
       }) {
    const std::string All = ("if x:\n  y = 1\n" + Text + "\n").str();
    const auto T = Tree::parse(All);
    const auto Place = firstRefusedPlace(*T);
    EXPECT_FALSE(T->isBroken()) << Text.str();
    EXPECT_TRUE(Place && *Place >= 14) << Text.str();
  }
}

TEST(PythonGrammarGaps, WhatThePythonOfTodayTakesIsNotRefused) {
  for (
      StringRef Text : {
          "print(a)\nprint (a), b\nprint -1\nprint [1]\nprint >>f, x\n",
          "exec(a)\nexec (a) in b\nexec = print = 1\n",
          "raise (A, b)\n",
          "raise A(b) from c\nraise\n",
          "x = 0, 00, 0_0, 0o777, 0777.5\n",
          "x = 0777j, Rb'a', br'', u'', F'', fR''\n",
          "async def f():\n  async for a in b: await c\n  async with d: pass\n",
          "x = [a async for a in b if c for d in e]\n",
          "x = [a for a in (1, 2)], {b for b, in c}\n",
          "def f(a, *, b=(1, 2)): pass\n(a, b), c = d\nfor (a, b) in c: pass\n",
          "f(*a, b, *c, d=1, *e, **g, h=2, **i)\nf(a=1, *b)\nf(x for x in y)\n",
          "f(a=1,  # b\n  # c\n)\nclass A(B, metaclass=M): pass\n",
          "x = a < b > c != d\nprint\nmatch = type = case = 1\n",
      }) {
    const auto T = Tree::parse(Text);
    EXPECT_FALSE(T->isBroken()) << Text.str();
    EXPECT_FALSE(firstRefusedPlace(*T)) << Text.str();
  }
}

TEST(PythonGrammarGaps, HeadsWithoutAnEndTakeTheirTimeOnly) {
  std::string Text = "x = *[1], = 2\n";
  for (int I = 0; I < 10000; ++I)
    Text += "def f[a = b\n";
  EXPECT_TRUE(Tree::parse(Text)->isBroken());
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
  const auto T = Tree::parse("a = t'x'\nb = 'x'\nc = f'{d:>10}'\nd\n");
  const Names N(*T);
  const Values V(N);
  EXPECT_EQ(V.wholeString(find(*T, "string", "t'x'")), std::nullopt);
  EXPECT_EQ(V.wholeString(find(*T, "string", "'x'")), "x");
  // A format, no assignment.
  const auto Statements = T->root().children();
  EXPECT_FALSE(N.bindingOf(Statements.back().children().front()));
}
