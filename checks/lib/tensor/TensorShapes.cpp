// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes of results of the operators in TensorFollowers.cpp, for operands of
// known rank and where each rank has one meaning.
#include "checks/lib/tensor/TensorOpTables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace aoti_tidy {
namespace {

using Shape = std::optional<IntList>;
using ShapeOf = Shape (*)(const OperatorCall &);

Shape sizesOf(const OperatorCall &Call, llvm::StringRef Parameter) {
  const TensorValue T = Call.tensor(Parameter);
  return T.Sizes ? Shape(T.Sizes->Value) : std::nullopt;
}

/// "self" in methods and 'at::', "input" in torch::nn::functional.
Shape own(const OperatorCall &Call) {
  return sizesOf(Call, Call.find("self") ? "self" : "input");
}

std::optional<unsigned> ownDim(const OperatorCall &Call, const Shape &Sizes,
                               Extent Default) {
  return Sizes ? wrap(Call.integer("dim", Default), Sizes->size())
               : std::nullopt;
}

/// own() with another size along 'dim'.
Shape withSize(const OperatorCall &Call, Extent DefaultDim,
               llvm::function_ref<Extent(Extent Old)> Change) {
  Shape Sizes = own(Call);
  const auto Dim = ownDim(Call, Sizes, DefaultDim);
  if (!Dim)
    return std::nullopt;
  (*Sizes)[*Dim] = Change((*Sizes)[*Dim]);
  return Sizes;
}

Shape largest(const OperatorCall &Call) {
  return withSize(Call, -1, [&](Extent) { return Call.integer("k"); });
}

/// The size that all parts of split() have, if they do. A part of size 1 is
/// never a smaller last one.
Extent partSize(const OperatorCall &Call, Extent Size) {
  const char *Parameter =
      Call.find("split_size") ? "split_size" : "split_sizes";
  if (const auto *Each = Call.get<IntList>(Parameter))
    return !Each->empty() && llvm::all_equal(*Each) ? Each->front() : Extent();
  const Extent Each = Call.integer(Parameter);
  if (Each == 1 || (Each && Size && *Each > 0 && *Size % *Each == 0))
    return Each;
  return Each && Size && *Size <= *Each ? Size : std::nullopt;
}

Shape part(const OperatorCall &Call) {
  return withSize(Call, 0, [&](Extent Old) { return partSize(Call, Old); });
}

Shape chunk(const OperatorCall &Call) {
  const Extent Parts = Call.integer("chunks");
  return withSize(Call, 0, [&](Extent Old) {
    return Parts && Old && *Parts > 0 && *Old % *Parts == 0
               ? Extent(*Old / *Parts)
               : std::nullopt;
  });
}

Shape unbound(const OperatorCall &Call) {
  Shape Sizes = own(Call);
  const auto Dim = ownDim(Call, Sizes, 0);
  if (!Dim)
    return std::nullopt;
  Sizes->erase(Sizes->begin() + *Dim);
  return Sizes;
}

Shape matrices(const OperatorCall &Call) {
  const bool IsAdded = Call.Name == "addmm";
  const Shape A = IsAdded ? sizesOf(Call, "mat1") : own(Call);
  const Shape B = sizesOf(Call, "mat2");
  if (!A || !B || A->size() != 2 || B->size() != 2)
    return std::nullopt;
  return IntList{(*A)[0], (*B)[1]};
}

Shape multiplied(const OperatorCall &Call) {
  const Shape A = own(Call);
  const Shape B = sizesOf(Call, Call.Name == "bmm" ? "mat2" : "other");
  if (!A || !B || A->size() < 2 || B->size() < 2)
    return std::nullopt;
  // Leading dimensions are batches.
  IntList Result = broadcastSizes(IntList(A->begin(), A->end() - 2),
                                  IntList(B->begin(), B->end() - 2));
  Result.push_back((*A)[A->size() - 2]);
  Result.push_back(B->back());
  return Result;
}

Shape linear(const OperatorCall &Call) {
  Shape Sizes = sizesOf(Call, "input");
  const Shape Weight = sizesOf(Call, "weight");
  if (!Sizes || Sizes->empty() || !Weight || Weight->size() != 2)
    return std::nullopt;
  Sizes->back() = Weight->front();
  return Sizes;
}

Shape oneHot(const OperatorCall &Call) {
  Shape Sizes = own(Call);
  if (Sizes) {
    const Extent Classes = Call.integer("num_classes", -1);
    Sizes->push_back(Classes && *Classes > 0 ? Classes : std::nullopt);
  }
  return Sizes;
}

Shape embedded(const OperatorCall &Call) {
  const Shape Weight = sizesOf(Call, "weight");
  Shape Sizes = sizesOf(Call, Call.find("indices") ? "indices" : "input");
  if (!Weight || Weight->size() != 2 || !Sizes)
    return std::nullopt;
  Sizes->push_back(Weight->back());
  return Sizes;
}

/// 'output_size' gives the last dimensions.
Shape resized(const OperatorCall &Call) {
  Shape Sizes = own(Call);
  const auto Given = Call.list("output_size");
  const unsigned Count = Call.Name.ends_with("1d")   ? 1
                         : Call.Name.ends_with("2d") ? 2
                                                     : 3;
  if (!Sizes || !Given || Given->size() != Count || Sizes->size() < Count)
    return std::nullopt;
  llvm::copy(*Given, Sizes->end() - Count);
  return Sizes;
}

Shape frequencies(const OperatorCall &Call) {
  return withSize(Call, -1, [&](Extent Old) {
    const Extent Length = Call.integer("n", Old);
    return Length ? Extent(*Length / 2 + 1) : std::nullopt;
  });
}

Shape positions(const OperatorCall &Call) {
  const Shape Sizes = own(Call);
  return Sizes ? Shape({std::nullopt, Extent(Sizes->size())}) : std::nullopt;
}

Shape stretched(const OperatorCall &Call) {
  Shape Result;
  for (const auto &[Parameter, V] : Call.Arguments) {
    const auto *T = std::get_if<TensorValue>(&V);
    if (std::holds_alternative<UnknownValue>(V) || (T && !T->Sizes))
      return std::nullopt;
    if (T)
      Result = broadcastSizes(Result.value_or(IntList()), T->Sizes->Value);
  }
  return Result;
}

Shape ofIndex(const OperatorCall &Call) { return sizesOf(Call, "index"); }

ShapeOf findShape(llvm::StringRef Name) {
  // clang-format off
  return llvm::StringSwitch<ShapeOf>(Name)
      .Cases({"softmax", "log_softmax", "softmin", "normalize", "layer_norm",
              "group_norm", "batch_norm", "instance_norm", "rms_norm",
              "dropout", "cumsum", "cumprod", "cummax", "cummin", "sort",
              "msort", "argsort", "renorm", "scatter", "scatter_add",
              "index_copy", "index_add", "index_fill", "slice_scatter",
              "select_scatter", "index_put"},
             own)
      .Case("topk", largest)
      .Cases({"split", "split_with_sizes"}, part)
      .Case("chunk", chunk)
      .Case("unbind", unbound)
      .Cases({"mm", "addmm"}, matrices)
      .Cases({"matmul", "bmm"}, multiplied)
      .Case("linear", linear)
      .Case("one_hot", oneHot)
      .Case("embedding", embedded)
      .Case("gather", ofIndex)
      .Cases({"adaptive_avg_pool1d", "adaptive_avg_pool2d",
              "adaptive_avg_pool3d", "upsample_nearest1d",
              "upsample_nearest2d", "upsample_nearest3d", "upsample_linear1d",
              "upsample_bilinear2d", "upsample_bicubic2d",
              "upsample_trilinear3d"},
             resized)
      .Case("fft_rfft", frequencies)
      .Cases({"nonzero", "argwhere"}, positions)
      .Cases({"where", "masked_fill", "lerp", "addcmul", "addcdiv", "atan2",
              "arctan2", "hypot", "copysign", "logaddexp", "floor_divide"},
             stretched)
      .Default(nullptr);
  // clang-format on
}

} // namespace

std::optional<IntList> shapeOf(const OperatorCall &Call) {
  const ShapeOf Of = findShape(Call.Name);
  return Of ? Of(Call) : std::nullopt;
}

} // namespace aoti_tidy
