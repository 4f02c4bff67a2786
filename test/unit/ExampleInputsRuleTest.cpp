// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/example-inputs/ExampleInputsRule.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

namespace {

TEST(ExampleInputsRule, NamesWhatIsCompiledIn) {
  EXPECT_EQ(constantProblem({{"1"}, "gain", "2.0"}, "3.0", "'m.pt2'"),
            "'gain' is 3.0 here, but 'm.pt2' was compiled for 2.0 and ignores "
            "it; export it as 'torch.tensor(2.0)'");
  EXPECT_EQ(constantProblem({{"1", "'a'", "0"}, "", "None"}, "3", "'m.pt2'"),
            "'argument 1['a'][0]' is 3 here, but 'm.pt2' was compiled for None "
            "and ignores it; compile a package for each value");
}

TEST(ExampleInputsRule, NamesBothInputsOfATensor) {
  EXPECT_EQ(aliasProblem("x", {{"0"}, "a", ""}, {{"1"}, "", ""}),
            "'x' is both 'a' and 'argument 1' in the example, so export takes "
            "them for one, and the package reads only the last; clone it for "
            "one of them");
}

TEST(ExampleInputsRule, NamesADynamicNumber) {
  EXPECT_EQ(dynamicNumberProblem({{"1"}, "n", "3"}),
            "'n' is a dynamic number, for which a package has no input: what a "
            "call passes is ignored; take it from the size of a tensor");
}

TEST(ExampleInputsRule, HasACureForEachFormOfArgs) {
  const auto Cure = [](llvm::StringRef Form) {
    return llvm::StringRef(argsProblem(Form, "x")).rsplit("; ").second.str();
  };
  EXPECT_EQ(Cure("a list"), "make it a tuple");
  EXPECT_EQ(Cure("a dict"), "pass it as 'kwargs', or in a tuple");
  EXPECT_EQ(Cure("a tensor"), "write '(x,)'");
  EXPECT_EQ(Cure("a constant"), "write '(x,)'");
}

TEST(ExampleInputsRule, TellsScriptModulesFromFunctions) {
  EXPECT_NE(modelProblem("torch.jit.script").find("ScriptModule"),
            std::string::npos);
  EXPECT_NE(modelProblem("").find("function"), std::string::npos);
}

TEST(ExampleInputsRule, SaysWhatLoadingDoes) {
  EXPECT_TRUE(
      llvm::StringRef(savedProblem("'m.pt2'")).starts_with("'m.pt2' holds"));
  EXPECT_NE(openStreamProblem("f", Language::Cxx).find("throws"),
            std::string::npos);
  EXPECT_NE(openStreamProblem("f", Language::Python).find("raises"),
            std::string::npos);
}

TEST(ExampleInputsRule, SaysWhatLivesTooLongOrTooShort) {
  EXPECT_TRUE(
      llvm::StringRef(loadedAgainProblem("in each request", "at its start"))
          .starts_with("the package is unpacked and loaded in each "
                       "request, and each time"));
  EXPECT_TRUE(llvm::StringRef(staticGuardProblem("mode", "InferenceMode"))
                  .starts_with("'mode' is static: the first thread that comes "
                               "here enters InferenceMode and never leaves"));
}

} // namespace
