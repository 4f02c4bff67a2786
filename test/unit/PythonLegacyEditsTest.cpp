// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PythonDeprecated.h"

using namespace aoti_tidy::python;
using namespace aoti_tidy::python::deprecated;
using llvm::StringRef;

// What a rewrite of aot_compile and aot_load does to the text around it, and to
// what else the file compiles and loads.

namespace {

std::string withModel(StringRef Rest) {
  return "import torch\n"
         "model = torch.nn.Linear(4, 2)\n"
         "x = torch.randn(3, 4)\n" +
         Rest.str();
}

std::string withCrlf(StringRef Text) {
  std::string Result;
  for (char C : Text)
    Result += C == '\n' ? std::string("\r\n") : std::string(1, C);
  return Result;
}

void expectNoFix(StringRef Text, StringRef Why) {
  const std::string All = withModel(Text);
  EXPECT_EQ(unsafeFix(All), All) << Text.str();
  EXPECT_TRUE(StringRef(findings(All)).contains(Why))
      << findings(All) << Text.str();
}

void expectUnsafeFix(StringRef Text, StringRef Why) {
  const std::string All = withModel(Text);
  EXPECT_EQ(fixed(deprecatedApi, All), All) << Text.str();
  EXPECT_NE(unsafeFix(All), All) << Text.str();
  EXPECT_TRUE(StringRef(findings(All)).contains(Why))
      << findings(All) << Text.str();
}

TEST(PythonLegacyEdits, LineEndsAreThoseOfTheFile) {
  const StringRef Before =
      "import torch.nn as nn\n"
      "from torch._export import aot_compile, aot_load, f\n"
      "p = aot_compile(\n"
      "    nn.ReLU(),  # the model\n"
      "    (x,),\n"
      "    options={\n"
      "        'aot_inductor.output_path': 'm.so',\n"
      "        # slow\n"
      "        'max_autotune': True,\n"
      "    },\n"
      ")\n"
      "m = aot_load(\n"
      "    p,\n"
      "    'cpu',\n"
      ")\n";
  const StringRef After = "import torch.nn as nn\n"
                          "import torch\n"
                          "from torch._export import f\n"
                          "p = torch._inductor.aoti_compile_and_package(\n"
                          "    torch.export.export(\n"
                          "        nn.ReLU(),  # the model\n"
                          "        (x,),\n"
                          "        strict=True,\n"
                          "    ),\n"
                          "    package_path='m.pt2',\n"
                          "    inductor_configs={\n"
                          "        # slow\n"
                          "        'max_autotune': True,\n"
                          "    },\n"
                          ")\n"
                          "m = torch._inductor.aoti_load_package(\n"
                          "    p,\n"
                          ")\n";
  EXPECT_EQ(fix(Before), After);
  EXPECT_EQ(fix(withCrlf(Before)), withCrlf(After));
}

TEST(PythonLegacyEdits, AnImportThatSharesItsLineGoesWithItsSemicolon) {
  EXPECT_EQ(fix("import torch; from torch._export import aot_load\n"
                "m = aot_load('m.pt2', 'cpu')\n"),
            "import torch\n"
            "m = torch._inductor.aoti_load_package('m.pt2')\n");
}

TEST(PythonLegacyEdits, CommasAndCommentsAreKept) {
  EXPECT_EQ(fix(withModel("p = torch._export.aot_compile(  # compile\n"
                          "    model,\n"
                          "    (x,),\n"
                          "    # that is all\n"
                          ")\n"
                          "m = torch._export.aot_load(p, 'cpu',)\n")),
            withModel("p = torch._inductor.aoti_compile_and_package(\n"
                      "    torch.export.export(\n"
                      "        # compile\n"
                      "        model,\n"
                      "        (x,),\n"
                      "        strict=True,\n"
                      "    ),\n"
                      "    # that is all\n"
                      ")\n"
                      "m = torch._inductor.aoti_load_package(p,)\n"));
  EXPECT_EQ(fix(withModel("p = torch._export.aot_compile(model, (x,))\n"
                          "m = torch._export.aot_load(p,  # it\n"
                          "                           'cpu')\n")),
            withModel("p = torch._inductor.aoti_compile_and_package(\n"
                      "    torch.export.export(model, (x,), strict=True),\n"
                      ")\n"
                      "m = torch._inductor.aoti_load_package(p,  # it\n"
                      "                           )\n"));
}

TEST(PythonLegacyEdits, NoLoadIsLeftBehindThatCannotLoadIt) {
  const StringRef Why = "what is loaded here may be what it compiles";
  expectNoFix("class S:\n"
              "    def build(self):\n"
              "        self.so = torch._export.aot_compile(model, (x,))\n"
              "    def load(self):\n"
              "        return torch._export.aot_load(self.so, 'cpu')\n",
              Why);
  expectNoFix("if x.numel() > 3:\n"
              "    so = torch._export.aot_compile(model, (x,))\n"
              "else:\n"
              "    so = torch._export.aot_compile(model, (x,), options={})\n"
              "m = torch._export.aot_load(so, 'cpu')\n",
              Why);
  expectNoFix("m = torch._export.aot_load("
              "(so := torch._export.aot_compile(model, (x,))), 'cpu')\n",
              Why);
  expectNoFix("def build():\n"
              "    return torch._export.aot_compile(model, (x,))\n"
              "m = torch._export.aot_load(build(), 'cpu')\n",
              Why);
  expectNoFix("torch._export.aot_compile(model, (x,), options={"
              "'aot_inductor.output_path': folder + '/m.so'})\n"
              "m = torch._export.aot_load('m.so', 'cpu')\n",
              "5:28: what is loaded here may be what it compiles");
  // Neither is a runner of libraries.
  expectNoFix("so = torch._export.aot_compile(model, (x,))\n"
              "print(so)\n"
              "r = torch._C._aoti.AOTIModelContainerRunnerCpu(so, 1)\n",
              "6:48: what is loaded here may be what it compiles");
  expectNoFix("so = f'{folder}/m.so'\n"
              "torch._export.aot_compile(model, (x,), "
              "options={'aot_inductor.output_path': so})\n"
              "r = torch._C._aoti.AOTIModelContainerRunnerCpu(so, 1)\n",
              "6:48: what is loaded here may be what it compiles");
  // Each of these is loaded by its own.
  const std::string Two =
      withModel("so = torch._export.aot_compile(model, (x,))\n"
                "m = torch._export.aot_load(so, 'cpu')\n"
                "n = torch._export.aot_load(path, 'cpu')\n");
  EXPECT_EQ(fixed(deprecatedApi, Two),
            withModel("so = torch._inductor.aoti_compile_and_package(\n"
                      "    torch.export.export(model, (x,), strict=True),\n"
                      ")\n"
                      "m = torch._inductor.aoti_load_package(so)\n"
                      "n = torch._export.aot_load(path, 'cpu')\n"));
}

TEST(PythonLegacyEdits, TwoCompilesToOnePathStay) {
  for (StringRef Path : {"'m.so'", "f'{d}.so'", "d + '.so'"}) {
    const std::string Compile = "torch._export.aot_compile(model, (x,), "
                                "options={'aot_inductor.output_path': " +
                                Path.str() + "})\n";
    expectNoFix(Compile + Compile + "m = torch._export.aot_load(" + Path.str() +
                    ", 'cpu')\n",
                "this is compiled to the same path");
  }
  // By what they return, they are told apart.
  EXPECT_EQ(count(withModel("p = torch._export.aot_compile(model, (x,))\n"
                            "m = torch._export.aot_load(p, 'cpu')\n"
                            "q = torch._export.aot_compile(model, (x,))\n"
                            "n = torch._export.aot_load(q, 'cpu')\n")),
            4u);
}

TEST(PythonLegacyEdits, OtherUsesOfThePathAreSaid) {
  const std::string Compile =
      "torch._export.aot_compile(model, (x,), "
      "options={'aot_inductor.output_path': f'{d}.so'})\n";
  const std::string Load = "m = torch._export.aot_load(f'{d}.so', 'cpu')\n";
  expectUnsafeFix(
      Compile + Load + "os.remove(f'{d}.so')\n",
      "6:11: this path is used here, too: it becomes that of a .pt2");
  expectUnsafeFix("class S:\n"
                  "    so = torch._export.aot_compile(model, (x,))\n"
                  "    run = torch._export.aot_load(so, 'cpu')\n",
                  "5:5: 'so' is an attribute of the class");
  expectNoFix("o = {'aot_inductor.output_path': 'm.so'}\n"
              "p = torch._export.aot_compile(model, (x,), options=o)\n"
              "m = torch._export.aot_load(p, 'cpu')\n",
              "5:52: 'options' is no dict literal");
  expectNoFix("p = torch._export.aot_compile(model.forward, (x,))\n"
              "m = torch._export.aot_load(p, 'cpu')\n",
              "'model.forward' is a function");
  expectUnsafeFix("a = b = torch._export.aot_compile(model, (x,))\n"
                  "m = torch._export.aot_load(b, 'cpu')\n",
                  "what it returns is used here");
  expectUnsafeFix(
      "with torch._inductor.config.patch({'aot_inductor.output_path': "
      "'m.so'}):\n"
      "    p = torch._export.aot_compile(model, (x,))\n"
      "m = torch._export.aot_load(p, 'cpu')\n",
      "the path is configured here");
}

} // namespace
