// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/missing-meta/MissingMetaRule.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

namespace {

std::string problem(llvm::StringRef Schema) {
  return missingMetaProblem("ns::op", *OpSchema::parse(Schema))
      .value_or("none");
}

TEST(MissingMetaRule, NamesTheOperatorAndTheCure) {
  EXPECT_EQ(problem("op(Tensor x) -> Tensor"),
            "'ns::op' has kernels for devices but none that export can run: "
            "this run has no Meta kernel, Composite kernel or Python fake of "
            "it; register one, for example with "
            "'torch.library.register_fake'");
  EXPECT_NE(problem("op(Tensor x) -> (int, Tensor[])"), "none");
}

TEST(MissingMetaRule, SparesOnlyTheMutatingThatReturnNothing) {
  for (const char *Schema :
       {"op(Tensor(a!) x) -> Tensor(a!)", "op(Tensor a, Tensor! w) -> Tensor"})
    EXPECT_TRUE(llvm::StringRef(problem(Schema))
                    .ends_with("'torch.library.register_fake' (an op that "
                               "writes to its arguments does without if it "
                               "returns nothing)"))
        << Schema;
}

TEST(MissingMetaRule, SaysNothingWhereAFakeWouldDoNothing) {
  EXPECT_EQ(problem("op(Tensor(a!) x) -> ()"), "none");
  EXPECT_EQ(problem("op(Tensor! x) -> ()"), "none");
  EXPECT_EQ(problem("op(Tensor x) -> int"), "none");
}

} // namespace
