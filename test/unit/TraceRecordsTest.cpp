// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/log/LogReader.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <fmt/format.h>

using namespace aoti_tidy;

namespace {

constexpr const char *Prefix =
    "V1123 16:00:02.469000 32423 torch/fx/x.py:1] {}\n";

/// As torch 2.13 writes the records, some of their keys left out.
std::vector<AssumedSize> sizesOf(llvm::ArrayRef<const char *> Records) {
  LogReader Reader;
  for (std::string Json : Records) {
    llvm::erase(Json, '\n'); // one line each
    Reader.feed(fmt::format(fmt::runtime(Prefix), Json));
  }
  return Reader.finish().Records.sizes();
}

constexpr const char *Model = R"json({"str": ["/home/me/model.py", 0]})json";
constexpr const char *Torch =
    R"json({"str": ["/venv/lib/python3.11/site-packages/torch/fx/x.py", 1]})json";
constexpr const char *Symbol =
    R"json({"create_symbol": {"symbol": "s77", "val": "5", "source": "L['x'].size()[0]"}})json";

TEST(TraceRecords, NameTheLineOfTheModelThatAGuardComesFrom) {
  const auto Sizes = sizesOf(
      {Model, Torch, Symbol,
       R"json({"guard_added_fast": {"expr": "Ne(s77, 4)", "user_stack": [], "stack": [
      {"line": 9, "name": "<module>", "filename": 0, "loc": "export(m)"},
      {"line": 1, "name": "f", "filename": 1, "loc": "x"},
      {"line": 5, "name": "forward", "filename": 0, "loc": "if x.shape[0] == 4:"},
      {"line": 2, "name": "g", "filename": 1, "loc": "y"}]}})json"});
  ASSERT_EQ(Sizes.size(), 1u);
  EXPECT_EQ(Sizes[0].Text, "Ne(s77, 4)");
  EXPECT_EQ(Sizes[0].Source, "L['x'].size()[0]");
  EXPECT_EQ(Sizes[0].File, "/home/me/model.py");
  EXPECT_EQ(Sizes[0].FileLine, 5u);
  EXPECT_EQ(Sizes[0].Code, "if x.shape[0] == 4:");
  EXPECT_EQ(Sizes[0].Line, 4u);
}

TEST(TraceRecords, HaveFixedSizesFirstAndEachOnce) {
  const char *Guard =
      R"json({"guard_added": {"expr": "Eq(8*s77, 40)", "stack": [],
      "user_stack": [{"line": 7, "filename": 0, "loc": "y.view(5, 8)"}]}})json";
  const char *Fixed =
      R"json({"symbolic_shape_specialization": {"symbol": "s77", "value": "5",
      "sources": ["L['x'].size()[0]"], "reason": "r"}})json";
  const auto Sizes = sizesOf({Model, Symbol, Guard, Guard, Fixed});
  ASSERT_EQ(Sizes.size(), 2u);
  EXPECT_EQ(Sizes[0].Text, "s77 = 5");
  EXPECT_EQ(Sizes[0].Value, "5");
  EXPECT_EQ(Sizes[0].Source, "L['x'].size()[0]");
  EXPECT_EQ(Sizes[1].Text, "Eq(8*s77, 40)");
  EXPECT_EQ(Sizes[1].FileLine, 7u);
}

TEST(TraceRecords, ThatAreNoneSayNothing) {
  EXPECT_TRUE(
      sizesOf(
          {R"json({"guard_added": {"expr)json", R"json({"guard_added": 7})json",
           R"json({"guard_added_fast": null})json", R"json({"str": ["a"]})json",
           R"json({"str": [1, "a"]})json", R"json({"create_symbol": []})json",
           R"json({"symbolic_shape_specialization": "s77"})json"})
          .empty());
  const std::string Deep =
      R"json({"guard_added": )json" + std::string(1'000'000, '[');
  EXPECT_TRUE(sizesOf({Deep.c_str()}).empty());
  // A number that is no file's, frames that are no objects.
  const auto Sizes =
      sizesOf({R"json({"guard_added": {"expr": "Eq(u0, 1)", "stack":
      [3, {"line": 1}, {"filename": 99}]}})json"});
  ASSERT_EQ(Sizes.size(), 1u);
  EXPECT_EQ(Sizes[0].File, "");
  EXPECT_EQ(Sizes[0].Source, "");
}

} // namespace
