// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/hosts/FunctionFacts.h"
#include "driver/cxx/FunctionRecord.h"
#include "gtest/gtest.h"

namespace aoti_tidy {
namespace {

Ways tensorOn(const char *Device, Place From) {
  TensorValue T;
  T.Device = {DeviceValue{Device}, From};
  return {T};
}

TEST(FunctionFacts, AreJoined) {
  FunctionFacts A, B, C;
  A.Origins = {{"/a.cpp", 1}};
  A.Returns["f"] = tensorOn("cpu", foreignPlace(0));
  A.Arguments["g"] = {tensorOn("cpu", foreignPlace(0)), {}};
  B.Origins = {{"/b.cpp", 2}, {"/b.cpp", 3}};
  B.Returns["h"] = tensorOn("cuda", foreignPlace(1));
  B.Arguments["g"] = {tensorOn("cuda", foreignPlace(0)),
                      tensorOn("cuda", foreignPlace(0))};
  const FunctionFacts All = joined({&A, &B, &C});
  const auto OriginOf = [&](const Ways &W, size_t I) {
    const auto &T = std::get<TensorValue>(W[I]);
    return All.Origins[originOf(T.Device->From)];
  };
  EXPECT_EQ(OriginOf(All.Returns.at("f"), 0).File, "/a.cpp");
  EXPECT_EQ(OriginOf(All.Returns.at("h"), 0).Offset, 3u);
  // One call is on the CPU, the other is not; of the second parameter, one
  // call is not known.
  ASSERT_EQ(All.Arguments.at("g")[0].size(), 2u);
  EXPECT_EQ(OriginOf(All.Arguments.at("g")[0], 1).File, "/b.cpp");
  EXPECT_TRUE(All.Arguments.at("g")[1].empty());
}

TEST(FunctionFacts, OfSeveralDefinitionsAreLeftOut) {
  FunctionFacts A, B;
  A.Returns["f"] = tensorOn("cpu", 0);
  B.Returns["f"] = tensorOn("cuda", 0);
  const FunctionFacts All = joined({&A, &B});
  EXPECT_TRUE(All.Returns.empty());
  FunctionFacts Asking;
  Asking.Wanted = {"f"};
  EXPECT_FALSE(Asking.isAnsweredBy(All));
  EXPECT_TRUE(Asking.isAnsweredBy(joined({&A})));
}

/// A tensor on the device that source \p I is on.
Ways tensorFrom(size_t I) {
  TensorValue T;
  T.Device = {DeviceValue(), 0};
  T.Device->Value.Variable = foreignPlace(I);
  return {T};
}

TEST(FunctionFacts, GetWhatOthersSay) {
  using Kind = FunctionFacts::Source::Kind;
  FunctionFacts A, B, C;
  A.Origins = {{"/a.cpp", 1}};
  A.Returns["make"] = {
      TensorList{tensorsOf(tensorOn("cpu", foreignPlace(0))),
                 tensorsOf(tensorOn("cuda", foreignPlace(0)))}};
  A.Members["C::x"] = tensorOn("cuda", foreignPlace(0));
  // What is on the device of a parameter, only the call tells.
  A.Returns["same"] = tensorFrom(0);
  std::get<TensorValue>(A.Returns["same"][0]).Device->Value.Variable =
      deviceOfParameter(0);
  B.Sources = {{Kind::Result, "make", 0, 1}, {Kind::Member, "C::x"}};
  B.Arguments["outer"] = {tensorFrom(0), tensorFrom(1)};
  C.Sources = {{Kind::Argument, "outer", 0},
               {Kind::Result, "nowhere"},
               {Kind::Result, "same"},
               {Kind::Argument, "circle", 0},
               {Kind::Result, "make"}};
  C.Arguments["inner"] = {tensorFrom(0), tensorFrom(1), tensorFrom(2),
                          unite(tensorFrom(0), tensorFrom(1))};
  C.Arguments["circle"] = {tensorFrom(3)};
  C.Arguments["either"] = {tensorFrom(4)};
  const FunctionFacts All = joined({&C, &B, &A});
  const auto DeviceOf = [](const Ways &W, size_t I) {
    return std::get<TensorValue>(W.at(I)).Device->Value.Type;
  };
  const std::vector<Ways> &Inner = All.Arguments.at("inner");
  ASSERT_EQ(Inner[0].size(), 1u);
  EXPECT_EQ(DeviceOf(Inner[0], 0), "cuda");
  EXPECT_EQ(
      All.Origins[originOf(std::get<TensorValue>(Inner[0][0]).Device->From)]
          .File,
      "/a.cpp");
  EXPECT_TRUE(Inner[1].empty());
  EXPECT_TRUE(Inner[2].empty());
  EXPECT_TRUE(Inner[3].empty());
  EXPECT_EQ(DeviceOf(All.Arguments.at("outer")[1], 0), "cuda");
  EXPECT_TRUE(All.Arguments.at("circle")[0].empty());
  EXPECT_EQ(All.Arguments.at("either")[0].size(), 2u);
  EXPECT_TRUE(All.Sources.empty());
}

TEST(FunctionFacts, OfManyFilesThatPassOnEndSomewhere) {
  using Kind = FunctionFacts::Source::Kind;
  FunctionFacts A;
  A.Origins = {{"/a.cpp", 1}};
  constexpr size_t Count = 20000;
  for (size_t I = 0; I < Count; ++I) {
    A.Sources.push_back({Kind::Argument, "f" + std::to_string(I + 1), 0});
    A.Arguments["f" + std::to_string(I)] = {tensorFrom(I)};
  }
  A.Arguments["f" + std::to_string(Count)] = {
      tensorOn("cuda", foreignPlace(0))};
  const FunctionFacts All = joined({&A});
  EXPECT_FALSE(All.Arguments.at("f" + std::to_string(Count - 1))[0].empty());
}

TEST(FunctionFacts, AreRecords) {
  FunctionFacts A;
  A.Origins = {{"/a.cpp", 7, true}};
  TensorMap Map;
  Map.ByKey["x"] = tensorsOf(tensorOn("cuda", foreignPlace(0)));
  A.Returns["f"] = {Map};
  A.Returns["g"] = {TensorList{tensorsOf(tensorOn("cpu", 0)), {}}};
  A.Arguments["h"] = {{DType::Half}, {DeviceValue{"cuda"}, NoValue()}};
  A.Members["C::x"] = tensorOn("cpu", 0);
  A.Sources = {{FunctionFacts::Source::Kind::Member, "D::y", 0, 2}};
  A.Wanted = {"i"};
  FunctionFacts B;
  ASSERT_TRUE(fromRecord(toRecord(A), B));
  EXPECT_EQ(B.Origins, A.Origins);
  EXPECT_EQ(B.Returns, A.Returns);
  EXPECT_EQ(B.Arguments, A.Arguments);
  EXPECT_EQ(B.Members, A.Members);
  EXPECT_EQ(B.Sources, A.Sources);
  EXPECT_EQ(B.Wanted, A.Wanted);
}

} // namespace
} // namespace aoti_tidy
