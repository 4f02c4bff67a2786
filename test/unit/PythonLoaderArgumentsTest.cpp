// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PythonLoaderFindings.h"

using namespace aoti_tidy::python;
using llvm::StringRef;

namespace {

TEST(PythonLoaderArguments, RightCallsAreSilent) {
  expectSilent({
      "aoti_compile_and_package(ep)",
      "aoti_compile_and_package(ep, package_path=\"m.pt2\")",
      "aoti_compile_and_package(ep, package_path=f\"{name}.pt2\")",
      "aoti_compile_and_package(ep, package_path=path)",
      "aoti_compile_and_package(ep, package_path=buffer)",
      "aoti_compile_and_package(ep, package_path=None)",
      "aoti_compile_and_package(ep, package_path=prefix + \"t2\")",
      "aoti_compile_and_package(ep, package_path=\"m.pt2\" if a else None)",
      "aoti_compile_and_package(ep, inductor_configs={\"max_autotune\": True})",
      "aoti_compile_and_package(ep, **options)",
      "aoti_compile_and_package(program, package_path=\"m.pt2\")",
      "aoti_load_package(\"m.pt2\")",
      "aoti_load_package(\"m.pt2\", True)",
      "aoti_load_package(\"m.pt2\", False, 1)",
      "aoti_load_package(\"m.pt2\", 1)",
      "aoti_load_package(\"m.pt2\", run_single_threaded=True)",
      "aoti_load_package(\"m.pt2\", device_index=1)",
      "aoti_load_package(\"m.pt2\", device_index=index)",
      "aoti_load_package(path, flag)",
      "aoti_load_package(\"model\")",
      "aoti_load_package(\"model.zip\")",
      "aoti_load_package(\"/.so\")",
      "aoti_load_package(\"m.so\" if old else \"m.pt2\")",
      "load_package(\"m.pt2\", \"model\")",
      "load_package(\"m.pt2\", \"model_cpu\")",
      "load_package(\"m.pt2\", name)",
      "load_package(\"m.pt2\", \"model\", True)",
      "load_package(\"m.pt2\", num_runners=2)",
      "load_package(\"m.pt2\", num_runners=n, run_single_threaded=True)",
      "aot_load(\"m.so\", \"cpu\")",
      "aot_load(\"m.so\", \"cuda\")",
      "aot_load(\"m.so\", \"cuda:1\")",
      "aot_load(\"m.so\", device)",
      "aot_load(\"m.so\", device.type)",
      "aot_compile(ep.module(), (x,))",
      "aot_compile(gm, (x,), {\"scale\": y})",
      "aot_compile(gm, [x])",
      "aot_compile(gm, (x,), options={\"max_autotune\": True})",
      "aot_compile(gm, (x,), options={\"aot_inductor.output_path\": \"a.so\"})",
      "torch._export.aot_compile(m, (x,))",
  });
}

TEST(PythonLoaderArguments, OthersOfTheSameNameAreSilent) {
  for (StringRef Text :
       {"from mine import aoti_load_package\n"
        "aoti_load_package(\"m.pt2\", device=\"cuda\")\n",
        "def aoti_load_package(path, device): pass\n"
        "aoti_load_package(\"m.so\", device=\"cuda\")\n",
        "def f(torch):\n"
        "  return torch._inductor.aoti_load_package(\"m.so\")\n",
        "class A:\n"
        "  def aot_compile(self, *a): pass\n"
        "  def f(self): self.aot_compile(1, 2, 3, 4, options=2)\n",
        "s = 'torch._inductor.aoti_load(1)'  # torch._inductor.aoti_load\n",
        "import torch\n"
        "torch._inductor.aoti_load_package = f\n"
        "torch._inductor.aoti_load_package(\"m.so\", device=\"cuda\")\n"})
    EXPECT_EQ(findingsIn(loaderArguments, Text), "") << Text.str();
}

TEST(PythonLoaderArguments, ParametersThatDoNotExist) {
  EXPECT_EQ(
      messages("aoti_load_package(\"m.pt2\", device=\"cuda\")"),
      "'aoti_load_package' has no parameter 'device', and the call raises "
      "TypeError; drop it, the device comes from the package\n");
  EXPECT_EQ(fix("aoti_load_package(\"m.pt2\", device=\"cuda\")"),
            "aoti_load_package(\"m.pt2\")");
  EXPECT_EQ(fix("aoti_load_package(\"m.pt2\", device=\"cuda:1\")"),
            "aoti_load_package(\"m.pt2\", device_index=1)");
  EXPECT_EQ(
      fix("aoti_load_package(\"m.pt2\", device=torch.device(\"cuda\", 1))"),
      "aoti_load_package(\"m.pt2\", device_index=1)");
  EXPECT_EQ(fix("aoti_load_package(\"m.pt2\", device=\"cpu:0\")"),
            "aoti_load_package(\"m.pt2\")");
  // What index that is nobody knows.
  EXPECT_EQ(fix("aoti_load_package(\"m.pt2\", device=d)"),
            "aoti_load_package(\"m.pt2\", device=d)");
  EXPECT_EQ(count("aoti_load_package(\"m.pt2\", device=d)"), 1u);

  EXPECT_EQ(messages("aoti_compile_and_package(ep, options=o)"),
            "'aoti_compile_and_package' has no parameter 'options', and the "
            "call raises TypeError; pass it as 'inductor_configs'\n");
  EXPECT_EQ(fix("aoti_compile_and_package(ep, options=o)"),
            "aoti_compile_and_package(ep, inductor_configs=o)");
  EXPECT_EQ(
      messages("aoti_compile_and_package(ep, packagepath=\"m.pt2\")"),
      "'aoti_compile_and_package' has no parameter 'packagepath', and the "
      "call raises TypeError; did you mean 'package_path'?\n");
  EXPECT_EQ(fix("aot_compile(gm, (x,), inductor_configs=o)"),
            "aot_compile(gm, (x,), options=o)");
  EXPECT_EQ(messages("aoti_load_package(\"m.pt2\", model_name=\"a\")"),
            "'aoti_load_package' has no parameter 'model_name', and the call "
            "raises TypeError; call 'torch._inductor.package.load_package', "
            "which has it\n");
  EXPECT_EQ(messages("load_package(\"m.pt2\", device=\"cpu\")"),
            "'load_package' has no parameter 'device' since torch 2.6, and the "
            "call raises TypeError; drop it, the device comes from the "
            "package\n");
  EXPECT_EQ(messages("load_package(\"m.pt2\", device=\"cpu\")", torch(5)), "");
}

TEST(PythonLoaderArguments, ParametersThatCameLater) {
  const char Index[] = "aoti_load_package(\"m.pt2\", device_index=1)";
  EXPECT_EQ(messages(Index, torch(7)),
            "'aoti_load_package' has no parameter 'device_index' before torch "
            "2.8, and the call raises TypeError; drop it\n");
  EXPECT_EQ(messages(Index, torch(8)), "");
  // Nothing is known of the torch, and some have it.
  EXPECT_EQ(messages("aoti_load_package(\"m.pt2\", num_runners=2)"), "");
  EXPECT_EQ(count("aoti_load_package(\"m.pt2\", num_runners=2)", torch(14)),
            1u);
  // A torch that has no such function at all.
  EXPECT_EQ(messages("aoti_load_package(\"m.pt2\", device=\"cpu\")", torch(5)),
            "");
  EXPECT_EQ(messages("aoti_load_package(\"m.pt2\", True, 1)", torch(7)),
            "'aoti_load_package' takes at most 2 positional arguments, and the "
            "call raises TypeError\n");
  EXPECT_EQ(messages("aoti_load_package(*args)", torch(6)), "");
}

TEST(PythonLoaderArguments, APathThatIsIgnored) {
  EXPECT_EQ(
      messages("aoti_compile_and_package(ep, \"m.pt2\")"),
      "'aoti_compile_and_package' ignores its second positional argument, "
      "and writes the package to a cache folder; pass it as "
      "'package_path'\n");
  EXPECT_EQ(fix("aoti_compile_and_package(ep, \"m.pt2\")"),
            "aoti_compile_and_package(ep, package_path=\"m.pt2\")");
  EXPECT_EQ(fix("aoti_compile_and_package(ep, f\"{d}/m.pt2\")"),
            "aoti_compile_and_package(ep, package_path=f\"{d}/m.pt2\")");
  EXPECT_EQ(fix("import os\n"
                "aoti_compile_and_package(ep, os.path.join(d, \"m.pt2\"))"),
            "import os\n"
            "aoti_compile_and_package(ep, package_path=os.path.join(d, "
            "\"m.pt2\"))");
  EXPECT_EQ(fix("p = \"m.pt2\"\naoti_compile_and_package(ep, p)"),
            "p = \"m.pt2\"\naoti_compile_and_package(ep, package_path=p)");
  // Another finding then.
  EXPECT_EQ(fix("aoti_compile_and_package(ep, \"m.so\")"),
            "aoti_compile_and_package(ep, \"m.so\")");
  EXPECT_EQ(
      messages("aoti_compile_and_package(ep, \"a.pt2\", package_path=p)"),
      "'aoti_compile_and_package' ignores its second positional argument; drop "
      "it, 'package_path' is given\n");
  EXPECT_EQ(fix("aoti_compile_and_package(ep, \"a.pt2\", package_path=p)"),
            "aoti_compile_and_package(ep, package_path=p)");
  EXPECT_EQ(fix("aoti_compile_and_package(ep, {\"max_autotune\": True})"),
            "aoti_compile_and_package(ep, inductor_configs={\"max_autotune\": "
            "True})");
  // Those are aoti-deprecated-api's.
  expectSilent({"aoti_compile_and_package(ep, (x,))",
                "aoti_compile_and_package(ep, args, {\"scale\": y})",
                "aoti_compile_and_package(ep, path)"});
}

TEST(PythonLoaderArguments, APathThatIsNone) {
  EXPECT_EQ(
      messages("aoti_compile_and_package(ep, package_path=\"m.so\")"),
      "package_path must end in '.pt2', not in '.so', and the call raises "
      "AssertionError; write a '.pt2'\n");
  EXPECT_EQ(unsafeFix("aoti_compile_and_package(ep, package_path=\"m.so\")"),
            "aoti_compile_and_package(ep, package_path=\"m.pt2\")");
  EXPECT_EQ(messages("aoti_compile_and_package(ep, package_path=\"out\")"),
            "package_path must end in '.pt2', and the call raises "
            "AssertionError; write a '.pt2'\n");
  EXPECT_EQ(count("aoti_compile_and_package(ep, package_path=d + \"m.pt\")"),
            1u);
}

TEST(PythonLoaderArguments, AProgramThatIsNone) {
  EXPECT_EQ(messages("aoti_compile_and_package(ep.module())"),
            "'aoti_compile_and_package' takes the ExportedProgram itself, and "
            "raises ValueError on its module; drop '.module()'\n");
  EXPECT_EQ(fix("aoti_compile_and_package(ep.module())"),
            "aoti_compile_and_package(ep)");
  EXPECT_EQ(messages("aoti_compile_and_package(torch.nn.Linear(2, 2))"),
            "'aoti_compile_and_package' takes an ExportedProgram, and raises "
            "ValueError on a module; pass 'torch.export.export(module, "
            "args)'\n");
  EXPECT_EQ(messages("aot_compile(ep, (x,))"),
            "'aot_compile' takes a GraphModule, and raises on an "
            "ExportedProgram; pass its '.module()'\n");
  EXPECT_EQ(fix("aot_compile(ep, (x,))"), "aot_compile(ep.module(), (x,))");
  EXPECT_EQ(messages("aot_compile(torch.nn.Linear(2, 2), (x,))"),
            "'aot_compile' takes a GraphModule, and raises AttributeError on "
            "another module; pass 'torch.export.export(module, "
            "args).module()'\n");
  EXPECT_EQ(count("class M(torch.nn.Module): pass\n"
                  "model = M().eval().to(\"cuda\")\n"
                  "aot_compile(model, (x,))"),
            1u);
  expectSilent({"aot_compile(ep.module().to(\"cuda\"), (x,))",
                "import copy\naot_compile(copy.deepcopy(ep.module()), (x,))",
                "aot_compile(torch.fx.GraphModule(m, g), (x,))",
                "aot_compile(torch.fx.symbolic_trace(m), (x,))",
                "class G(torch.fx.GraphModule): pass\n"
                "aot_compile(G(m, g), (x,))"});
  EXPECT_EQ(messages("torch._export.aot_compile(torch.nn.Linear(2, 2), (x,))"),
            "");
  EXPECT_EQ(count("torch._export.aot_compile(ep, (x,))"), 1u);
  // Its call belongs to aoti-deprecated-api.
  EXPECT_EQ(fix("torch._export.aot_compile(ep, (x,))"),
            "torch._export.aot_compile(ep, (x,))");
}

TEST(PythonLoaderArguments, OptionsThatBecomeInputs) {
  EXPECT_EQ(
      messages("aot_compile(gm, [x], {\"aot_inductor.package\": True})"),
      "the third parameter of 'aot_compile' is 'kwargs' since torch 2.4, so "
      "these options are taken for inputs of the model; pass them as "
      "'options'\n");
  EXPECT_EQ(fix("aot_compile(gm, [x], {\"aot_inductor.package\": True})"),
            "aot_compile(gm, (x,), options={\"aot_inductor.package\": True})");
  EXPECT_EQ(fix("aot_compile(gm, [x, y], {\"max_autotune\": True})"),
            "aot_compile(gm, (x, y), options={\"max_autotune\": True})");
  expectSilent({"aot_compile(gm, [x], {\"max_autotune\": True})"}, torch(3));
  EXPECT_EQ(fix("aot_compile(ep.module(), [x])"),
            "aot_compile(ep.module(), (x,))");
  EXPECT_EQ(fix("aot_compile(ep.module(), [])"),
            "aot_compile(ep.module(), ())");
}

TEST(PythonLoaderArguments, OutputPaths) {
  EXPECT_EQ(messages("aoti_compile_and_package(ep, inductor_configs={"
                     "\"aot_inductor.output_path\": \"m.so\"})"),
            "'aoti_compile_and_package' raises RuntimeError on "
            "'aot_inductor.output_path'; pass a .pt2 as 'package_path'\n");
  EXPECT_EQ(
      messages("aot_compile(gm, (x,), options={"
               "\"aot_inductor.output_path\": f\"{d}/m.pt2\"})"),
      "'aot_compile' writes a .so, and raises AssertionError on an output "
      "path that ends in '.pt2'; call "
      "'torch._inductor.aoti_compile_and_package'\n");
  expectSilent({"aoti_compile_and_package(ep, inductor_configs={"
                "\"aot_inductor.output_path\": \"\"})",
                "aoti_compile_and_package(ep, inductor_configs={"
                "\"aot_inductor.output_path\": None})",
                "def f(ep, path=None):\n"
                "  aoti_compile_and_package(ep, inductor_configs={"
                "\"aot_inductor.output_path\": path})"});
}

TEST(PythonLoaderArguments, ConfigKeys) {
  EXPECT_EQ(messages("aoti_compile_and_package(ep, inductor_configs={"
                     "\"aot_inductor.debug_compil\": True})"),
            "torch._inductor.config has no 'aot_inductor.debug_compil', and "
            "this raises AttributeError; did you mean "
            "'aot_inductor.debug_compile'?\n");
  EXPECT_EQ(messages("aot_compile(gm, (x,), options={\"output_path\": p})"),
            "torch._inductor.config has no 'output_path', and this raises "
            "AttributeError; did you mean 'aot_inductor.output_path'?\n");
  EXPECT_EQ(unsafeFix("aot_compile(gm, (x,), options={\"output_path\": p})"),
            "aot_compile(gm, (x,), options={\"aot_inductor.output_path\": p})");
  EXPECT_EQ(count("aot_compile(gm, (x,), options={"
                  "\"aotinductor.debug_compile\": True})"),
            1u);
  EXPECT_EQ(count("o = {\"aot_inductor.packge\": 1}\n"
                  "aot_compile(gm, (x,), options=o)\n"
                  "aot_compile(gn, (x,), options=o)"),
            1u);
  EXPECT_EQ(count("import torch._inductor.config as config\n"
                  "config.aot_inductor.debug_compil = True"),
            1u);
  EXPECT_EQ(count("torch._inductor.config.patch("
                  "\"aot_inductor.debug_compil\", True)"),
            1u);
  EXPECT_EQ(messages("torch._inductor.config.debug_compile = True"),
            "torch._inductor.config has no 'debug_compile', and this raises "
            "AttributeError; did you mean 'aot_inductor.debug_compile'?\n");
  EXPECT_EQ(count("torch.compile(m, options={\"aot_inductor.packge\": True})"),
            1u);
  EXPECT_EQ(messages("aoti_compile_and_package(ep, inductor_configs={"
                     "\"aot_inductor.enable_lto\": True})",
                     torch(8)),
            "torch._inductor.config of torch 2.8 has no "
            "'aot_inductor.enable_lto', which came with torch 2.9, and this "
            "raises AttributeError; drop it\n");
  // With a known torch what it has is known.
  const char Unheard[] = "aoti_compile_and_package(ep, inductor_configs={"
                         "\"aot_inductor.something_new\": True})";
  EXPECT_EQ(messages(Unheard), "");
  EXPECT_EQ(count(Unheard, torch(13)), 1u);
  EXPECT_EQ(messages(Unheard, torch(16)), "");
  expectSilent({
      "aoti_compile_and_package(ep, inductor_configs={\"triton.x\": 1})",
      "aoti_compile_and_package(ep, inductor_configs={\"max_autotun\": 1})",
      "aoti_compile_and_package(ep, inductor_configs={key: 1})",
      // aoti-deprecated-api's
      "aoti_compile_and_package(ep, inductor_configs={"
      "\"aot_inductor.package_constants_on_disk\": True})",
      "aot_compile(gm, (x,), options={\"abi_compatible\": True})",
      "torch._inductor.config.max_autotune = True",
      "torch._inductor.config.triton.debug_compile = True",
      // AssertionError: without a value it must be a dict.
      "torch._inductor.config.patch(\"aot_inductor.debug_compil\")",
      "torch._inductor.config.aot_inductor.debug_compile = True",
  });
}

TEST(PythonLoaderArguments, ADictThatCompilingChanges) {
  EXPECT_EQ(messages("cfg = {\"max_autotune\": True}\n"
                     "aoti_compile_and_package(ep, inductor_configs=cfg)\n"
                     "so = aot_compile(gm, (x,), options=cfg)"),
            "'aoti_compile_and_package' has added 'aot_inductor.package' to "
            "'cfg', so "
            "'aot_compile' returns a list of files instead of the .so; pass "
            "'dict(cfg)' there\n");
  expectSilent({
      "cfg = {}\n"
      "aoti_compile_and_package(ep, inductor_configs=cfg)\n"
      "so = aot_compile(gm, (x,), options=cfg)",
      "cfg = {\"max_autotune\": True}\n"
      "so = aot_compile(gm, (x,), options=cfg)\n"
      "aoti_compile_and_package(ep, inductor_configs=cfg)",
      "cfg = {\"max_autotune\": True}\n"
      "aoti_compile_and_package(ep, inductor_configs=dict(cfg))\n"
      "so = aot_compile(gm, (x,), options=cfg)",
      "cfg = {\"aot_inductor.package\": True}\n"
      "aoti_compile_and_package(ep, inductor_configs=cfg)\n"
      "so = aot_compile(gm, (x,), options=cfg)",
  });
}

TEST(PythonLoaderArguments, NamesThatNoTorchHas) {
  EXPECT_EQ(messages("m = torch._inductor.aoti_load(\"m.so\", \"cpu\")"),
            "no torch has 'torch._inductor.aoti_load'; it is "
            "'torch._inductor.aoti_load_package'\n");
  EXPECT_EQ(count("from torch._inductor import aoti_compile\naoti_compile(ep)"),
            1u);
  EXPECT_EQ(count("import torch._inductor as I\nI.aoti_compile(ep)"), 1u);
  expectSilent({
      "try:\n"
      "  from torch._inductor import aoti_load\n"
      "except ImportError:\n"
      "  pass",
      "if hasattr(torch._inductor, \"aoti_load\"):\n"
      "  torch._inductor.aoti_load(p)",
      "from mine._inductor import aoti_load\naoti_load(p)",
  });
}

} // namespace
