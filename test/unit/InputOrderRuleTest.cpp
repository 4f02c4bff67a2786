// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/input-order/InputOrderRule.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace aoti_tidy;

namespace {

using Names = std::vector<std::string>;

std::vector<InputLeaf> dict(const Names &Keys) {
  std::vector<InputLeaf> Result;
  for (const std::string &Key : Keys)
    Result.push_back({{"0", "'" + Key + "'"}, "batch", ""});
  return Result;
}

ModelContract model(std::vector<InputLeaf> Leaves) {
  ModelContract Result;
  Result.Inputs.emplace(Leaves.size());
  Result.Leaves = std::move(Leaves);
  return Result;
}

TEST(InputOrderRule, ComparesTheKeysOfDicts) {
  const auto Problem = [](const Names &Keys) {
    const auto Found =
        dictProblem(model(dict({"left", "right"})), dict(Keys), "'m.pt2'");
    return Found ? llvm::join(Found->Path, ".") + ": " + Found->Text : "none";
  };
  EXPECT_EQ(Problem({"left", "right"}), "none");
  EXPECT_EQ(Problem({"right", "left"}),
            "0.'right': 'right' is taken for 'left': 'm.pt2' goes by the order "
            "of the example's keys, 'left', 'right'");
  EXPECT_EQ(Problem({"left", "rigth"}),
            "0.'rigth': 'rigth' is taken for 'right': 'm.pt2' goes by the "
            "order of the keys, and the example has 'left', 'right'");
  // Their number is aoti-input-contract's.
  EXPECT_EQ(Problem({"right"}), "none");
  EXPECT_EQ(Problem({"right", "left", "other"}), "none");
  EXPECT_FALSE(dictProblem(ModelContract(), dict({"a"}), "'m.pt2'"));
  // A list in place of a dict.
  EXPECT_FALSE(dictProblem(
      model(dict({"a", "b"})),
      std::vector<InputLeaf>{{{"0", "0"}, "", ""}, {{"0", "1"}, "", ""}},
      "'m.pt2'"));
}

TEST(InputOrderRule, TakesNamesFromOneDictOrKeywords) {
  const auto NamesIn = [](const ModelContract &Model) {
    return llvm::join(namesOf(Model).value_or(Names{"none"}), ",");
  };
  EXPECT_EQ(NamesIn(model(dict({"b", "a"}))), "b,a");
  EXPECT_EQ(NamesIn(model({{{"0"}, "x", ""}, {{"1"}, "y", ""}})), "x,y");
  EXPECT_EQ(NamesIn(model({{{"0"}, "", ""}, {{"1"}, "y", ""}})), "none");
  auto Two = dict({"b", "a"});
  Two.push_back({{"1", "'c'"}, "", ""});
  EXPECT_EQ(NamesIn(model(Two)), "none");
  // One of them is a number, and no input.
  ModelContract Fewer = model(dict({"b", "a"}));
  Fewer.Inputs->pop_back();
  EXPECT_EQ(NamesIn(Fewer), "none");
}

TEST(InputOrderRule, ComparesListsAndMapsWithNames) {
  const ModelContract Model = model(dict({"mask", "ids"})),
                      Sorted = model(dict({"ids", "mask"}));
  EXPECT_EQ(listProblem(Model, Names{"ids", "mask"}, "'m.pt2'"),
            "'ids' is taken for 'mask': 'm.pt2' takes its inputs in the order "
            "mask, ids");
  EXPECT_FALSE(listProblem(Model, Names{"mask", "ids"}, "'m.pt2'"));
  EXPECT_FALSE(listProblem(Model, Names{"ids", "other"}, "'m.pt2'"));
  EXPECT_TRUE(mapProblem(Model, /*IsSorted=*/true, "'m.pt2'"));
  EXPECT_FALSE(mapProblem(Sorted, /*IsSorted=*/true, "'m.pt2'"));
  EXPECT_TRUE(mapProblem(Sorted, /*IsSorted=*/false, "'m.pt2'"));
}

} // namespace
