// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/frozen-state/FrozenStateRule.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

namespace {

TEST(FrozenStateRule, SaysWhatEachRunGets) {
  const auto Says = [](const std::string &Text, llvm::StringRef Part) {
    return llvm::StringRef(Text).contains(Part);
  };
  EXPECT_TRUE(Says(pythonStateProblem("self.n", "a Python number"),
                   "'self.n' is a Python number: each run"));
  EXPECT_TRUE(Says(smallBufferProblem("self.n", 1, 1), "give it two elements"));
  EXPECT_TRUE(Says(smallBufferProblem("self.n", 4, 8),
                   "up to 8 elements; give it more"));
  EXPECT_TRUE(Says(outsideProblem(OutsideState::Random, "f"), "'f' is called"));
  EXPECT_TRUE(Says(outsideProblem(OutsideState::Clock, "f"), "that time"));
  EXPECT_TRUE(
      Says(outsideProblem(OutsideState::Environment, "f"), "the value"));
  EXPECT_TRUE(Says(outsideProblem(OutsideState::Seed, "f"), "other numbers"));
  EXPECT_TRUE(Says(frozenSizeProblem(), "torch.sym_int"));
  EXPECT_TRUE(Says(moveProblem("to", "cpu"), "'to()' comes after the export"));
  EXPECT_TRUE(Says(adapterProblem("fuse_lora"), "'fuse_lora()' comes after"));
}

} // namespace
