// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/PythonText.h"
#include "gtest/gtest.h"

using aoti_tidy::PythonText;
using aoti_tidy::PythonUse;
using llvm::StringRef;

namespace {

constexpr StringRef Load = "torch._export.aot_load";
constexpr StringRef Paths[] = {"torch._export.aot_compile", Load};

/// Where \p Code reaches the functions: the text from there on, up to a space.
/// "broken" if Python would refuse it.
std::vector<std::string> usesIn(StringRef Code) {
  const auto Text = PythonText::parse(Code);
  if (!Text)
    return {"broken"};
  std::vector<std::string> Result;
  for (const PythonUse &U : Text->usesOf(Paths))
    Result.push_back(
        Code.drop_front(U.Offset)
            .take_until([](char C) { return StringRef(" \n(;,").contains(C); })
            .str());
  return Result;
}

using Uses = std::vector<std::string>;

} // namespace

TEST(EmbeddedPython, FindsWhatIsReachedByFullName) {
  EXPECT_EQ(usesIn("torch._export.aot_load(p)"),
            Uses{"torch._export.aot_load"});
  EXPECT_EQ(usesIn("import torch._export as E\nx = E.aot_load(p)"),
            Uses{"E.aot_load"});
  EXPECT_EQ(usesIn("E = torch._export\ndef f(p):\n  return E.aot_load(p)"),
            Uses{"E.aot_load"});
  EXPECT_EQ(usesIn("def f(p):\n  import torch._export as E\n"
                   "  return [E.aot_load(q) for q in p]"),
            Uses{"E.aot_load"});
  EXPECT_EQ(usesIn("f = getattr(torch._export, 'aot_load')"), Uses{"getattr"});
  EXPECT_EQ(usesIn("def g(torch): pass\ntorch._export.aot_load(p)"),
            Uses{"torch._export.aot_load"})
      << "the parameter is another torch";
}

TEST(EmbeddedPython, FindsImports) {
  EXPECT_EQ(
      usesIn("from torch._export import aot_load as f, aot_compile\nf(1)"),
      (Uses{"aot_load", "aot_compile"}));
  EXPECT_EQ(usesIn("from torch._export import (\n  x,\n  aot_load,\n)"),
            Uses{"aot_load"});
  EXPECT_EQ(usesIn("try:\n  from torch._export import aot_load\n"
                   "except ImportError:\n  aot_load = None\naot_load(p)"),
            Uses{"aot_load"});
  EXPECT_EQ(usesIn("from torch._export import *\nx.aot_load\nf(aot_load=1)\n"
                   "aot_load(p)"),
            Uses{"aot_load"});
}

TEST(EmbeddedPython, IndentedTextIsReadAsItStands) {
  EXPECT_EQ(usesIn("\n    # c\n    import torch\n\n    if x:\n"
                   "        y = torch._export.aot_load(p)\n  "),
            Uses{"torch._export.aot_load"});
  EXPECT_EQ(usesIn("\r\n\ttorch._export.aot_load(p)\r\n\tx\r\n"),
            Uses{"torch._export.aot_load"});
}

TEST(EmbeddedPython, OtherThingsOfTheNameAreNotMeant) {
  for (StringRef Code :
       {"import mytorch as torch\ntorch._export.aot_load(p)",
        "torch = load()\ntorch._export.aot_load(p)",
        "def f(torch):\n  torch._export.aot_load(p)",
        "for a, torch in b:\n  torch._export.aot_load(p)",
        "with m() as torch:\n  torch._export.aot_load(p)",
        "class torch: pass\ntorch._export.aot_load(p)",
        "def f():\n  global torch\n  torch = m()\ntorch._export.aot_load(p)",
        "from torch._export import aot_load\ndef aot_load(p): "
        "pass\naot_load(p)",
        "from torch._export import *\ndef aot_load(p): pass\naot_load(p)",
        "from torch._export import *\nfrom mine import *\naot_load(p)",
        "from ._export import aot_load\naot_load(p)", "torch.aot_load(p)",
        "torch._export.aot_load = mine", "del torch._export.aot_load",
        "torch._export.aot_load = mine\ntorch._export.aot_load(p)",
        "'torch._export.aot_load(p)'  # torch._export.aot_load(p)",
        "my.torch._export.aot_load(p)", "torch._export.aot_loader(p)"})
    EXPECT_EQ(usesIn(Code), Uses{}) << Code.str();
}

TEST(EmbeddedPython, TextThatPythonRefusesIsNotRead) {
  for (StringRef Code :
       {"'torch._export.aot_load(p)", "x = )torch._export.aot_load",
        "torch._export.aot_load(p", "x = = torch._export.aot_load"})
    EXPECT_EQ(usesIn(Code), Uses{"broken"}) << Code.str();
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
