// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/python/Names.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

using namespace aoti_tidy::python;

namespace {

using Strings = std::vector<std::string>;

/// What the callees of the calls of 'use(...)' first arguments stand for: "?"
/// if it is unknown.
Strings meanings(llvm::StringRef Text) {
  const auto T = Tree::parse(Text);
  const Names Known(*T);
  Strings Result;
  forEachNode(T->root(), [&](Node N) {
    if (N.is("call") && N.field("function").text() == "use")
      Result.push_back(
          Known.qualifiedName(N.field("arguments").children().front())
              .value_or("?"));
    return true;
  });
  return Result;
}

/// What the first arguments of 'use(...)' were given, as text.
Strings values(llvm::StringRef Text) {
  const auto T = Tree::parse(Text);
  const Names Known(*T);
  Strings Result;
  forEachNode(T->root(), [&](Node N) {
    if (N.is("call") && N.field("function").text() == "use") {
      const Node Given =
          Known.assignedValue(N.field("arguments").children().front());
      Result.push_back(Given ? Given.text().str() : "?");
    }
    return true;
  });
  return Result;
}

TEST(PythonNames, ImportsOfAllForms) {
  EXPECT_EQ(meanings("import torch\n"
                     "import torch._export as E\n"
                     "from torch._export import aot_compile as c\n"
                     "from torch import _export\n"
                     "from torch import (_inductor, # why\n"
                     "                   nn)\n"
                     "import a . b, c.d as e\n"
                     "use(torch._export.aot_compile)\n"
                     "use(E.aot_load)\n"
                     "use(c)\n"
                     "use(_export.aot_load)\n"
                     "use(_inductor)\n"
                     "use(a.b)\n"
                     "use(e)\n"
                     "use((torch)\n  ._export)\n"),
            (Strings{"torch._export.aot_compile", "torch._export.aot_load",
                     "torch._export.aot_compile", "torch._export.aot_load",
                     "torch._inductor", "a.b", "c.d", "torch._export"}));
}

TEST(PythonNames, RelativeImportsAreNotAbsoluteOnes) {
  EXPECT_EQ(
      meanings("from . import torch\n"
               "from ..torch import _export\n"
               "from .torch._export import aot_load\n"
               "use(torch.x)\nuse(_export)\nuse(aot_load)\n"),
      (Strings{".torch.x", "..torch._export", ".torch._export.aot_load"}));
}

TEST(PythonNames, ImportsInFunctionsAndConditions) {
  EXPECT_EQ(meanings("def f():\n"
                     "  import torch\n"
                     "  use(torch)\n"
                     "use(torch)\n"
                     "if x:\n"
                     "  import a\n"
                     "else:\n"
                     "  import b as a\n"
                     "use(a)\n"
                     "try:\n"
                     "  from m import g\n"
                     "except ImportError:\n"
                     "  from n import g\n"
                     "use(g)\n"
                     "try:\n"
                     "  from m import h\n"
                     "except ImportError:\n"
                     "  h = None\n"
                     "use(h.x)\n"
                     "use(h)\n"
                     "def later():\n"
                     "  use(g), use(h.x), use(a)\n"
                     "try:\n"
                     "  from m import k\n"
                     "except ImportError:\n"
                     "  from m import k\n"
                     "use(k)\n"),
            (Strings{"torch", "?", "?", "?", "m.h.x", "?", "?", "m.h.x", "?",
                     "m.k"}));
}

TEST(PythonNames, NamesOfNames) {
  EXPECT_EQ(meanings("import torch\n"
                     "load = torch._export.aot_load\n"
                     "E = torch._export\n"
                     "also = E.aot_compile\n"
                     "a = b = also\n"
                     "c, d = load, a\n"
                     "use(load)\nuse(E.x)\nuse(also)\nuse(b)\nuse(d)\n"
                     "if (w := load):\n"
                     "  use(w)\n"
                     "use((z := E).y)\n"
                     "use(getattr(torch._export, 'aot_load'))\n"
                     "use(getattr(E, 'aot_load', None))\n"
                     "use(getattr(E, 'aot_load', b))\n"
                     "import importlib\n"
                     "use(importlib.import_module('torch._export').aot_load)\n"
                     "use(__import__('torch.x')._export)\n"),
            (Strings{"torch._export.aot_load", "torch._export.x",
                     "torch._export.aot_compile", "torch._export.aot_compile",
                     "torch._export.aot_compile", "torch._export.aot_load",
                     "torch._export.y", "torch._export.aot_load",
                     "torch._export.aot_load", "?", "torch._export.aot_load",
                     "torch._export"}));
}

TEST(PythonNames, Shadowing) {
  EXPECT_EQ(meanings("import torch, os\n"
                     "def f(torch): use(torch)\n"
                     "def g(*torch, **os): use(torch), use(os)\n"
                     "def h():\n"
                     "  use(torch)\n"
                     "  torch = 1\n"
                     "lambda torch=use(torch): use(torch)\n"
                     "[use(torch) for torch in use(torch)]\n"
                     "class C:\n"
                     "  os = 1\n"
                     "  def m(self): use(os)\n"
                     "  use(os)\n"
                     "for torch in x: use(torch)\n"),
            (Strings{"?", "?", "?", "?", "torch", "?", "?", "torch", "os", "?",
                     "?"}));
  for (llvm::StringRef Other : {"torch = 1",
                                "def torch(): pass",
                                "class torch: pass",
                                "for torch in x: pass",
                                "for i, (torch, *j) in x: pass",
                                "with a as torch: pass",
                                "with a as (b, torch): pass",
                                "try: f()\nexcept E as torch: pass",
                                "(torch := 2)",
                                "del torch",
                                "[0 for i in x if (torch := i)]",
                                "torch += 1",
                                "torch: int = 3",
                                "match x:\n  case torch: pass",
                                "match x:\n  case [a, *torch]: pass",
                                "match x:\n  case C(k=torch): pass",
                                "match x:\n  case {'k': 1, **torch}: pass",
                                "match x:\n  case 1 as torch: pass",
                                "type torch = int",
                                "a, torch = b",
                                "[a, torch] = b",
                                "def f():\n  global torch\n  torch = 1",
                                "if a:\n  torch = 1",
                                "while a:\n  torch = 1"}) {
    const std::string Text = "import torch\n" + Other.str() + "\nuse(torch)\n" +
                             "def later(): use(torch)\n";
    EXPECT_EQ(meanings(Text), (Strings{"?", "?"})) << Text;
  }
  EXPECT_EQ(meanings("import torch\nimport a as torch\nuse(torch)\n"
                     "def later(): use(torch)\n"),
            (Strings{"a", "?"}));
  for (llvm::StringRef Same :
       {"x = torch", "f(torch=1)", "a.torch = 1", "import torch.nn.functional",
        "torch: object", "match x:\n  case torch.x: pass",
        "match x:\n  case torch(): pass", "def f(torch): pass",
        "def f():\n  torch = 1", "class C:\n  torch = 1", "lambda torch: 1",
        "[torch for torch in x]", "{'torch': 1}", "torch[0] = 1"}) {
    const std::string Text = "import torch\n" + Same.str() + "\nuse(torch)\n" +
                             "def later(): use(torch)\n";
    EXPECT_EQ(meanings(Text), (Strings{"torch", "torch"})) << Text;
  }
}

TEST(PythonNames, GlobalAndNonlocal) {
  EXPECT_EQ(meanings("def f():\n"
                     "  global m\n"
                     "  import torch as m\n"
                     "use(m)\n"
                     "def outer():\n"
                     "  n = 1\n"
                     "  def inner():\n"
                     "    nonlocal n\n"
                     "    n = 2\n"
                     "  import torch as n\n"
                     "  use(n)\n"),
            (Strings{"torch", "?"}));
}

TEST(PythonNames, WhatTheFileReplacesIsUnknown) {
  const auto After = [](llvm::StringRef Patch) {
    return meanings("import torch, sys\nfrom unittest import mock\n" +
                    Patch.str() +
                    "\nuse(torch._export.aot_load)\nuse(torch._export)\n");
  };
  for (llvm::StringRef Patch :
       {"torch._export.aot_load = mine", "del torch._export.aot_load",
        "setattr(torch._export, 'aot_load', mine)",
        "def t(monkeypatch): monkeypatch.setattr(torch._export, 'aot_load', f)",
        "with mock.patch('torch._export.aot_load'): pass",
        "@mock.patch.object(torch._export, 'aot_load')\ndef t(): pass"})
    EXPECT_EQ(After(Patch), (Strings{"?", "torch._export"})) << Patch.str();
  EXPECT_EQ(After("sys.modules['torch'] = stub"), (Strings{"?", "?"}));
  EXPECT_EQ(After("torch._export = stub"), (Strings{"?", "?"}));
  EXPECT_EQ(After("torch._export.x = 1"),
            (Strings{"torch._export.aot_load", "torch._export"}));
}

TEST(PythonNames, AnAssignedAttributeHasItsName) {
  const llvm::StringRef Text = "import torch._inductor.config as c\n"
                               "c.debug = True\n";
  const auto T = Tree::parse(Text);
  const Names Known(*T);
  EXPECT_EQ(Known.qualifiedName(
                T->nodeAt(Text.find("c.debug"), Text.find(" = True"))),
            "torch._inductor.config.debug");
}

TEST(PythonNames, BuiltinsUnlessTheyMayBeSomethingElse) {
  EXPECT_EQ(meanings("use(len)\nuse(lens)\n"), (Strings{"builtins.len", "?"}));
  EXPECT_EQ(meanings("from x import *\nimport torch\nuse(len)\nuse(torch)\n"),
            (Strings{"builtins.len", "torch"}));
  EXPECT_EQ(meanings("use(len)\nlen = 1\n"), Strings{"?"});
}

TEST(PythonNames, BuiltinsThatAStarImportReplaces) {
  EXPECT_EQ(meanings("from math import *\nuse(int)\nuse(pow)\nuse(ceil)\n"),
            (Strings{"builtins.int", "?", "?"}));
  EXPECT_EQ(meanings("from numpy import *\nuse(len)\nuse(max)\nuse(float)\n"),
            (Strings{"builtins.len", "?", "?"}));
  EXPECT_EQ(meanings("from torch import *\nuse(len)\nuse(int)\nuse(range)\n"),
            (Strings{"builtins.len", "?", "?"}));
  // Only all of the name counts.
  EXPECT_EQ(meanings("from torch.nn import *\nuse(int)\n"),
            Strings{"builtins.int"});
  EXPECT_EQ(meanings("from .torch import *\nfrom .os import *\nuse(open)\n"),
            Strings{"builtins.open"});
  // Without the star, only what is imported counts.
  EXPECT_EQ(meanings("from numpy import max\nuse(min)\nuse(max)\n"),
            (Strings{"builtins.min", "numpy.max"}));
}

TEST(PythonNames, TheOnlyValueThatReachesAUse) {
  EXPECT_EQ(values("x = 1\nuse(x)\nx = 2\nuse(x)\n"), (Strings{"1", "2"}));
  EXPECT_EQ(values("x = 1\nif c:\n  x = 2\n  use(x)\nuse(x)\n"),
            (Strings{"2", "?"}));
  EXPECT_EQ(values("if c:\n  x = 2\nelse:\n  x = 2\nuse(x)\n"), Strings{"2"});
  EXPECT_EQ(values("x = 1\nif c:\n  x = 2\n  raise E\nuse(x)\n"), Strings{"1"});
  EXPECT_EQ(values("def f():\n  x = 1\n  if c:\n    x = 2\n    return\n"
                   "  elif d: pass\n  else: sys.exit(1)\n  use(x)\n"),
            Strings{"1"});
  EXPECT_EQ(values("x = 1\nfor i in y:\n  use(x)\n  x = 2\n  use(x)\nuse(x)\n"),
            (Strings{"?", "2", "?"}));
  EXPECT_EQ(values("x = 1\nwhile y:\n  if use(x): continue\n  x = 2\n"),
            Strings{"?"});
  EXPECT_EQ(values("x = 1\ntry:\n  x = f()\nexcept E:\n  use(x)\n  raise\n"
                   "use(x)\n"),
            (Strings{"?", "f()"}));
  EXPECT_EQ(values("x = 1\ntry:\n  x = f()\nexcept E:\n  pass\nuse(x)\n"),
            Strings{"?"});
  EXPECT_EQ(values("x = 1\ntry:\n  x = f()\nfinally:\n  use(x)\nuse(x)\n"),
            (Strings{"?", "f()"}));
  EXPECT_EQ(values("with a:\n  x = 1\nuse(x)\n"), Strings{"1"});
  EXPECT_EQ(values("match c:\n  case 1: x = 1\n  case _: x = 2\nuse(x)\n"),
            Strings{"?"});
  EXPECT_EQ(values("match c:\n  case 1: x = 1\n  case _: raise\nuse(x)\n"),
            Strings{"1"});
  EXPECT_EQ(values("use(x)\nx = 1\n"), Strings{"?"});
  EXPECT_EQ(values("x = 1\nx += 1\nuse(x)\n"), Strings{"?"});
  EXPECT_EQ(values("x = use(x)\n"), Strings{"?"});
  EXPECT_EQ(values("x = 1\nx = use(x)\n"), Strings{"1"});
}

TEST(PythonNames, WhatConditionsAndPatternsAssignIsThereBehindThem) {
  EXPECT_EQ(values("x = 1\nif a: use(x)\nelif (x := b): use(x)\n"
                   "else: use(x)\nuse(x)\n"),
            (Strings{"?", "?", "?", "?"}));
  EXPECT_EQ(values("x = 1\nif a: x = 2\nelif use(x): use(x)\nuse(x)\n"),
            (Strings{"1", "1", "?"}));
  EXPECT_EQ(values("x = 1\nmatch a:\n  case [x, 2]: pass\n  case _: use(x)\n"
                   "use(x)\n"),
            (Strings{"?", "?"}));
  EXPECT_EQ(values("x = 1\nmatch a:\n  case 1 if (x := b): pass\n"
                   "  case 2: use(x)\n"),
            Strings{"?"});
  EXPECT_EQ(values("x = 1\nmatch a:\n  case 1: x = 2\n  case 2: use(x)\n"),
            Strings{"1"});
  EXPECT_EQ(values("x = 1\ny = use(x) if (x := a) else use(x)\n"),
            (Strings{"?", "?"}));
  EXPECT_EQ(values("x = 1\ny = (x := 2) if use(x) else 3\n"), Strings{"1"});
}

TEST(PythonNames, WhatEndsEarlyAndGoesOn) {
  EXPECT_EQ(values("x = 1\nwith suppress(E):\n  x = f()\n  use(x)\nuse(x)\n"),
            (Strings{"f()", "?"}));
  EXPECT_EQ(values("x = 1\nif c:\n  x = 2\n  with pytest.raises(E):\n"
                   "    raise E\nuse(x)\n"),
            Strings{"?"});
  EXPECT_EQ(values("x = 1\nif c:\n  x = 2\n  with a:\n    raise E\nuse(x)\n"),
            Strings{"1"});
}

TEST(PythonNames, ClassesSeeWhatIsAroundThemUntilTheyHaveTheName) {
  EXPECT_EQ(values("x = 1\nclass C:\n  if c: x = 2\n  use(x)\n  x = 3\n"
                   "  use(x)\n"),
            (Strings{"?", "3"}));
  EXPECT_EQ(meanings("f = mine\nclass C:\n  try:\n    from m import f\n"
                     "  except E: pass\n  use(f)\n"),
            Strings{"?"});
}

TEST(PythonNames, ComprehensionsRunForEachElementAndGeneratorsLater) {
  EXPECT_EQ(values("x = 1\ny = [use(x) for i in z if (x := i)]\n"),
            Strings{"?"});
  EXPECT_EQ(values("x = 1\ny = (use(x) for i in use(x))\nx = 2\nlist(y)\n"),
            (Strings{"?", "1"}));
  EXPECT_EQ(values("x = 1\ny = (use(x) for i in z)\n"), Strings{"1"});
  EXPECT_EQ(values("x = 1\nall(use(x) for i in z)\nx = 2\n"), Strings{"1"});
}

TEST(PythonNames, NoneCountsWhereItIsHandedOn) {
  EXPECT_EQ(meanings("import t\nd = None\nif c: d = t.half\n"
                     "use(d)\nuse(d.x)\n"),
            (Strings{"?", "t.half.x"}));
}

TEST(PythonNames, ValuesInFunctionsThatRunLater) {
  EXPECT_EQ(values("x = 1\ndef f(): use(x)\n"), Strings{"1"});
  EXPECT_EQ(values("def f(): use(x)\nx = 1\n"), Strings{"1"});
  EXPECT_EQ(values("x = 1\ndef f(): use(x)\nx = 2\n"), Strings{"?"});
  EXPECT_EQ(values("x = 1\nclass C:\n  use(x)\nx = 2\n"), Strings{"1"});
  EXPECT_EQ(values("x = 1\ny = [use(x) for i in z]\nx = 2\n"), Strings{"1"});
  EXPECT_EQ(values("x = 1\ndef g():\n  global x\n  x = 2\nuse(x)\n"),
            Strings{"?"});
}

TEST(PythonNames, DefinitionsAndOccurrences) {
  const llvm::StringRef Text = "@d\ndef f(): pass\nf()\ndef g(): pass\n"
                               "def g(): f()\nlater = lambda: g()\n"
                               "def h():\n  global f\n";
  const auto T = Tree::parse(Text);
  const Names Known(*T);
  const Node Use = T->nodeAt(Text.find("f()\n"), Text.find("f()\n") + 1);
  EXPECT_TRUE(Known.definition(Use).is("function_definition"));
  EXPECT_FALSE(
      Known.definition(T->nodeAt(Text.rfind("g()"), Text.rfind("g()") + 1)));
  const llvm::StringRef Loop = "[d for d in s if d]\n";
  const auto L = Tree::parse(Loop);
  const Names InLoop(*L);
  EXPECT_EQ(InLoop.bindingOf(L->nodeAt(1, 2)).column(), 8u);
  EXPECT_EQ(InLoop.bindingOf(L->nodeAt(17, 18)).column(), 8u);
  EXPECT_FALSE(InLoop.bindingOf(L->nodeAt(12, 13)));
  std::vector<unsigned> Lines;
  for (const Node &N : Known.occurrences(Use))
    Lines.push_back(N.line());
  EXPECT_EQ(Lines, (std::vector<unsigned>{2, 3, 5, 8}));
  EXPECT_TRUE(Names::scopeOf(Use).is("module"));
}

TEST(PythonNames, OriginsAreAllThatANameMayBe) {
  const llvm::StringRef Text = "try:\n  from a import f\n"
                               "except ImportError:\n  f = None\n"
                               "if c:\n  f = g\n"
                               "else:\n  def f(): pass\n"
                               "def h(p):\n  use(f, p, q)\n"
                               "f = 1\nuse(f)\n";
  const auto T = Tree::parse(Text);
  const Names Known(*T);
  const auto Origins = [&](unsigned At) {
    Strings Result;
    for (const Origin &O : Known.originsOf(T->nodeAt(At, At + 1)))
      Result.push_back(O.From ? "import " + O.From->Module + "." + O.From->Name
                       : O.Given ? O.Given.text().str()
                                 : "?");
    return Result;
  };
  const unsigned Inner = Text.find("use(") + 4;
  EXPECT_EQ(Origins(Inner),
            (Strings{"import a.f", "None", "g", "def f(): pass", "1"}));
  EXPECT_EQ(Origins(Inner + 3), Strings{"?"});
  EXPECT_EQ(Origins(Inner + 6), Strings{});
  EXPECT_EQ(Origins(Text.rfind("f)")), Strings{"1"});
}

TEST(PythonNames, OriginsBeforeAreWhatIsAddedTo) {
  const llvm::StringRef Text = "n = 1\nn = 2\nn += 3\n"
                               "if c:\n  m = 4\n  exit(m)\n"
                               "for m in x:\n  m += 5\n"
                               "use(n)\n";
  const auto T = Tree::parse(Text);
  const Names Known(*T);
  const auto Before = [&](unsigned At) {
    Strings Result;
    for (const Origin &O : Known.originsBefore(T->nodeAt(At, At + 1)))
      Result.push_back(O.Given ? O.Given.text().str()
                               : std::to_string(O.Target.line()));
    return Result;
  };
  EXPECT_EQ(Before(Text.find("n +=")), Strings{"2"});
  EXPECT_EQ(Before(Text.find("m +=")), Strings{"7"});
  // Others replace without reading; a use is none.
  EXPECT_EQ(Before(Text.find("n = 2")), Strings{});
  EXPECT_EQ(Before(Text.rfind("n)")), Strings{});
  // What is read is not what it was before.
  EXPECT_EQ(
      Known.bindingOf(T->nodeAt(Text.rfind("n)"), Text.rfind("n)") + 1)).line(),
      3u);
}

TEST(PythonNames, ImportsAreListed) {
  const llvm::StringRef Text = "import a.b\nfrom . import c as d\n"
                               "from e import *\n";
  const auto T = Tree::parse(Text);
  const Names Known(*T);
  Strings Seen;
  for (const Import &I : Known.imports())
    Seen.push_back(I.Module + "|" + I.Name + "|" + I.Bound + "|" +
                   I.Clause.text().str());
  EXPECT_EQ(Seen, (Strings{"a.b||a|a.b", ".|c|d|c as d", "e|*|*|*"}));
}

TEST(PythonNames, BrokenTextMakesNothingKnownThatIsNot) {
  EXPECT_EQ(meanings("import torch\nx = = 1\nuse(torch)\n"), Strings{"torch"});
  EXPECT_EQ(values("x = 1\nx = = 2\nuse(x)\n"), Strings{"?"});
}

TEST(PythonNames, WhatALineThatWasLeftOutMayGiveIsUnknown) {
  const auto After = [](llvm::StringRef Broken) {
    return meanings("import torch\n" + Broken.str() +
                    "\ndef g():\n  use(torch)\n");
  };
  for (llvm::StringRef Broken :
       {"torch = f(", "a, torch = f(", "from x import (torch",
        "def f(torch, (:", "for torch in f(:", "x = (torch := ["})
    EXPECT_EQ(After(Broken), Strings{"?"}) << Broken.str();
  for (llvm::StringRef Broken :
       {"import (torch, ", "x = torch.f(", "f(torch, (", "f(torch=(",
        "if torch == (:", "x.torch = ("})
    EXPECT_EQ(After(Broken), Strings{"torch"}) << Broken.str();
}

TEST(PythonNames, LongFilesAndDeepExpressions) {
  std::string Text = "import torch\na0 = torch\n";
  for (int I = 1; I < 3000; ++I)
    Text += "a" + std::to_string(I) + " = a" + std::to_string(I - 1) + "\n";
  Text += "use(a2999)\nuse(" + std::string(9000, '(') + "torch" +
          std::string(9000, ')') + ")\nx = y\ny = x\nx = y\nuse(x)\n";
  for (int I = 0; I < 90; ++I)
    Text += std::string(I, ' ') + "while x:\n";
  Text += std::string(90, ' ') + "x = torch\n";
  EXPECT_EQ(meanings(Text), (Strings{"torch", "torch", "?"}));
}

} // namespace
