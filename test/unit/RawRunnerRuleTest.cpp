// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/raw-runner/RawRunnerRule.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

namespace {

std::string problem(Language Lang, std::optional<TorchVersion> Torch) {
  return rawRunnerProblem("Runner", Lang, Torch).value_or("none");
}

TEST(RawRunnerRule, NamesTheLoaderOfTheLanguage) {
  const std::string Cxx = problem(Language::Cxx, TorchVersion{2, 13});
  EXPECT_TRUE(llvm::StringRef(Cxx).starts_with("'Runner' runs a raw .so, "));
  EXPECT_TRUE(
      llvm::StringRef(Cxx).ends_with("load it with 'AOTIModelPackageLoader'"));
  const std::string Python = problem(Language::Python, TorchVersion{2, 13});
  EXPECT_TRUE(llvm::StringRef(Python).starts_with("'Runner' runs a raw .so, "));
  EXPECT_TRUE(llvm::StringRef(Python).ends_with(
      "load it with 'torch._inductor.aoti_load_package'"));
}

TEST(RawRunnerRule, SaysNothingBeforeThereIsALoader) {
  for (const Language Lang : {Language::Cxx, Language::Python}) {
    EXPECT_EQ(problem(Lang, TorchVersion{2, 5}), "none");
    EXPECT_NE(problem(Lang, TorchVersion{2, 6}), "none");
    EXPECT_NE(problem(Lang, std::nullopt), "none");
  }
}

} // namespace
