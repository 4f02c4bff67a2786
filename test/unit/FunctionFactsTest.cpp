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

TEST(FunctionFacts, AreRecords) {
  FunctionFacts A;
  A.Origins = {{"/a.cpp", 7, true}};
  A.Returns["f"] = {TensorBag{tensorsOf(tensorOn("cuda", foreignPlace(0)))}};
  A.Returns["g"] = {TensorList{tensorsOf(tensorOn("cpu", 0)), {}}};
  A.Arguments["h"] = {{DType::Half}, {DeviceValue{"cuda"}, NoValue()}};
  A.Wanted = {"i"};
  FunctionFacts B;
  ASSERT_TRUE(fromRecord(toRecord(A), B));
  EXPECT_EQ(B.Origins, A.Origins);
  EXPECT_EQ(B.Returns, A.Returns);
  EXPECT_EQ(B.Arguments, A.Arguments);
  EXPECT_EQ(B.Wanted, A.Wanted);
}

} // namespace
} // namespace aoti_tidy
