// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/dynamic-shapes/DynamicShapesRule.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

namespace {

std::string names(const NameList &Given, const NameList &Expected,
                  const NameList &Parameters, bool IsAtLeast) {
  return namesProblem(Given, Expected, Parameters, IsAtLeast).value_or("none");
}

TEST(DynamicShapesRule, NamesAreThoseOfTheGivenArguments) {
  EXPECT_EQ(names({"y", "x"}, {"x", "y"}, {"x", "y", "z"}, false), "none");
  EXPECT_TRUE(names({"a", "x"}, {"x", "y"}, {"x", "y"}, false)
                  .starts_with("forward() has no argument 'a', "));
  EXPECT_TRUE(names({"x"}, {"x", "y"}, {"x", "y"}, false)
                  .starts_with("dynamic_shapes leaves out 'y': "));
  EXPECT_TRUE(names({"x", "y"}, {"x"}, {"x", "y"}, false)
                  .starts_with("dynamic_shapes names 'y', which is not among"));
  // What is given is not known: 'x' at least.
  EXPECT_EQ(names({"x", "y"}, {"x"}, {"x", "y"}, true), "none");
}

TEST(DynamicShapesRule, EachArgumentHasAnEntry) {
  EXPECT_EQ(entriesProblem(2, 2), std::nullopt);
  EXPECT_TRUE(entriesProblem(1, 2)->starts_with(
      "dynamic_shapes has 1 entry for 2 arguments"));
}

TEST(DynamicShapesRule, TellsWhatHappensToAConstantSize) {
  EXPECT_NE(constantProblem("'x'", 0, 1, "Dim.AUTO").find("says nothing"),
            std::string::npos);
  EXPECT_NE(constantProblem("'x'", 0, 1, "a Dim").find("raises for a Dim"),
            std::string::npos);
  EXPECT_NE(beyondProblem("'x'", 2, 2, true).find("ignores"),
            std::string::npos);
  EXPECT_NE(beyondProblem("'x'", 2, 2, false).find("IndexError"),
            std::string::npos);
}

} // namespace
