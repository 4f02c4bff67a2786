// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/DeprecatedApiRule.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;
using llvm::StringRef;

namespace {

bool startsWith(const std::string &Text, StringRef Begin) {
  return StringRef(Text).starts_with(Begin);
}

bool endsWith(const std::string &Text, StringRef End) {
  return StringRef(Text).ends_with(End);
}

TEST(DeprecatedApiRule, NamesWhatTakesThePlaceOfAFunction) {
  const auto C = [](StringRef Name) {
    return deprecatedCFunctionText(*deprecatedCFunctions().find(Name));
  };
  const std::string Create = C("AOTInductorModelContainerCreate");
  EXPECT_TRUE(startsWith(
      Create, "'AOTInductorModelContainerCreate' is deprecated since torch "
              "2.3: it takes 'is_cpu = false'"));
  EXPECT_TRUE(endsWith(Create,
                       "; call 'AOTInductorModelContainerCreateWithDevice', "
                       "which takes the device's name"));
  EXPECT_TRUE(endsWith(C("AOTInductorModelCreate"),
                       "; call 'AOTInductorModelCreateV2', which takes plain C "
                       "arguments"));
  EXPECT_TRUE(startsWith(
      deprecatedPythonFunctionText(
          *deprecatedPythonFunctions().find("torch._export.aot_load")),
      "'torch._export.aot_load' is deprecated since torch 2.6: it loads a raw "
      ".so"));
}

TEST(DeprecatedApiRule, SaysThatAPackageNeedsNoSecondCall) {
  EXPECT_EQ(packagedExportText(
                *deprecatedPythonFunctions().find("torch._export.aot_compile")),
            "'torch._export.aot_compile' is deprecated since torch 2.6; call "
            "'torch._inductor.aoti_compile_and_package(torch.export.export("
            "...), package_path=...)', which does the work of 'package_aoti' "
            "behind it, too");
}

TEST(DeprecatedApiRule, NamesTheShimOfTheDevicesThatHaveIt) {
  EXPECT_EQ(deprecatedShimText("aoti_torch_bmm_out", "gone soon"),
            "torch's header says of 'aoti_torch_bmm_out': \"gone soon\"; a "
            "libtorch without it cannot load this code, use "
            "'aoti_torch_<device>_bmm_out' (cpu, cuda, mps, xpu)");
  EXPECT_EQ(deprecatedShimText("aoti_torch_f", ""),
            "torch's header says of 'aoti_torch_f': \"deprecated\"; a libtorch "
            "without it cannot load this code, use a shim that is not "
            "deprecated");
}

TEST(DeprecatedApiRule, NamesWhereThingsAre) {
  EXPECT_EQ(movedHeaderText({"a/b.h", "c/d.h", {2, 3}}),
            "'a/b.h' is gone since torch 2.3; include 'c/d.h'");
  EXPECT_EQ(movedNameText({"a.b", "C", {2, 8}, "d"}),
            "'a.b.C' is gone since torch 2.8, and importing it raises "
            "ImportError; import 'd'");
  EXPECT_EQ(movedNameText({"a.b", "", {2, 8}, "d"}),
            "'a.b' is gone since torch 2.8, and importing it raises "
            "ImportError; import 'd'");
}

TEST(DeprecatedApiRule, ProblemsBeginWithTheTorchThatHasThem) {
  EXPECT_FALSE(packageOfFolderProblem({2, 5}));
  EXPECT_TRUE(packageOfFolderProblem({2, 6}));
  for (const StringRef Given : {"(x,)", "package_path"}) {
    EXPECT_FALSE(ignoredInputsProblem({2, 5}, Given));
    EXPECT_TRUE(ignoredInputsProblem({2, 6}, Given));
  }
}

TEST(DeprecatedApiRule, SaysWhatANewKeyIsSetTo) {
  const GoneConfig Config = {"a.old", {2, 8}, "a.new", "\"O0\"", "False"};
  const auto Text = [&](StringRef Value) {
    return goneConfigText(Config, "KeyError", Value);
  };
  EXPECT_EQ(Text("True"), "'a.old' is gone since torch 2.8, and setting it "
                          "raises KeyError; set 'a.new' to \"O0\"");
  for (StringRef Value : {"False", "level", ""})
    EXPECT_EQ(Text(Value), "'a.old' is gone since torch 2.8, and setting it "
                           "raises KeyError; set 'a.new'");
  EXPECT_EQ(goneConfigText({"b", {2, 6}, "", "", ""}, "KeyError", "True"),
            "'b' is gone since torch 2.6, and setting it raises KeyError; "
            "leave it out");
}

} // namespace
