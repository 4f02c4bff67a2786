// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PythonDeprecated.h"

using namespace aoti_tidy::python;
using namespace aoti_tidy::python::deprecated;
using llvm::StringRef;

namespace {

const char Model[] = "import torch\n"
                     "model = torch.nn.Linear(4, 2)\n"
                     "x = torch.randn(3, 4)\n";

std::string withModel(StringRef Rest) { return Model + Rest.str(); }

TEST(PythonDeprecatedApi, ACompileAndItsLoadAreRewrittenTogether) {
  EXPECT_EQ(
      findings(withModel("p = torch._export.aot_compile(model, (x,))\n"
                         "m = torch._export.aot_load(p, \"cpu\")\n")),
      "4:5: 'torch._export.aot_compile' is deprecated since torch 2.6 and "
      "writes a raw .so, which does not record the device it was compiled for; "
      "call "
      "'torch._inductor.aoti_compile_and_package(torch.export.export(...))'"
      ", which writes a .pt2\n"
      "5:5: 'torch._export.aot_load' is deprecated since torch 2.6 and loads a "
      "raw .so, which does not record the device it was compiled for; compile "
      "to a .pt2 with 'torch._inductor.aoti_compile_and_package' and call "
      "'torch._inductor.aoti_load_package'\n"
      "  4:5: it is rewritten together with this call\n");
  EXPECT_EQ(fix(withModel("p = torch._export.aot_compile(model, (x,))\n"
                          "m = torch._export.aot_load(p, \"cpu\")\n")),
            withModel("p = torch._inductor.aoti_compile_and_package(\n"
                      "    torch.export.export(model, (x,), strict=True),\n"
                      ")\n"
                      "m = torch._inductor.aoti_load_package(p)\n"));
  // As long as it fits, a line stays one.
  EXPECT_EQ(fix("import torch as t\n"
                "p = t._export.aot_compile(t.nn.ReLU(), x)\n"
                "m = t._export.aot_load(p, \"cpu\")\n"),
            "import torch as t\n"
            "p = t._inductor.aoti_compile_and_package("
            "t.export.export(t.nn.ReLU(), x, strict=True))\n"
            "m = t._inductor.aoti_load_package(p)\n");
}

TEST(PythonDeprecatedApi, ThePathAndTheOtherOptionsAreKept) {
  EXPECT_EQ(
      fix(withModel(
          "import os\n"
          "p = torch._export.aot_compile(\n"
          "    model,\n"
          "    (x,),\n"
          "    # the batch\n"
          "    dynamic_shapes={\"input\": {0: batch}},  # is dynamic\n"
          "    # where it goes\n"
          "    options={\n"
          "        \"aot_inductor.output_path\": os.path.join(d, \"m.so\"),\n"
          "        # slow\n"
          "        \"max_autotune\": True,\n"
          "    },\n"
          ")\n"
          "m = torch._export.aot_load(p, device=\"cuda:1\")\n")),
      withModel(
          "import os\n"
          "p = torch._inductor.aoti_compile_and_package(\n"
          "    torch.export.export(\n"
          "        model,\n"
          "        (x,),\n"
          "        # the batch\n"
          "        dynamic_shapes={\"input\": {0: batch}},  # is dynamic\n"
          "        strict=True,\n"
          "    ),\n"
          "    # where it goes\n"
          "    package_path=os.path.join(d, \"m.pt2\"),\n"
          "    inductor_configs={\n"
          "        # slow\n"
          "        \"max_autotune\": True,\n"
          "    },\n"
          ")\n"
          "m = torch._inductor.aoti_load_package(p, device_index=1)\n"));
}

TEST(PythonDeprecatedApi, APathIsFollowedToWhereItIsLoaded) {
  EXPECT_EQ(fix(withModel(
                "torch._export.aot_compile(model, (x,), options={"
                "'aot_inductor.output_path': 'out/m.so', 'freezing': True})\n"
                "m = torch._export.aot_load('out/m.so', 'cuda')\n")),
            withModel("torch._inductor.aoti_compile_and_package(\n"
                      "    torch.export.export(model, (x,), strict=True),\n"
                      "    package_path='out/m.pt2',\n"
                      "    inductor_configs={'freezing': True},\n"
                      ")\n"
                      "m = torch._inductor.aoti_load_package('out/m.pt2')\n"));
  // A variable, in one place.
  EXPECT_EQ(fix(withModel("so = f'{d}/m.so'\n"
                          "torch._export.aot_compile(model, (x,), "
                          "options={'aot_inductor.output_path': so})\n"
                          "m = torch._export.aot_load(so, 'cpu')\n")),
            withModel("so = f'{d}/m.pt2'\n"
                      "torch._inductor.aoti_compile_and_package(\n"
                      "    torch.export.export(model, (x,), strict=True),\n"
                      "    package_path=so,\n"
                      ")\n"
                      "m = torch._inductor.aoti_load_package(so)\n"));
  // The same expression.
  EXPECT_EQ(fix(withModel(
                "import os\n"
                "torch._export.aot_compile(model, (x,), options={"
                "'aot_inductor.output_path': os.path.join(d, f'm{i}.so')})\n"
                "m = torch._export.aot_load(os.path.join(d, f'm{i}.so'), "
                "device='cpu')\n")),
            withModel("import os\n"
                      "torch._inductor.aoti_compile_and_package(\n"
                      "    torch.export.export(model, (x,), strict=True),\n"
                      "    package_path=os.path.join(d, f'm{i}.pt2'),\n"
                      ")\n"
                      "m = torch._inductor.aoti_load_package(os.path.join(d, "
                      "f'm{i}.pt2'))\n"));
}

TEST(PythonDeprecatedApi, ArgumentsGoWhereTheyBelong) {
  EXPECT_EQ(
      fix(withModel("m = torch._export.aot_load(torch._export.aot_compile(\n"
                    "\tf=model,\n"
                    "\toptions=None,\n"
                    "\tkwargs={'a': x},\n"
                    "\tremove_runtime_assertions=True,\n"
                    "\tsame_signature=True,\n"
                    "\tdisable_constraint_solver=False,\n"
                    "\targs=(\n"
                    "\t\tx,\n"
                    "\t),\n"
                    "), device=\"xpu\")\n")),
      withModel("m = torch._inductor.aoti_load_package("
                "torch._inductor.aoti_compile_and_package(\n"
                "\ttorch.export.export(\n"
                "\t\tmod=model,\n"
                "\t\tkwargs={'a': x},\n"
                "\t\targs=(\n"
                "\t\t\tx,\n"
                "\t\t),\n"
                "\t\tstrict=True,\n"
                "\t),\n"
                "))\n"));
  // What is inside of a string is not indented.
  EXPECT_EQ(
      fix(withModel("p = torch._export.aot_compile(\n"
                    "    model,\n"
                    "    (x,), {'a': '''\n"
                    "    b\n"
                    "    '''},\n"
                    ")\n"
                    "m = torch._export.aot_load(so_path=p, device='mps')\n")),
      withModel("p = torch._inductor.aoti_compile_and_package(\n"
                "    torch.export.export(\n"
                "        model,\n"
                "        (x,),\n"
                "        {'a': '''\n"
                "    b\n"
                "    '''},\n"
                "        strict=True,\n"
                "    ),\n"
                ")\n"
                "m = torch._inductor.aoti_load_package(path=p)\n"));
}

TEST(PythonDeprecatedApi, ADeviceThatIsOneOfPlainOnesIsDropped) {
  EXPECT_EQ(fix(withModel(
                "dev = 'cuda' if torch.cuda.is_available() else 'cpu'\n"
                "p = torch._export.aot_compile(model.to(dev).eval(), (x,))\n"
                "m = torch._export.aot_load(p, dev)\n")),
            withModel("dev = 'cuda' if torch.cuda.is_available() else 'cpu'\n"
                      "p = torch._inductor.aoti_compile_and_package(\n"
                      "    torch.export.export(model.to(dev).eval(), (x,), "
                      "strict=True),\n"
                      ")\n"
                      "m = torch._inductor.aoti_load_package(p)\n"));
}

TEST(PythonDeprecatedApi, ImportsComeAndGo) {
  EXPECT_EQ(fix("from torch._export import aot_compile, aot_load\n"
                "from net import d\n"
                "class Net(torch.nn.Module):\n"
                "  pass\n"),
            "from torch._export import aot_compile, aot_load\n"
            "from net import d\n"
            "class Net(torch.nn.Module):\n"
            "  pass\n");
  EXPECT_EQ(fix("import torch.nn as nn\n"
                "from torch._export import aot_compile as c, aot_load\n"
                "p = c(nn.ReLU(), (x,))\n"
                "m = aot_load(p, 'cpu')\n"),
            "import torch.nn as nn\n"
            "import torch\n"
            "p = torch._inductor.aoti_compile_and_package(\n"
            "    torch.export.export(nn.ReLU(), (x,), strict=True),\n"
            ")\n"
            "m = torch._inductor.aoti_load_package(p)\n");
  EXPECT_EQ(fix("import torch as th\n"
                "import torch._export as E\n"
                "p = E.aot_compile(th.nn.ReLU(), (x,))\n"
                "m = E.aot_load(p, 'cpu')\n"),
            "import torch as th\n"
            "p = th._inductor.aoti_compile_and_package(\n"
            "    th.export.export(th.nn.ReLU(), (x,), strict=True),\n"
            ")\n"
            "m = th._inductor.aoti_load_package(p)\n");
  EXPECT_EQ(fix("import torch._export\n"
                "p = torch._export.aot_compile(torch.nn.ReLU(), (x,))\n"
                "m = torch._export.aot_load(p, 'cpu')\n"),
            "import torch\n"
            "p = torch._inductor.aoti_compile_and_package(\n"
            "    torch.export.export(torch.nn.ReLU(), (x,), strict=True),\n"
            ")\n"
            "m = torch._inductor.aoti_load_package(p)\n");
  // Two compiles that share an import are one fix.
  EXPECT_EQ(fix("import torch\n"
                "from torch._export import aot_compile, aot_load, other\n"
                "p = aot_compile(torch.nn.ReLU(), (x,))\n"
                "m = aot_load(p, 'cpu')\n"
                "q = aot_compile(torch.nn.ReLU(), (y,))\n"
                "n = aot_load(q, 'cpu')\n"),
            "import torch\n"
            "from torch._export import other\n"
            "p = torch._inductor.aoti_compile_and_package(\n"
            "    torch.export.export(torch.nn.ReLU(), (x,), strict=True),\n"
            ")\n"
            "m = torch._inductor.aoti_load_package(p)\n"
            "q = torch._inductor.aoti_compile_and_package(\n"
            "    torch.export.export(torch.nn.ReLU(), (y,), strict=True),\n"
            ")\n"
            "n = torch._inductor.aoti_load_package(q)\n");
}

TEST(PythonDeprecatedApi, WhatMayBeWrongIsNoSafeFix) {
  const auto Doubt = [](StringRef Text, StringRef Why) {
    const std::string All = withModel(Text);
    EXPECT_EQ(fixed(deprecatedApi, All), All) << Text.str();
    EXPECT_NE(unsafeFix(All), All) << Text.str();
    EXPECT_TRUE(StringRef(findings(All)).contains(Why))
        << findings(All) << Text.str();
  };
  Doubt("p = torch._export.aot_compile(net, (x,))\n"
        "m = torch._export.aot_load(p, 'cpu')\n",
        "'net' is not seen to be a torch.nn.Module");
  Doubt("p = torch._export.aot_compile(model, (x,))\n"
        "m = torch._export.aot_load(p, 'cpu')\n"
        "shutil.copy(p, d)\n",
        "'p' is used here, too");
  Doubt("def f():\n"
        "    return torch._export.aot_compile(model, (x,))\n",
        "nothing in this file loads what it compiles");
  Doubt("torch._export.aot_compile(model, (x,), "
        "options={'aot_inductor.output_path': 'm.so'})\n"
        "torch._export.aot_load('m.so', 'cpu')\n"
        "subprocess.run(['./serve', 'm.so'])\n",
        "'m.so' is named here, too");
  Doubt("so = 'm.so'\n"
        "torch._export.aot_compile(model, (x,), "
        "options={'aot_inductor.output_path': so})\n"
        "torch._export.aot_load(so, 'cpu')\n"
        "print(so)\n",
        "'so' is used here, too");
  Doubt("p = torch._export.aot_compile(model, (x,))\n"
        "m = torch._export.aot_load(p, device)\n",
        "'device' is only known at run time");
  Doubt("torch._inductor.config.aot_inductor.output_path = 'm.so'\n"
        "p = torch._export.aot_compile(model, (x,))\n"
        "m = torch._export.aot_load(p, 'cpu')\n",
        "the path is configured here");
}

TEST(PythonDeprecatedApi, WhatIsNotMechanicalIsSaidAndNotRewritten) {
  const auto Obstacle = [](StringRef Text, StringRef Why,
                           const Settings &With = {}) {
    const std::string All = withModel(Text);
    EXPECT_EQ(unsafeFix(All, With), All) << Text.str();
    EXPECT_TRUE(StringRef(findings(All, With)).contains(Why))
        << findings(All, With) << Text.str();
  };
  const std::string Load = "m = torch._export.aot_load(p, 'cpu')\n";
  Obstacle(
      "p = torch._export.aot_compile(model, (x,), options=options)\n" + Load,
      "'options' is no dict literal, from which "
      "'aot_inductor.output_path' could be taken; it becomes "
      "'torch._inductor.aoti_compile_and_package(torch.export.export("
      "model, (x,), strict=True), package_path=..., inductor_configs=...)'");
  Obstacle("p = torch._export.aot_compile(model, (x,), options={**o})\n" + Load,
           "not all keys of 'options' are known");
  Obstacle("p = torch._export.aot_compile(model, (x,), **kw)\n" + Load,
           "its arguments are unpacked");
  Obstacle(
      "p = torch._export.aot_compile(model, (x,), same_signature=False)\n" +
          Load,
      "'same_signature' has no equivalent in 'torch.export.export'");
  Obstacle("p = torch._export.aot_compile(model, (x,), constraints=[])\n" +
               Load,
           "'constraints' has no equivalent");
  Obstacle("p = torch._export.aot_compile(lambda x: x + 1, (x,))\n" + Load,
           "is a function, and 'torch.export.export' takes a torch.nn.Module");
  Obstacle("def f(x):\n    return x\n"
           "p = torch._export.aot_compile(f, (x,))\n" +
               Load,
           "'f' is a function");
  Obstacle("p = torch._export.aot_compile(model, (x,), "
           "options={'aot_inductor.output_path': args.path})\n" +
               Load,
           "'aot_inductor.output_path' is not seen to end in \".so\"");
  Obstacle("p = torch._export.aot_compile(model, (x,))\n"
           "m = torch._export.aot_load(p, 'cuda:1')\n",
           "no 'device_index' before torch 2.8", torch(7));
  // Never the load alone.
  Obstacle("m = torch._export.aot_load('m.so', 'cpu')\n",
           "what it loads must be compiled to a package first; it becomes "
           "'torch._inductor.aoti_load_package('m.pt2')'");
  Obstacle("m = torch._export.aot_load(os.path.join(d, f\"{n}.so\"), 'cpu')\n",
           "it becomes 'torch._inductor.aoti_load_package(os.path.join(d, "
           "f\"{n}.pt2\"))'");
  Obstacle("p = torch._inductor.aot_compile(ep.module(), (x,))\n" + Load,
           "4:5: what it loads is compiled here, which takes "
           "'torch._inductor.aoti_compile_and_package' with the exported "
           "program; it becomes 'torch._inductor.aoti_load_package(p)'");
}

TEST(PythonDeprecatedApi, ALoadOfAPackageIsRightAlone) {
  EXPECT_EQ(fix(withModel("m = torch._export.aot_load('m.pt2', 'cuda')\n")),
            withModel("m = torch._inductor.aoti_load_package('m.pt2')\n"));
}

TEST(PythonDeprecatedApi, NamesAreFollowed) {
  EXPECT_EQ(count("import torch._export as E\nE.aot_load(p, d)\n"), 1u);
  EXPECT_EQ(count("from torch import _export\n_export.aot_load(p, d)\n"), 1u);
  EXPECT_EQ(count("import torch\nload = torch._export.aot_load\nload(p, d)\n"),
            1u);
  EXPECT_EQ(count("import torch\ngetattr(torch._export, 'aot_load')(p, d)\n"),
            1u);
  EXPECT_EQ(count("import torch\nmap(torch._export.aot_load, ps)\n"), 1u);
  EXPECT_EQ(count("import torch\nfrom functools import partial\n"
                  "load = partial(torch._export.aot_load, device='cpu')\n"
                  "load(p)\n"),
            1u);
  EXPECT_EQ(count("def f():\n  from torch._export import aot_load\n"
                  "  return aot_load(p, d)\n"),
            1u);
}

TEST(PythonDeprecatedApi, LookAlikesAreSilent) {
  for (StringRef Text : {
           "def aot_compile(m): pass\naot_compile(m)\n",
           "from net import aot_load\naot_load(p, 'cpu')\n",
           "import torch\nc = torch.compile(f)\nc.aot_compile((x,))\n",
           "import torch\ntorch.compile(f).aot_compile((x,))\n",
           "import torch\ns = 'torch._export.aot_load(p, d)'\n",
           "import torch\n# torch._export.aot_load(p, d)\n",
           "import torch\nexec('''\nauto f = torch._export.aot_load(p, "
           "d);'''\n)",
           "import torch\ntorch._inductor.aot_compile(gm, (x,))\n",
           "import torch\ntorch._inductor.aoti_load_package(p)\n",
           "import torch\nhasattr(torch._export, 'aot_load')\n",
           "import torch\ntorch._export.aot_load = mine\n",
           "import mine as torch\ntorch._export.aot_load(p, d)\n",
           "def f(torch):\n  torch._export.aot_load(p, d)\n",
           "from ai_edge_litert.aot import aot_compile as "
           "aot\naot.aot_compile(m)\n",
           "import torch\nclass H:\n  def aot_load(self): pass\n"
           "  def f(self): self.aot_load()\n",
           "from torch._dynamo.aot_compile import aot_compile_fullgraph\n",
           "import torch\nfrom unittest import mock\n"
           "with mock.patch('torch._export.aot_load'): pass\n",
       })
    EXPECT_EQ(findings(Text), "") << Text.str();
}

TEST(PythonDeprecatedApi, CodeThatPicksByVersionIsSilent) {
  for (StringRef Text : {
           "import torch\n"
           "if hasattr(torch._inductor, 'aoti_load_package'):\n"
           "  m = torch._inductor.aoti_load_package(p)\n"
           "else:\n"
           "  m = torch._export.aot_load(q, 'cpu')\n",
           "import torch\n"
           "if torch.__version__ < '2.6':\n"
           "  m = torch._export.aot_load(q, 'cpu')\n"
           "else:\n"
           "  m = torch._inductor.aoti_load_package(p)\n",
           "import torch\nNEW = parse(torch.__version__) >= parse('2.6')\n"
           "m = (torch._inductor.aoti_load_package(p) if NEW else\n"
           "     torch._export.aot_load(q, 'cpu'))\n",
           "import torch\n"
           "try:\n"
           "  m = torch._inductor.aoti_load_package(p)\n"
           "except AttributeError:\n"
           "  m = torch._export.aot_load(q, 'cpu')\n",
           "import torch\n"
           "def load(p):\n"
           "  if TORCH_VERSION >= (2, 6):\n"
           "    return torch._inductor.aoti_load_package(p)\n"
           "  return torch._export.aot_load(p, 'cpu')\n",
           "def load(p):\n"
           "  try:\n"
           "    from torch._inductor import aoti_load_package\n"
           "    return aoti_load_package(p)\n"
           "  except ImportError:\n"
           "    pass\n"
           "  try:\n"
           "    from torch._export import aot_load\n"
           "    return aot_load(p, 'cuda')\n"
           "  except ImportError:\n"
           "    raise\n",
           "import torch\n"
           "try:\n"
           "  from torch._inductor import aoti_load_package\n"
           "except ImportError:\n"
           "  aoti_load_package = None\n"
           "def load(p):\n"
           "  if aoti_load_package:\n"
           "    return aoti_load_package(p)\n"
           "  return torch._export.aot_load(p, 'cuda')\n",
           "import torch\n"
           "try:\n"
           "  from torch._inductor import aoti_load_package\n"
           "  modern = True\n"
           "except ImportError:\n"
           "  modern = False\n"
           "def load(p):\n"
           "  if modern:\n"
           "    return torch._inductor.aoti_load_package(p)\n"
           "  else:\n"
           "    return torch._export.aot_load(p, 'cuda')\n",
       })
    EXPECT_EQ(findings(Text), "") << Text.str();
  // Another error, or a path that is tried in both ways.
  EXPECT_EQ(count("import torch\n"
                  "def load(p):\n"
                  "  try:\n"
                  "    return torch._inductor.aoti_load_package(p)\n"
                  "  except RuntimeError:\n"
                  "    pass\n"
                  "  return torch._export.aot_load(p, 'cuda')\n"),
            1u);
  EXPECT_EQ(count("import torch\n"
                  "def load(p):\n"
                  "  if not p.endswith('.pt2'):\n"
                  "    return torch._export.aot_load(p, 'cuda')\n"
                  "  try:\n"
                  "    return torch._inductor.aoti_load_package(p)\n"
                  "  except AttributeError:\n"
                  "    return None\n"),
            1u);
  // Not by version: both are used.
  EXPECT_EQ(count("import torch\n"
                  "if args.dso_path:\n"
                  "  m = torch._export.aot_load(args.dso_path, 'cpu')\n"
                  "elif args.package_path:\n"
                  "  m = torch._inductor.aoti_load_package(p)\n"),
            1u);
  EXPECT_EQ(count("import torch\nPT23 = torch.__version__ > '2.2'\n"
                  "if path.endswith('.so') and PT23:\n"
                  "  m = torch._export.aot_load(path, 'cpu')\n"),
            1u);
}

TEST(PythonDeprecatedApi, OlderTorchHasNothingElse) {
  const std::string Text = withModel("torch._export.aot_load('m.so', 'cpu')\n");
  EXPECT_EQ(findings(Text, torch(5)), "");
  EXPECT_EQ(count(Text, torch(6)), 1u);
}

TEST(PythonDeprecatedApi, HalfTypedFilesStillHaveTheirFindings) {
  EXPECT_GE(count("import torch\n"
                  "m = torch._export.aot_load(p, 'cpu')\n"
                  "y = m(\n"),
            1u);
}

} // namespace
