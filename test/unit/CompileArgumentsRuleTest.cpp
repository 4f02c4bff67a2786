// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/loader-arguments/CompileArgumentsRule.h"
#include "checks/lib/torch/PythonNames.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;
using Cure = ArgumentProblem::Cure;

namespace {

TEST(CompileArgumentsRule, Models) {
  const auto Problem = [](llvm::StringRef Function, CompiledModel Given) {
    return compiledModelProblem(Function, Given).value_or("none");
  };
  using enum CompiledModel;
  EXPECT_EQ(Problem(torchname::AotiCompileAndPackage, Program), "none");
  EXPECT_EQ(Problem(torchname::AotiCompileAndPackage, ModuleOfProgram),
            "'aoti_compile_and_package' takes the ExportedProgram itself, and "
            "raises ValueError on its module; drop '.module()'");
  EXPECT_EQ(Problem(torchname::AotiCompileAndPackage, Module),
            "'aoti_compile_and_package' takes an ExportedProgram, and raises "
            "ValueError on a module; pass 'torch.export.export(module, args)'");
  EXPECT_EQ(Problem(torchname::InductorAotCompile, Program),
            "'aot_compile' takes a GraphModule, and raises on an "
            "ExportedProgram; pass its '.module()'");
  EXPECT_EQ(Problem(torchname::InductorAotCompile, ModuleOfProgram), "none");
  EXPECT_EQ(Problem(torchname::InductorAotCompile, Module),
            "'aot_compile' takes a GraphModule, and raises AttributeError on "
            "another module; pass 'torch.export.export(module, "
            "args).module()'");
  EXPECT_EQ(Problem(torchname::ExportAotCompile, Program),
            "'aot_compile' takes a module or a function, and raises on an "
            "ExportedProgram; pass its '.module()'");
  EXPECT_EQ(Problem(torchname::ExportAotCompile, Module), "none");
}

TEST(CompileArgumentsRule, IgnoredArguments) {
  EXPECT_EQ(ignoredArgumentProblem(1, /*IsPath=*/true, /*IsGiven=*/false),
            "'aoti_compile_and_package' ignores its second positional "
            "argument, and writes the package to a cache folder; pass it as "
            "'package_path'");
  EXPECT_EQ(ignoredArgumentProblem(2, /*IsPath=*/true, /*IsGiven=*/true),
            "'aoti_compile_and_package' ignores its third positional argument; "
            "drop it, 'package_path' is given");
  EXPECT_EQ(ignoredArgumentProblem(1, /*IsPath=*/false, /*IsGiven=*/false),
            "'aoti_compile_and_package' ignores its second positional "
            "argument; pass it as 'inductor_configs'");
}

TEST(CompileArgumentsRule, PackagePaths) {
  const ArgumentProblem Library = packagePathProblem(".so");
  EXPECT_EQ(Library.Text,
            "package_path must end in '.pt2', not in '.so', and the call "
            "raises AssertionError; write a '.pt2'");
  EXPECT_EQ(Library.Do, Cure::ReplaceExtension);
  const ArgumentProblem NoExtension = packagePathProblem("");
  EXPECT_EQ(NoExtension.Text,
            "package_path must end in '.pt2', and the call raises "
            "AssertionError; write a '.pt2'");
  EXPECT_EQ(NoExtension.Do, Cure::None);
  EXPECT_EQ(outputPathProblem(/*HasPackagePath=*/true),
            "'aoti_compile_and_package' raises RuntimeError on "
            "'aot_inductor.output_path'; drop it, 'package_path' is given");
}

TEST(CompileArgumentsRule, ConfigKeys) {
  const auto Problem = [](llvm::StringRef Key,
                          std::optional<TorchVersion> Torch) {
    const auto P = configKeyProblem(Key, "E", Torch);
    return P ? P->Text + " | " + P->Note : "none";
  };
  EXPECT_EQ(Problem("aot_inductor.debug_compile", {}), "none");
  EXPECT_EQ(Problem("aot_inductor.enable_lto", TorchVersion{2, 8}),
            "torch._inductor.config of torch 2.8 has no "
            "'aot_inductor.enable_lto', which came with torch 2.9, and this "
            "raises E; drop it | ");
  EXPECT_EQ(Problem("aot_inductor.enable_lto", TorchVersion{2, 9}), "none");
  EXPECT_EQ(Problem("debug_compile", {}),
            "torch._inductor.config has no 'debug_compile', and this raises E; "
            "did you mean 'aot_inductor.debug_compile'? | this is the key "
            "'aot_inductor.debug_compile'");
  // Which other keys old versions had, no table says.
  EXPECT_EQ(Problem("debug_compile", TorchVersion{2, 5}), "none");
  EXPECT_EQ(Problem("triton.debug_compile", {}), "none");
  EXPECT_EQ(Problem("aot_inductor.unheard_of", {}), "none");
  EXPECT_EQ(Problem("aot_inductor.unheard_of", TorchVersion{2, 13}),
            "torch._inductor.config has no 'aot_inductor.unheard_of', and this "
            "raises E | ");
  EXPECT_EQ(Problem("aot_inductor.unheard_of", TorchVersion{2, 16}), "none");
}

TEST(CompileArgumentsRule, Names) {
  EXPECT_EQ(unknownNameProblem("torch._inductor.aoti_load"),
            "no torch has 'torch._inductor.aoti_load'; it is "
            "'torch._inductor.aoti_load_package'");
  EXPECT_EQ(unknownNameProblem(torchname::AotiLoadPackage), std::nullopt);
}

TEST(CompileArgumentsRule, PositionalArguments) {
  EXPECT_EQ(positionalParameters(
                {torchname::AotiLoadPackage, TorchVersion{2, 6}, false}),
            1u);
  EXPECT_EQ(positionalParameters(
                {torchname::AotiLoadPackage, TorchVersion{2, 5}, false}),
            0u);
  EXPECT_EQ(positionalProblem(
                {torchname::AotiLoadPackage, TorchVersion{2, 6}, false}),
            "'aoti_load_package' takes at most 1 positional argument, and the "
            "call raises TypeError");
}

TEST(CompileArgumentsRule, Keywords) {
  const auto Problem = [](llvm::StringRef Function, llvm::StringRef Keyword,
                          std::optional<TorchVersion> Torch,
                          std::optional<DeviceName> Device) {
    return keywordProblem({Function, Torch, /*IsIndexGiven=*/false}, Keyword,
                          Device);
  };
  const llvm::StringRef Load = torchname::AotiLoadPackage,
                        Compile = torchname::AotiCompileAndPackage;
  const DeviceName Cuda1{"cuda", 1u};
  EXPECT_FALSE(Problem(Load, "device_index", {}, {}));
  EXPECT_EQ(Problem(Load, "device_index", TorchVersion{2, 7}, {})->Text,
            "'aoti_load_package' has no parameter 'device_index' before torch "
            "2.8, and the call raises TypeError; drop it");

  const auto Moved = Problem(Load, "device", {}, Cuda1);
  EXPECT_EQ(Moved->Text,
            "'aoti_load_package' has no parameter 'device', and the call "
            "raises TypeError; the device comes from the package, and its "
            "index from 'device_index=1'");
  EXPECT_EQ(Moved->Do, Cure::PassAsIndex);
  const auto Dropped = Problem(Load, "device", TorchVersion{2, 7}, Cuda1);
  EXPECT_EQ(Dropped->Text,
            "'aoti_load_package' has no parameter 'device', and the call "
            "raises TypeError; drop it, the device comes from the package");
  EXPECT_EQ(Dropped->Do, Cure::Drop);
  EXPECT_EQ(Problem(Load, "device", {}, {})->Do, Cure::None);
  EXPECT_EQ(Problem(torchname::LoadPackage, "device", {}, {})->Text,
            "'load_package' has no parameter 'device' since torch 2.6, and the "
            "call raises TypeError; drop it, the device comes from the "
            "package");

  const auto Renamed = Problem(Compile, "options", {}, {});
  EXPECT_EQ(Renamed->Text,
            "'aoti_compile_and_package' has no parameter 'options', and the "
            "call raises TypeError; pass it as 'inductor_configs'");
  EXPECT_EQ(Renamed->Do, Cure::Rename);
  EXPECT_EQ(Problem(Compile, "path", {}, {})->Code, "package_path");
  EXPECT_EQ(
      Problem(torchname::InductorAotCompile, "inductor_configs", {}, {})->Code,
      "options");
  const auto Cured = [&](llvm::StringRef Function, llvm::StringRef Keyword) {
    const std::string Text = Problem(Function, Keyword, {}, {})->Text;
    return Text.substr(Text.find("; ") + 2);
  };
  EXPECT_EQ(Cured(Compile, "kwargs"),
            "drop it, the exported program has its inputs");
  EXPECT_EQ(Cured(Load, "model_name"),
            "call 'torch._inductor.package.load_package', which has it");
  EXPECT_EQ(Cured(Load, "device_indx"), "did you mean 'device_index'?");
  EXPECT_EQ(Cured(Load, "unheard_of"), "drop it");
}

TEST(CompileArgumentsRule, WhatNoPackageTakes) {
  EXPECT_EQ(unknownModelProblem("a").Text,
            "'aoti_compile_and_package' calls the model 'model', not 'a', and "
            "the call raises RuntimeError; drop the name");
  EXPECT_EQ(pathObjectProblem(),
            "package_path is a pathlib.Path, on which the call raises "
            "AssertionError, in most versions after the whole compile; pass it "
            "as a string");
  EXPECT_EQ(metadataValueProblem("5.0"),
            "metadata '5.0' is no string, and the compile raises 'Metadata "
            "must only contain strings'; pass it as a string");
  EXPECT_EQ(namedTupleProblem("torch.max(...)", /*IsOfTorch=*/true),
            "'torch.max(...)' is a named tuple, which no package can return: "
            "the compile raises NotImplementedError; return tuple(...) of it");
  EXPECT_EQ(namedTupleProblem("Boxes", /*IsOfTorch=*/false),
            "'Boxes' is a named tuple, which no package can return: the "
            "compile raises NotImplementedError; return a tuple or a dict");
}

} // namespace
