// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PythonDeprecated.h"

using namespace aoti_tidy::python;
using namespace aoti_tidy::python::deprecated;
using llvm::StringRef;

// torch._inductor.aot_compile of an exported program, and its load.

namespace {

const char Exported[] =
    "import torch\n"
    "x = torch.randn(3, 4)\n"
    "ep = torch.export.export(torch.nn.Linear(4, 2), (x,))\n";

std::string withProgram(StringRef Rest) { return Exported + Rest.str(); }

TEST(PythonLegacyProgram, TheProgramItselfIsPackaged) {
  const std::string Before =
      withProgram("so = torch._inductor.aot_compile(ep.module(), (x,))\n"
                  "m = torch._export.aot_load(so, 'cpu')\n");
  EXPECT_EQ(
      findings(Before),
      "5:5: 'torch._export.aot_load' is deprecated since torch 2.6 and "
      "loads a raw .so, which does not record the device it was compiled "
      "for; compile to a .pt2 with "
      "'torch._inductor.aoti_compile_and_package' and call "
      "'torch._inductor.aoti_load_package'\n"
      "  4:6: what it loads is compiled here, and rewritten together with "
      "it\n");
  EXPECT_EQ(fix(Before),
            withProgram("so = torch._inductor.aoti_compile_and_package(ep)\n"
                        "m = torch._inductor.aoti_load_package(so)\n"));
  EXPECT_EQ(
      fix(withProgram("torch._inductor.aot_compile(\n"
                      "    gm=ep.module(check_guards=False),\n"
                      "    args=(x,),\n"
                      "    kwargs={},\n"
                      "    options={\n"
                      "        'aot_inductor.output_path': 'm.so',  # here\n"
                      "        'max_autotune': True,  # slow\n"
                      "    },\n"
                      ")\n"
                      "a = torch._export.aot_load('m.so', 'cuda:1')\n"
                      "b = torch._export.aot_load('m.so', 'cuda')\n")),
      withProgram(
          "torch._inductor.aoti_compile_and_package(\n"
          "    ep,\n"
          "    package_path='m.pt2',\n"
          "    inductor_configs={\n"
          "        # here\n"
          "        'max_autotune': True,  # slow\n"
          "    },\n"
          ")\n"
          "a = torch._inductor.aoti_load_package('m.pt2', device_index=1)\n"
          "b = torch._inductor.aoti_load_package('m.pt2')\n"));
}

TEST(PythonLegacyProgram, WhatIsNoDeviceIsNotRewritten) {
  for (StringRef Device : {"gpu", "cuda:", "cuda:x", "cpu:0"}) {
    const std::string Before =
        withProgram("so = torch._inductor.aot_compile(ep.module(), (x,))\n"
                    "m = torch._export.aot_load(so, '" +
                    Device.str() + "')\n");
    EXPECT_EQ(fixed(deprecatedApi, Before), Before) << Device.str();
    EXPECT_TRUE(StringRef(findings(Before))
                    .contains("'aot_load' does not take \"" + Device.str() +
                              "\" for a device"))
        << findings(Before);
  }
}

TEST(PythonLegacyProgram, TheModuleMayHaveAName) {
  // It is needed no more.
  EXPECT_EQ(fix(withProgram("gm = ep.run_decompositions().module()\n"
                            "so = torch._inductor.aot_compile(gm, (x,))\n"
                            "m = torch._export.aot_load(so, 'cpu')\n")),
            withProgram("so = torch._inductor.aoti_compile_and_package("
                        "ep.run_decompositions())\n"
                        "m = torch._inductor.aoti_load_package(so)\n"));
  EXPECT_EQ(fix("import torch\n"
                "from torch._export import aot_load\n"
                "from torch._inductor import aot_compile\n"
                "def f(model, x):\n"
                "    args = (x,)\n"
                "    so = aot_compile(torch.export.export(model, "
                "args).module(), args)\n"
                "    return aot_load(so, 'cpu')\n"),
            "import torch\n"
            "def f(model, x):\n"
            "    args = (x,)\n"
            "    so = torch._inductor.aoti_compile_and_package("
            "torch.export.export(model, args))\n"
            "    return torch._inductor.aoti_load_package(so)\n");
}

TEST(PythonLegacyProgram, TheInputsMayBeTheSameInOtherWords) {
  for (StringRef Inputs : {"args", "(x, *rest)", "self.args", "(x, y)"}) {
    const std::string Before =
        "import torch\n"
        "def f(self, model, x, y, rest, args):\n"
        "    p = torch.export.export(model, " +
        Inputs.str() + ", None)\n    print(model(x), x.sum())\n" +
        "    so = torch._inductor.aot_compile(p.module(), " + Inputs.str() +
        ")\n    return torch._export.aot_load(so, 'cpu')\n";
    EXPECT_NE(fix(Before), Before) << findings(Before);
  }
  const std::string ByName =
      withProgram("inputs = (x,)\n"
                  "so = torch._inductor.aot_compile(ep.module(), inputs)\n"
                  "m = torch._export.aot_load(so, 'cpu')\n");
  EXPECT_NE(fix(ByName), ByName);
}

TEST(PythonLegacyProgram, WhatMayChangeTheModelIsNoSafeFix) {
  const auto Doubt = [](StringRef Text, StringRef Why) {
    const std::string All = withProgram(Text);
    EXPECT_EQ(fixed(deprecatedApi, All), All) << Text.str();
    EXPECT_NE(unsafeFix(All), All) << Text.str();
    EXPECT_TRUE(StringRef(findings(All)).contains(Why))
        << findings(All) << Text.str();
  };
  const std::string Load = "m = torch._export.aot_load(so, 'cpu')\n";
  Doubt(
      "so = torch._inductor.aot_compile(ep.module(), (y,))\n" + Load,
      "4:47: these are not seen to be the inputs that 'ep' is exported with, "
      "with which a package is compiled; if that is right, it becomes "
      "'torch._inductor.aoti_load_package(so)', and what it loads is compiled "
      "with 'torch._inductor.aoti_compile_and_package(ep)'");
  Doubt("x = torch.randn(5, 4)\n"
        "so = torch._inductor.aot_compile(ep.module(), (x,))\n" +
            Load,
        "these are not seen to be the inputs");
  Doubt("so = torch._inductor.aot_compile(ep.module(), (x,), {'a': x})\n" +
            Load,
        "these are not seen to be the inputs");
  Doubt("so = torch._inductor.aot_compile(ep.module(), tuple([x]))\n" + Load,
        "'tuple([x])' is evaluated no more");
  for (StringRef Change : {"a.args = (y,)\n", "a['args'] = y\n",
                           "a.update(args=y)\n", "a.args += (y,)\n"})
    Doubt("p = torch.export.export(model, a.args)\n" + Change.str() +
              "so = torch._inductor.aot_compile(p.module(), a.args)\n" + Load,
          "these are not seen to be the inputs that 'p' is exported with");
  Doubt("so = torch._inductor.aot_compile(\n"
        "    ep.module(),\n"
        "    (x,),  # a batch\n"
        ")\n" +
            Load,
        "6:12: a comment may be about an argument that goes");
  Doubt("p = torch.export.load('ep.pt2')\n"
        "so = torch._inductor.aot_compile(p.module(), (x,))\n" +
            Load,
        "'p' is not exported in this file");
  Doubt("gm = ep.module()\n"
        "optimize(gm)\n"
        "so = torch._inductor.aot_compile(gm, (x,))\n" +
            Load,
        "5:10: 'gm' is used here, too: what changes it is not compiled");
  Doubt("gm = ep.module()\n"
        "change(ep)\n"
        "so = torch._inductor.aot_compile(gm, (x,))\n" +
            Load,
        "5:8: 'ep' may be changed here, after 'gm' is made");
  Doubt("so = torch._inductor.aot_compile(ep.module(), (x,))\n" + Load +
            "upload(so)\n",
        "'so' is used here, too");
}

TEST(PythonLegacyProgram, AnyOtherGraphStaysAsItIs) {
  const auto Obstacle = [](StringRef Text, StringRef Why) {
    const std::string All = withProgram(Text);
    EXPECT_EQ(unsafeFix(All), All) << Text.str();
    EXPECT_TRUE(StringRef(findings(All)).contains(Why))
        << findings(All) << Text.str();
  };
  const std::string Load = "m = torch._export.aot_load(so, 'cpu')\n";
  const StringRef Program =
      "what it loads is compiled here, which takes "
      "'torch._inductor.aoti_compile_and_package' with the exported program";
  Obstacle("so = torch._inductor.aot_compile(traced, (x,))\n" + Load, Program);
  Obstacle("def f(p):\n"
           "    so = torch._inductor.aot_compile(p.module(), (x,))\n"
           "    return torch._export.aot_load(so, 'cpu')\n",
           Program);
  Obstacle("gm = ep.module()\ngm = optimize(gm)\n"
           "so = torch._inductor.aot_compile(gm, (x,))\n" +
               Load,
           Program);
  Obstacle("so = torch._inductor.aot_compile(ep.graph_module, (x,))\n" + Load,
           Program);
  Obstacle("gm = ep.module()\n"
           "def f():\n"
           "    so = torch._inductor.aot_compile(gm, (x,))\n"
           "    return torch._export.aot_load(so, 'cpu')\n",
           "'gm' is assigned in another function");
  Obstacle("so = torch._inductor.aot_compile(ep.module(), (x,), options=o)\n" +
               Load,
           "'options' is no dict literal");
  Obstacle("so = torch._inductor.aot_compile(ep.module(), (x,), "
           "options={'aot_inductor.package': True})\n" +
               Load,
           "it returns the files of a package, not a path");
}

TEST(PythonLegacyProgram, ACompileThatIsNotLoadedIsSilent) {
  EXPECT_EQ(findings(withProgram(
                "so = torch._inductor.aot_compile(ep.module(), (x,))\n"
                "serve(so)\n")),
            "");
  EXPECT_EQ(findings(withProgram(
                         "so = torch._inductor.aot_compile(ep.module(), (x,))\n"
                         "m = torch._export.aot_load(so, 'cpu')\n"),
                     torch(5)),
            "");
}

} // namespace
