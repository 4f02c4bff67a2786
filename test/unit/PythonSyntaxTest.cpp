// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/python/Syntax.h"
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
  const Node Call = T->root().child("expression_statement")
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

TEST(PythonSyntax, AnyBytesHaveATree) {
  for (llvm::StringRef Text :
       {llvm::StringRef(""), llvm::StringRef("\0\xff\xfe", 3),
        llvm::StringRef("'''"), llvm::StringRef("\xef\xbb\xbf" "f(1)"),
        llvm::StringRef("if x:\n\tf()\n        g()\n")})
    EXPECT_TRUE(Tree::parse(Text)->root());
}

TEST(PythonSyntax, DeeplyNestedTextDoesNotOverflowTheStack) {
  std::string Text(20000, '(');
  Text += "f(1)" + std::string(20000, ')');
  EXPECT_EQ(callsIn(Text), std::vector<std::string>{"f"});
}

} // namespace
