// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/ExecutionOrder.h"
#include <gtest/gtest.h>

using namespace aoti_tidy;
using namespace aoti_tidy::python;

namespace {

struct Parsed {
  Settings With;
  std::unique_ptr<File> F;

  explicit Parsed(llvm::StringRef Text) : F(File::create("a.py", Text, With)) {}
  /// The first call of a function of that name.
  Node call(llvm::StringRef Name) const {
    for (const Node N : F->names().calls())
      if (N.field("function").text() == Name)
        return N;
    return {};
  }
};

bool isCallOf(Node N, llvm::StringRef Name) {
  return N.is("call") && N.field("function").text() == Name;
}

constexpr llvm::StringRef Nested = "a()\n"
                                   "if c():\n"
                                   "    b()\n"
                                   "    with d() as x:\n"
                                   "        here()\n"
                                   "        e()\n"
                                   "    class C:\n"
                                   "        f()\n"
                                   "    there()\n"
                                   "def g():\n"
                                   "    h()\n"
                                   "last()\n";

/// The calls that have certainly been executed before that of \p Place, by
/// asking for each of them alone.
std::string before(llvm::StringRef Place, const Parsed &P) {
  std::string Result;
  for (const char *Name : {"a", "b", "c", "d", "e", "f", "h"}) {
    ExecutedBefore Search([&](Node N) { return isCallOf(N, Name); });
    if (Search.find(P.call(Place)))
      Result += Name;
  }
  return Result;
}

} // namespace

TEST(ExecutionOrder, KnowsWhatCameBefore) {
  const Parsed P(Nested);
  EXPECT_EQ(before("here", P), "abcd");
  EXPECT_EQ(before("there", P), "abcdef");
  EXPECT_EQ(before("h", P), "ac") << "the block of 'if' may not have been run";
  EXPECT_EQ(before("last", P), "ac");
  EXPECT_EQ(before("a", P), "");
}

// One search answers for all places, in any order.
TEST(ExecutionOrder, PlacesDoNotDisturbEachOther) {
  const Parsed P("x()\ny()\nx()\nz()\n");
  const Node First = P.call("x"), Y = P.call("y"), Z = P.call("z");
  ExecutedBefore Search([](Node N) { return isCallOf(N, "x"); });
  EXPECT_TRUE(Search.find(Z) == First);
  EXPECT_TRUE(Search.find(Y) == First);
  EXPECT_FALSE(Search.find(First));
  EXPECT_TRUE(Search.find(Z) == First);
}

TEST(ExecutionOrder, LooksAtEachStatementOnce) {
  constexpr unsigned Lines = 2000;
  std::string Text;
  for (unsigned I = 0; I < Lines; ++I)
    Text += "f()\n";
  const Parsed P(Text);
  unsigned Looks = 0;
  ExecutedBefore Search([&](Node) {
    ++Looks;
    return false;
  });
  for (const Node At : P.F->names().calls())
    EXPECT_FALSE(Search.find(At));
  EXPECT_LE(Looks, 8 * Lines);
}
