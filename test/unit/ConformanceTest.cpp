// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/Conformance.h"
#include <fmt/format.h>
#include <gtest/gtest.h>

using namespace aoti_tidy;

namespace {

constexpr auto Any = Dimension::Unbounded;

Dimension constant(int64_t Size) { return {Size, Size, "", true, true}; }
Dimension symbol(std::string Name, int64_t Lower, int64_t Upper = Any) {
  return {Lower, Upper, std::move(Name), true, Upper != Any};
}

TensorContract input(DType Type, std::vector<Dimension> Dims,
                     std::vector<std::optional<int64_t>> Strides = {}) {
  TensorContract T;
  T.Name = "arg0_1";
  T.Type = Type;
  T.Device = "cpu";
  T.Dims = std::move(Dims);
  T.Strides = std::move(Strides);
  return T;
}

ModelContract model(std::vector<TensorContract> Inputs,
                    std::string Device = "cpu") {
  ModelContract M;
  M.Name = "model";
  M.Device = std::move(Device);
  M.Inputs = std::move(Inputs);
  return M;
}

TensorValue tensor(DType Type, std::vector<Extent> Sizes,
                   std::string Device = "cpu") {
  TensorValue V;
  V.Type = Known<DType>{Type, 1};
  V.Sizes = Known<std::vector<Extent>>{std::move(Sizes), 2};
  V.Device = Known<DeviceValue>{{std::move(Device)}, 3};
  V.Order = {TensorValue::Layout::Contiguous, 0};
  return V;
}

/// "0 Constant 1: 16 not 32 @2"
std::string text(const std::vector<Violation> &Found) {
  static constexpr const char *Names[] = {
      "Device",   "DType",  "Rank",    "Constant", "TooSmall",
      "TooLarge", "Shared", "Assumed", "Stride",   "Swapped"};
  std::string Text;
  for (const Violation &V : Found) {
    Text += fmt::format("{} {}", V.Input, Names[static_cast<int>(V.What)]);
    if (V.What == Violation::Kind::Swapped)
      Text += fmt::format(" with {}", V.OtherInput);
    else if (V.What > Violation::Kind::DType)
      Text += fmt::format(" {}: {} not {}", V.Dim, V.Got, V.Wanted);
    Text += fmt::format(" @{}; ", V.From);
  }
  return Text;
}

std::string check(const ModelContract &Model,
                  std::vector<TensorValues> Inputs) {
  return text(violations(Model, Inputs));
}

const ModelContract Ranker =
    model({input(DType::Long, {symbol("s0", 2, 512)}, {1}),
           input(DType::Float, {symbol("s0", 2, 512), constant(32)}, {32, 1})});

TEST(Conformance, WhatFitsIsSilent) {
  EXPECT_EQ("", check(Ranker, {{tensor(DType::Long, {8})},
                               {tensor(DType::Float, {8, 32})}}));
  EXPECT_EQ("", check(Ranker, {{tensor(DType::Long, {2})},
                               {tensor(DType::Float, {2, 32})}}));
  EXPECT_EQ("", check(Ranker, {{tensor(DType::Long, {512})},
                               {tensor(DType::Float, {512, 32})}}));
}

TEST(Conformance, SwappedInputsAreOneViolation) {
  EXPECT_EQ("0 Swapped with 1 @1; ",
            check(Ranker, {{tensor(DType::Float, {8, 32})},
                           {tensor(DType::Long, {8})}}));
  // By their shapes alone; with the sizes that were meant, another input's
  // must be 8.
  const auto Three = model({input(DType::Float, {symbol("s0", 2)}),
                            input(DType::Float, {symbol("s0", 2), constant(4)}),
                            input(DType::Float, {symbol("s0", 2)})});
  EXPECT_EQ("0 Swapped with 1 @2; ",
            check(Three, {{tensor(DType::Float, {8, 4})},
                          {tensor(DType::Float, {8})},
                          {tensor(DType::Float, {8})}}));
  EXPECT_EQ("0 Swapped with 1 @2; 2 Shared 0: 9 not 8 @2; ",
            check(Three, {{tensor(DType::Float, {8, 4})},
                          {tensor(DType::Float, {8})},
                          {tensor(DType::Float, {9})}}));
  // Not next to each other.
  EXPECT_EQ("1 Swapped with 2 @2; ",
            check(Three, {{tensor(DType::Float, {8})},
                          {tensor(DType::Float, {8})},
                          {tensor(DType::Float, {8, 4})}}));
}

TEST(Conformance, TwoThatFitNowhereAreNotSwapped) {
  // The size would be wrong there, too.
  EXPECT_EQ("0 DType @1; 0 Rank 0: 2 not 1 @2; 1 DType @1; "
            "1 Rank 0: 1 not 2 @2; ",
            check(Ranker, {{tensor(DType::Float, {8, 16})},
                           {tensor(DType::Long, {8})}}));
  // One of them fits where it is.
  EXPECT_EQ("0 DType @1; ", check(Ranker, {{tensor(DType::Float, {8})},
                                           {tensor(DType::Float, {8, 32})}}));
}

TEST(Conformance, NothingKnownIsSilent) {
  EXPECT_EQ("", check(Ranker, {{}, {TensorValue()}}));
  EXPECT_EQ("", check(ModelContract(), {{tensor(DType::Long, {8})}}));
  TensorValue OnlyRank;
  OnlyRank.Sizes = Known<std::vector<Extent>>{{std::nullopt}, 2};
  EXPECT_EQ("", check(Ranker, {{OnlyRank}, {}}));
}

TEST(Conformance, EachKind) {
  EXPECT_EQ("0 DType @1; ", check(Ranker, {{tensor(DType::Int, {8})}, {}}));
  EXPECT_EQ("0 Rank 0: 2 not 1 @2; ",
            check(Ranker, {{tensor(DType::Long, {8, 1})}, {}}));
  EXPECT_EQ("1 Constant 1: 16 not 32 @2; ",
            check(Ranker, {{}, {tensor(DType::Float, {8, 16})}}));
  EXPECT_EQ("0 TooSmall 0: 1 not 2 @2; ",
            check(Ranker, {{tensor(DType::Long, {1})}, {}}));
  EXPECT_EQ("0 TooLarge 0: 513 not 512 @2; ",
            check(Ranker, {{tensor(DType::Long, {513})}, {}}));
  EXPECT_EQ("1 Shared 0: 9 not 8 @2; ",
            check(Ranker, {{tensor(DType::Long, {8})},
                           {tensor(DType::Float, {9, 32})}}));
  EXPECT_EQ("0 Device @3; ",
            check(Ranker, {{tensor(DType::Long, {8}, "cuda")}, {}}));
}

TEST(Conformance, EachPropertyOnceForAnInput) {
  EXPECT_EQ("1 Device @3; 1 DType @1; 1 Constant 1: 16 not 32 @2; ",
            check(Ranker, {{}, {tensor(DType::Half, {8, 16}, "cuda")}}));
  // Of two wrong dimensions the first; the shape is in the message.
  EXPECT_EQ("1 TooSmall 0: 1 not 2 @2; ",
            check(Ranker, {{}, {tensor(DType::Float, {1, 16})}}));
}

TEST(Conformance, ASharedSizeIsOutOfRangeOnce) {
  EXPECT_EQ("0 TooSmall 0: 1 not 2 @2; ",
            check(Ranker, {{tensor(DType::Long, {1})},
                           {tensor(DType::Float, {1, 32})}}));
  EXPECT_EQ("0 TooSmall 0: 1 not 2 @2; 1 Constant 1: 16 not 32 @2; ",
            check(Ranker, {{tensor(DType::Long, {1})},
                           {tensor(DType::Float, {1, 16})}}));
  EXPECT_EQ("0 TooSmall 0: 1 not 2 @2; 1 TooSmall 0: 0 not 2 @2; ",
            check(Ranker, {{tensor(DType::Long, {1})},
                           {tensor(DType::Float, {0, 32})}}));
}

TEST(Conformance, OnlyWhatEveryWayHas) {
  const TensorValue Good = tensor(DType::Long, {8});
  EXPECT_EQ("", check(Ranker, {{tensor(DType::Int, {8}), Good}, {}}));
  EXPECT_EQ("", check(Ranker, {{tensor(DType::Int, {8}), TensorValue()}, {}}));
  EXPECT_EQ("0 DType @1; ",
            check(Ranker,
                  {{tensor(DType::Int, {8}), tensor(DType::Float, {8})}, {}}));
  // Both wrong, but not in one way.
  EXPECT_EQ(
      "", check(Ranker,
                {{tensor(DType::Long, {1}), tensor(DType::Long, {8, 1})}, {}}));
  // Which of the two the other input must agree with is not known.
  EXPECT_EQ("", check(Ranker, {{Good, tensor(DType::Long, {9})},
                               {tensor(DType::Float, {10, 32})}}));
}

TEST(Conformance, Strides) {
  // Exported with a transposed example.
  const ModelContract Transposed =
      model({input(DType::Float, {constant(4), constant(8)}, {1, 4})});
  EXPECT_EQ("0 Stride 0: 8 not 1 @2; ",
            check(Transposed, {{tensor(DType::Float, {4, 8})}}));
  TensorValue V = tensor(DType::Float, {4, 8});
  V.Order = {TensorValue::Layout::Strided, 7};
  V.Strides = {1, 4};
  EXPECT_EQ("", check(Transposed, {{V}}));
  EXPECT_EQ(
      "0 Stride 0: 1 not 8 @7; ",
      check(model({input(DType::Float, {constant(4), constant(8)}, {8, 1})}),
            {{V}}));
  V.Order.Value = TensorValue::Layout::Unknown;
  EXPECT_EQ("", check(Transposed, {{V}}));
  // A size of 0 does not make the others' strides 0.
  EXPECT_EQ("", check(model({input(DType::Float, {symbol("s0", 0), constant(8)},
                                   {8, 1})}),
                      {{tensor(DType::Float, {0, 8})}}));
  // Strides that depend on a symbol are not compared.
  EXPECT_EQ("", check(model({input(DType::Float, {constant(4), symbol("s0", 2)},
                                   {std::nullopt, 1})}),
                      {{tensor(DType::Float, {4, 8})}}));
}

TEST(Conformance, Devices) {
  // A model for a GPU takes some inputs on the CPU; which, only its source
  // says.
  ModelContract Gpu = model({}, "cuda");
  Gpu.Inputs.reset();
  EXPECT_EQ("", check(Gpu, {{tensor(DType::Float, {8})}}));
  TensorContract OnGpu = input(DType::Float, {constant(8)});
  OnGpu.Device = "cuda";
  Gpu.Inputs.emplace({OnGpu, input(DType::Float, {constant(8)})});
  EXPECT_EQ("0 Device @3; ", check(Gpu, {{tensor(DType::Float, {8})},
                                         {tensor(DType::Float, {8})}}));
  EXPECT_EQ("1 Device @3; ", check(Gpu, {{tensor(DType::Float, {8}, "cuda")},
                                         {tensor(DType::Float, {8}, "cuda")}}));
  // Nothing but CPU memory can be read by a model for the CPU.
  ModelContract Bare;
  Bare.Device = "cpu";
  EXPECT_EQ("0 Device @3; ",
            check(Bare, {{tensor(DType::Float, {8}, "cuda")}}));
  // Chosen at run time.
  EXPECT_EQ("", check(Bare, {{tensor(DType::Float, {8}, "")}}));
}

TEST(Conformance, Texts) {
  EXPECT_EQ("[8, ?, 3]", shapeText(std::vector<Extent>{8, std::nullopt, 3}));
  EXPECT_EQ("[]", shapeText(std::vector<Extent>{}));
  EXPECT_EQ("[2..512, 32, 0..]",
            shapeText(std::vector<Dimension>{symbol("s0", 2, 512), constant(32),
                                             symbol("s1", 0)}));
  // A constant that is not known is not dynamic.
  EXPECT_EQ("[?]", shapeText(std::vector<Dimension>{Dimension()}));
}

} // namespace
