// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/Syntax.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

using namespace aoti_tidy::python;

namespace {

std::vector<std::string> callsIn(llvm::StringRef Text) {
  const auto T = Tree::parse(Text);
  std::vector<std::string> Result;
  forEachNode(T->root(), [&](Node N) {
    if (N.is("call"))
      Result.push_back(N.field("function").text().str());
    return true;
  });
  return Result;
}

TEST(PythonSyntax, NodesKnowTheirTextAndPlace) {
  const llvm::StringRef Text = "# \xc3\xa9\nx = f(a, # why\n  b=1)\n";
  const auto T = Tree::parse(Text);
  ASSERT_TRUE(T);
  EXPECT_FALSE(T->root().hasError());
  const Node Call = T->root()
                        .child("expression_statement")
                        .child("assignment")
                        .field("right");
  ASSERT_TRUE(Call.is("call"));
  EXPECT_EQ(Call.text(), "f(a, # why\n  b=1)");
  EXPECT_EQ(Call.line(), 2u);
  EXPECT_EQ(Call.column(), 5u);
  const auto Arguments = Call.field("arguments").children();
  ASSERT_EQ(Arguments.size(), 2u);
  EXPECT_TRUE(Arguments[0].is("identifier"));
  EXPECT_EQ(Arguments[1].field("name").text(), "b");
  EXPECT_EQ(Arguments[1].parent().parent(), Call);
  EXPECT_EQ(T->nodeAt(Call.begin(), Call.begin() + 1).text(), "f");
}

TEST(PythonSyntax, NothingIsAskedOfNothing) {
  const Node None;
  EXPECT_FALSE(None);
  EXPECT_EQ(None.kind(), "");
  EXPECT_EQ(None.text(), "");
  EXPECT_TRUE(None.children().empty());
  EXPECT_FALSE(None.parent());
  EXPECT_FALSE(None.field("function"));
  EXPECT_EQ(None, Node());
}

TEST(PythonSyntax, WhatIsAroundBrokenTextIsThere) {
  const llvm::StringRef Text = "f(1)\nx = = 2\nclass C:\n  def m(self):\n"
                               "    h(3)\nk(4)\n";
  EXPECT_TRUE(Tree::parse(Text)->root().hasError());
  EXPECT_EQ(callsIn(Text), (std::vector<std::string>{"f", "h", "k"}));
}

/// Which of f(), h(), k() are seen, of texts with a mistake between them.
TEST(PythonSyntax, AMistakeDoesNotSwallowWhatIsBehindIt) {
  using Strings = std::vector<std::string>;
  const Strings All = {"f", "h", "k"};
  for (llvm::StringRef Text : {
           "f(1)\nx = g(2\nclass C:\n  def m(self):\n    h(3)\nk(4)\n",
           "f(1)\nx = g(2\ny = h(3)\nk(4)\n",
           "def a():\n    f(1)\n    x = g([2, {'a': 3)\n    h(3)\n\n"
           "def b():\n    k(4)\n",
           "f(1)\ng(2,\nh(3)\nk(4)\n",
           "f(1)\nd = {\n  'a': 1,\n  'b': g(3)\n\ndef z():\n  h(2)\n  k(4)\n",
           "f(1)\ndef g(self, a\n    h(3)\nk(4)\n",
           "f(1)\ndef g(self,\n      a:\n    h(3)\nk(4)\n",
           "f(1)\nclass C(\n    def g(self):\n      h(3)\nk(4)\n",
           "class C:\n  def a(self):\n    f(1)\n  def b self, x):\n"
           "    h(3)\n  def c(self):\n    k(4)\n",
           "f(1)\nif x\n    h(3)\nk(4)\n",
           "f(1)\nfor x in\nh(3)\nk(4)\n",
           "f(1)\ntry:\n  h(3)\nk(4)\n",
           "f(1)\n@\ndef g():\n  h(3)\nk(4)\n",
           "f(1)\nx = lambda\nh(3)\nk(4)\n",
           "f(1)\nx = 'abc\nh(3)\nk(4)\n",
           "f(1)\nx = ['abc)\nh(3)\nk(4)\n",
           "f(1)\nx = '''abc\nh(3)\nk(4)\n",
           "f(1)\nx = )\nh(3)\nk(4)\n",
           "f(1)\ndef g():\n\nh(3)\nk(4)\n",
           "f(1)\n    h(3)\n  k(4)\n",
           "if a:\n\tf(1)\n        h(3)\nk(4)\n",
           "\xef\xbb\xbf"
           "f(1)\r\nif x:\r\n  h(3)\r\n\r\n  k(4)\r\n",
           "f(1)\nprint 'a'\nexec 'b'\nraise E, 'c'\nh(3)\nk(4)\n",
           "%matplotlib inline\nf(1)\n!pip install (x\nif a:\n  %time it's\n"
           "  h(3)\nx?\nk(4)\n",
       })
    EXPECT_EQ(callsIn(Text), All) << Text.str();
}

TEST(PythonSyntax, BlocksStayBlocksWhereTheirHeadIsBroken) {
  const llvm::StringRef Text = "class C:\n  def m(self, a\n    return h(3)\n"
                               "  def n(self):\n    pass\n";
  const auto T = Tree::parse(Text);
  EXPECT_TRUE(T->isBroken());
  ASSERT_EQ(T->lost().size(), 1u);
  EXPECT_EQ(Text.slice(T->lost()[0].first, T->lost()[0].second).trim(),
            "def m(self, a");
  const Node Body = T->root().child("class_definition").field("body");
  EXPECT_TRUE(Body.child("if_statement"));
  EXPECT_TRUE(Body.child("function_definition"));
}

TEST(PythonSyntax, WholeTextLosesNothing) {
  for (llvm::StringRef Text :
       {"f(\na,\nb)\n", "x = [\n1\n]\n", "with (open(x)\n  as f): pass\n",
        "f('a'\nf'b'\n'''c''')\n", "x = '''\n=======\n'''\n",
        "f(a\nif b\nelse c)\n", "[a\nfor a in b\nif a\nnot in c]\n"}) {
    const auto T = Tree::parse(Text);
    EXPECT_FALSE(T->isBroken()) << Text.str();
    EXPECT_TRUE(T->lost().empty()) << Text.str();
  }
}

TEST(PythonSyntax, RepairsTakeTheirTimeOnly) {
  std::string Text;
  for (int I = 0; I < 20000; ++I)
    Text += "f(\n";
  EXPECT_TRUE(Tree::parse(Text)->isBroken());
  Text.clear();
  for (int I = 0; I < 5000; ++I)
    Text += "if x\n  try:\n  [a b\n";
  EXPECT_TRUE(Tree::parse(Text)->isBroken());
}

TEST(PythonSyntax, AnyBytesHaveATree) {
  for (llvm::StringRef Text :
       {llvm::StringRef(""), llvm::StringRef("\0\xff\xfe", 3),
        llvm::StringRef("'''"),
        llvm::StringRef("\xef\xbb\xbf"
                        "f(1)"),
        llvm::StringRef("if x:\n\tf()\n        g()\n")})
    EXPECT_TRUE(Tree::parse(Text)->root());
}

TEST(PythonSyntax, DeeplyNestedTextDoesNotOverflowTheStack) {
  std::string Text(100'000, '(');
  Text += "f(1)" + std::string(100'000, ')');
  EXPECT_EQ(callsIn(Text), std::vector<std::string>{"f"});
}

// tree-sitter 0.20 wrote behind the memory of a node of 65536 children.
TEST(PythonSyntax, TextThatIsNestedWithoutAnEndHasATree) {
  for (llvm::StringRef Piece :
       {"(", "[\n", "f(", "{a:", "not ", "lambda:", "x = ", "a if b else ",
        "if x:", "class A:", "f'{", "f'{f\"{", "(\"),\"", "if a: f(", "*",
        "(#)\n", "x\\\n("}) {
    std::string Text;
    while (Text.size() < 400'000)
      Text += Piece;
    const auto T = Tree::parse(Text);
    ASSERT_TRUE(T) << Piece.str();
    EXPECT_TRUE(T->isBroken()) << Piece.str();
  }
}

TEST(PythonSyntax, LongTextIsRead) {
  std::string Elements = "x = [\n";
  while (Elements.size() < 400'000)
    Elements += "(1, -2.5, 'a(', \"b\" 'c'),\n";
  EXPECT_FALSE(Tree::parse(Elements + "]\n")->isBroken());
  for (llvm::StringRef Piece :
       {"x = [1, 2]\n", "'a' 'b'\n", "f(a, 'b', [c])\n", "x = ')'; y = '('\n",
        "\"\"\"(\n(\n(\"\"\" # ((\n", "f'{a}'\n", "d[a] = {b: c}\n"}) {
    std::string Lines;
    while (Lines.size() < 400'000)
      Lines += Piece;
    EXPECT_FALSE(Tree::parse(Lines)->isBroken()) << Piece.str();
  }
}

// tree-sitter puts all of it into one "ERROR", from the first line on.
TEST(PythonSyntax, AMistakeLosesNothingBeforeIt) {
  std::string Text = "'''What it\ndoes.'''\nimport a\n\n\nf(1)\n\n\n"
                     "def h(n) -> G[N, None, None:\n  i(2)\n";
  for (int I = 0; I < 20; ++I)
    Text += "  for x in y(3):\n    if j(4):\n      return [k(5)]\n";
  const auto T = Tree::parse(Text);
  EXPECT_TRUE(T->isBroken());
  ASSERT_EQ(T->lost().size(), 1u);
  EXPECT_EQ(T->lineOf(T->lost()[0].first), 9u);
  EXPECT_TRUE(T->root().child("import_statement"));
  EXPECT_EQ(callsIn(Text).size(), 62u);
}

} // namespace
