// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shapes that torch 2.13 answers with, by operator: those of TensorShapes.cpp.
#include "TensorText.h"
#include "checks/lib/tensor/TensorOps.h"
#include "gtest/gtest.h"

namespace aoti_tidy {
namespace {

using Arguments = llvm::SmallVector<std::pair<llvm::StringRef, Value>, 6>;

const Extent Unknown;

IntList sizes(std::initializer_list<Extent> Sizes) { return {Sizes}; }

Value number(int64_t N) { return Extent(N); }

TensorValue tensor(std::initializer_list<Extent> Sizes) {
  return evaluate({"randn", {{"size", sizes(Sizes)}}});
}

/// "[2, 3]"; "?" if not known.
std::string shape(llvm::StringRef Name, Arguments Args) {
  const std::string Text = text(evaluate({Name, std::move(Args)}));
  // Device, type, sizes, order.
  const auto Type = llvm::StringRef(Text).split(' ').second;
  return Type.split(' ').second.rsplit(' ').first.str();
}

/// Of an operator on [4, 6, 10].
std::string ofOne(llvm::StringRef Name, Arguments More) {
  More.push_back({"self", tensor({4, 6, 10})});
  return shape(Name, std::move(More));
}

TEST(TensorShapes, StayAsTheyAre) {
  for (const char *Name :
       {"softmax", "log_softmax", "cumsum", "sort", "argsort", "index_fill"})
    EXPECT_EQ(ofOne(Name, {{"dim", number(1)}}), "[4, 6, 10]") << Name;
  EXPECT_EQ(shape("layer_norm", {{"input", tensor({2, Unknown})}}), "[2, ?]");
  EXPECT_EQ(shape("softmax", {{"self", UnknownValue()}}), "?");
}

TEST(TensorShapes, Parts) {
  EXPECT_EQ(ofOne("split", {{"split_size", number(2)}}), "[2, 6, 10]");
  EXPECT_EQ(ofOne("split", {{"split_size", number(5)}, {"dim", number(-1)}}),
            "[4, 6, 5]");
  EXPECT_EQ(ofOne("split", {{"split_size", number(20)}}), "[4, 6, 10]");
  EXPECT_EQ(ofOne("split", {{"split_size", sizes({3, 3})}, {"dim", number(1)}}),
            "[4, 3, 10]");
  EXPECT_EQ(ofOne("split_with_sizes",
                  {{"split_sizes", sizes({2, 2})}, {"dim", number(0)}}),
            "[2, 6, 10]");
  EXPECT_EQ(ofOne("chunk", {{"chunks", number(2)}, {"dim", number(1)}}),
            "[4, 3, 10]");
  EXPECT_EQ(ofOne("unbind", {{"dim", number(1)}}), "[4, 10]");
  EXPECT_EQ(ofOne("unbind", {}), "[6, 10]");
  EXPECT_EQ(shape("split",
                  {{"self", tensor({Unknown, 3})}, {"split_size", number(1)}}),
            "[1, 3]");
  // Several have one size, and the last one what is left.
  EXPECT_EQ(ofOne("split", {{"split_size", number(3)}}), "[?, 6, 10]");
  EXPECT_EQ(ofOne("split", {{"split_size", sizes({1, 3})}}), "[?, 6, 10]");
  EXPECT_EQ(ofOne("split", {{"split_size", UnknownValue()}}), "[?, 6, 10]");
  EXPECT_EQ(ofOne("split", {{"split_size", number(2)}, {"dim", number(3)}}),
            "?");
  EXPECT_EQ(ofOne("chunk", {{"chunks", number(3)}}), "[?, 6, 10]");
  EXPECT_EQ(shape("split",
                  {{"self", tensor({Unknown, 3})}, {"split_size", number(8)}}),
            "[?, 3]");
  EXPECT_EQ(ofOne("unbind", {{"dim", UnknownValue()}}), "?");
}

TEST(TensorShapes, Products) {
  const auto Of = [](llvm::StringRef Name, const char *Other, TensorValue A,
                     TensorValue B) {
    return shape(Name, {{"self", std::move(A)}, {Other, std::move(B)}});
  };
  EXPECT_EQ(Of("mm", "mat2", tensor({2, 3}), tensor({3, 5})), "[2, 5]");
  EXPECT_EQ(Of("matmul", "other", tensor({2, 3}), tensor({3, 5})), "[2, 5]");
  EXPECT_EQ(Of("matmul", "other", tensor({7, 1, 2, 3}), tensor({4, 3, 5})),
            "[7, 4, 2, 5]");
  EXPECT_EQ(Of("bmm", "mat2", tensor({7, 2, 3}), tensor({7, 3, Unknown})),
            "[7, 2, ?]");
  EXPECT_EQ(shape("addmm", {{"self", tensor({5})},
                            {"mat1", tensor({2, 3})},
                            {"mat2", tensor({3, 5})}}),
            "[2, 5]");
  EXPECT_EQ(shape("linear",
                  {{"input", tensor({2, 4, 3})}, {"weight", tensor({8, 3})}}),
            "[2, 4, 8]");
  // A vector is no matrix.
  EXPECT_EQ(Of("matmul", "other", tensor({2, 3}), tensor({3})), "?");
  EXPECT_EQ(Of("mm", "mat2", tensor({2, 3}), TensorValue()), "?");
  EXPECT_EQ(
      shape("linear", {{"input", tensor({2, 3})}, {"weight", TensorValue()}}),
      "?");
}

TEST(TensorShapes, Choices) {
  EXPECT_EQ(ofOne("topk", {{"k", number(3)}}), "[4, 6, 3]");
  EXPECT_EQ(ofOne("topk", {{"k", UnknownValue()}, {"dim", number(0)}}),
            "[?, 6, 10]");
  EXPECT_EQ(ofOne("one_hot", {{"num_classes", number(9)}}), "[4, 6, 10, 9]");
  EXPECT_EQ(ofOne("one_hot", {}), "[4, 6, 10, ?]");
  EXPECT_EQ(
      ofOne("gather", {{"dim", number(0)}, {"index", tensor({2, 6, 10})}}),
      "[2, 6, 10]");
  EXPECT_EQ(ofOne("gather", {{"dim", number(0)}, {"index", UnknownValue()}}),
            "?");
  EXPECT_EQ(ofOne("nonzero", {}), "[?, 3]");
  EXPECT_EQ(shape("embedding",
                  {{"weight", tensor({100, 16})}, {"indices", tensor({2, 7})}}),
            "[2, 7, 16]");
  EXPECT_EQ(shape("where", {{"condition", tensor({4, 1})},
                            {"self", tensor({1, 5})},
                            {"other", RealValue()}}),
            "[4, 5]");
  EXPECT_EQ(ofOne("masked_fill",
                  {{"mask", tensor({2, 1, 1, 1})}, {"value", RealValue()}}),
            "[2, 4, 6, 10]");
  EXPECT_EQ(
      ofOne("masked_fill", {{"mask", UnknownValue()}, {"value", RealValue()}}),
      "?");
}

TEST(TensorShapes, Resized) {
  const TensorValue Image = tensor({1, 3, 32, 64});
  EXPECT_EQ(shape("adaptive_avg_pool2d",
                  {{"self", Image}, {"output_size", sizes({7, 7})}}),
            "[1, 3, 7, 7]");
  EXPECT_EQ(shape("adaptive_avg_pool1d",
                  {{"self", tensor({3, 50})}, {"output_size", number(22)}}),
            "[3, 22]");
  EXPECT_EQ(shape("upsample_bilinear2d", {{"self", Image},
                                          {"output_size", sizes({Unknown, 8})},
                                          {"align_corners", false}}),
            "[1, 3, ?, 8]");
  EXPECT_EQ(shape("fft_rfft", {{"self", Image}}), "[1, 3, 32, 33]");
  EXPECT_EQ(shape("fft_rfft",
                  {{"self", Image}, {"n", number(50)}, {"dim", number(2)}}),
            "[1, 3, 26, 64]");
  EXPECT_EQ(shape("fft_rfft", {{"self", Image}, {"n", UnknownValue()}}),
            "[1, 3, 32, ?]");
  EXPECT_EQ(shape("upsample_bilinear2d",
                  {{"self", Image}, {"output_size", NoValue()}}),
            "?");
}

} // namespace
} // namespace aoti_tidy
