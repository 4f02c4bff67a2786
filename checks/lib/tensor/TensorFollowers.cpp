// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices and types of results whose shapes, if any, TensorShapes.cpp knows.
// They are where the operands are: ATen refuses several devices, but for single
// numbers and indices on the CPU.
#include "checks/lib/tensor/TensorOpTables.h"
#include "llvm/ADT/StringSwitch.h"

namespace aoti_tidy {
namespace {

struct Operands {
  llvm::SmallVector<const TensorValue *, 4> Tensors;
  bool MayBeMore = false;
};

void add(Operands &All, const TensorValues &Ways) {
  for (const TensorValue &One : Ways)
    All.Tensors.push_back(&One);
}

Operands operandsOf(const OperatorCall &Call) {
  Operands All;
  for (const auto &[Parameter, V] : Call.Arguments) {
    if (const auto *One = std::get_if<TensorValue>(&V))
      All.Tensors.push_back(One);
    else if (const auto *List = std::get_if<TensorList>(&V))
      for (const TensorValues &Element : *List)
        add(All, Element);
    else if (const auto *Bag = std::get_if<TensorBag>(&V)) {
      add(All, Bag->Each);
      All.MayBeMore |= Bag->Each.empty();
    }
    All.MayBeMore |= std::holds_alternative<UnknownValue>(V);
  }
  return All;
}

using Device = std::optional<Known<DeviceValue>>;

/// With several operands, the operator's place stands for the device: editing
/// one operand leaves the others behind.
Device whereOperatorIs(const OperatorCall &Call, const Operands &All,
                       Device Known) {
  if (Known && (All.Tensors.size() > 1 || All.MayBeMore))
    Known->From = Call.Where;
  return Known;
}

/// The first known device of an operand, even if only a variable says it.
Device deviceOfAll(const OperatorCall &Call) {
  const Operands All = operandsOf(Call);
  const bool HasIndices = llvm::StringRef(Call.Name).starts_with("index");
  Device Result;
  for (const TensorValue *T : All.Tensors) {
    if (!T->Device)
      continue;
    const bool IsOpen = T->Device->Value.Type.empty();
    if (!Result || (Result->Value.Type.empty() && !IsOpen && !HasIndices))
      Result = T->Device;
    else if (Result->Value != T->Device->Value && !IsOpen &&
             !Result->Value.Type.empty())
      return std::nullopt;
  }
  return whereOperatorIs(Call, All, Result);
}

Device deviceOfEach(const OperatorCall &Call) {
  const Operands All = operandsOf(Call);
  return whereOperatorIs(Call, All,
                         deviceOfElements(All.Tensors, All.MayBeMore));
}

TensorValue placed(Device Where, std::optional<Known<DType>> Type) {
  TensorValue Result;
  Result.Device = std::move(Where);
  Result.Type = Type;
  return Result;
}

std::optional<Known<DType>> typeOr(const OperatorCall &Call,
                                   std::optional<Known<DType>> Otherwise) {
  // torch::nn::functional's options may have a dtype.
  if (!Call.find("dtype") && !Call.find("options"))
    return Otherwise;
  return hereIfKnown(Call, valueOf<DType>(Call, "dtype"));
}

std::optional<Known<DType>> firstType(const OperatorCall &Call) {
  for (const char *Name : {"self", "input", "weight", "condition"})
    if (Call.find(Name))
      return Call.tensor(Name).Type;
  return std::nullopt;
}

std::optional<Known<DType>> ifFraction(std::optional<Known<DType>> Type) {
  return Type && isFloatingPoint(Type->Value) ? Type : std::nullopt;
}

/// pow, lerp, addcmul: operands of one type, and numbers.
TensorValue elements(const OperatorCall &Call) {
  const Operands All = operandsOf(Call);
  auto Type = ifFraction(firstType(Call));
  for (const TensorValue *T : All.Tensors)
    if (Type && (!T->Type || T->Type->Value != Type->Value))
      Type.reset();
  if (All.MayBeMore)
    Type.reset();
  return placed(deviceOfEach(Call), Type);
}

TensorValue sameType(const OperatorCall &Call) {
  if ((Call.Name == "max" || Call.Name == "min") && Call.find("other"))
    return elements(Call);
  return placed(deviceOfAll(Call), typeOr(Call, firstType(Call)));
}

/// softmax, mean, matmul
TensorValue fraction(const OperatorCall &Call) {
  return placed(deviceOfAll(Call), typeOr(Call, ifFraction(firstType(Call))));
}

/// sum, prod, cumsum: int64 for integers.
TensorValue sum(const OperatorCall &Call) {
  auto Type = firstType(Call);
  if (Type && !isFloatingPoint(Type->Value) && !isComplex(Type->Value))
    Type = Call.here(DType::Long);
  return placed(deviceOfAll(Call), typeOr(Call, Type));
}

/// argmax, nonzero
TensorValue indices(const OperatorCall &Call) {
  return placed(deviceOfAll(Call), Call.here(DType::Long));
}

/// any, all: uint8 stays.
TensorValue truth(const OperatorCall &Call) {
  const auto Type = firstType(Call);
  return placed(deviceOfAll(Call), Type && Type->Value != DType::Byte
                                       ? std::optional(Call.here(DType::Bool))
                                       : std::nullopt);
}

/// The result has another type than the operands: stft, complex,
/// quantize_per_tensor.
TensorValue placeOnly(const OperatorCall &Call) {
  return placed(deviceOfAll(Call), std::nullopt);
}

/// where(condition, x, y): a single number of any of them may be on the CPU.
TensorValue choose(const OperatorCall &Call) {
  const TensorValue X = Call.tensor("self"), Y = Call.tensor("other");
  const bool SameType = X.Type && Y.Type && X.Type->Value == Y.Type->Value;
  return placed(deviceOfEach(Call), SameType ? X.Type : std::nullopt);
}

/// masked_fill(x, mask, value): the value may be on the CPU.
TensorValue masked(const OperatorCall &Call) {
  const TensorValue X = Call.tensor("self");
  return placed(whereOperatorIs(Call, operandsOf(Call), X.Device), X.Type);
}

/// pad_sequence: the shortest are filled up.
TensorValue padded(const OperatorCall &Call) {
  const Operands All = operandsOf(Call);
  std::optional<Known<DType>> Type;
  if (!All.Tensors.empty())
    Type = All.Tensors.front()->Type;
  for (const TensorValue *T : All.Tensors)
    if (Type && (!T->Type || T->Type->Value != Type->Value))
      Type.reset();
  return placed(deviceOfAll(Call), Type);
}

template <Operator Follow> TensorValue reduced(const OperatorCall &Call) {
  return reducedShape(Call, Follow(Call));
}

} // namespace

std::optional<Known<DeviceValue>>
deviceOfElements(llvm::ArrayRef<const TensorValue *> Operands, bool MayBeMore) {
  std::optional<Known<DeviceValue>> Result, Open;
  bool IsSingle = true, AreOpenAlike = true;
  for (const TensorValue *T : Operands) {
    if (!T->Device) {
      MayBeMore = true;
      continue;
    }
    if (T->Device->Value.Type.empty()) {
      AreOpenAlike &= !Open || Open->Value == T->Device->Value;
      Open = T->Device;
      continue;
    }
    const bool IsCpu = T->Device->Value.Type == "cpu";
    IsSingle &= !IsCpu || !T->Sizes || T->Sizes->Value.empty();
    if (!Result || (Result->Value.Type == "cpu" && !IsCpu))
      Result = T->Device;
    else if (!IsCpu && Result->Value != T->Device->Value)
      return std::nullopt;
  }
  // A tensor with dimensions is never on another device than the others, and
  // one on a GPU only among single numbers on the CPU.
  const bool IsDecided = Result && (Result->Value.Type != "cpu" || !IsSingle);
  if (IsDecided || (!MayBeMore && !Open))
    return Result;
  return !MayBeMore && AreOpenAlike ? Open : std::nullopt;
}

Operator findFollower(llvm::StringRef Name) {
  // clang-format off
  return llvm::StringSwitch<Operator>(Name)
      .Cases({"gather", "take", "take_along_dim", "scatter", "scatter_add",
              "index_copy", "index_add", "index_fill", "slice_scatter",
              "select_scatter", "diagonal", "diag", "diag_embed", "diff",
              "unfold", "ravel", "unique",
              "aminmax", "sort", "msort", "topk", "kthvalue", "mode",
              "cummax", "cummin", "split", "split_with_sizes", "chunk",
              "tensor_split", "hsplit", "vsplit", "dsplit", "unbind",
              "pixel_shuffle", "pixel_unshuffle", "renorm", "rot90",
              "repeat_interleave", "dot", "vdot", "inner", "mv", "mm", "bmm", "matmul", "addmm", "addmv",
              "addbmm", "baddbmm", "chain_matmul", "max_pool1d", "max_pool2d",
              "max_pool3d", "hstack", "vstack", "dstack", "column_stack",
              "block_diag", "cartesian_prod"},
             sameType)
      .Cases({"max", "min", "amax", "amin", "median"}, reduced<sameType>)
      .Cases({"mean", "nanmean", "std", "var", "norm", "logsumexp"},
             reduced<fraction>)
      .Cases({"softmax", "log_softmax", "softmin", "quantile", "nanquantile", "cdist",
              "pdist", "dist", "cosine_similarity", "pairwise_distance",
              "normalize", "linear", "bilinear", "layer_norm", "group_norm",
              "batch_norm", "instance_norm", "rms_norm", "dropout", "conv1d",
              "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d",
              "conv_transpose3d", "avg_pool1d", "avg_pool2d", "avg_pool3d",
              "adaptive_avg_pool1d", "adaptive_avg_pool2d",
              "adaptive_avg_pool3d", "adaptive_max_pool1d",
              "adaptive_max_pool2d", "interpolate", "upsample_nearest1d",
              "upsample_nearest2d", "upsample_nearest3d", "upsample_linear1d",
              "upsample_bilinear2d", "upsample_bicubic2d",
              "upsample_trilinear3d", "grid_sample", "grid_sampler",
              "grid_sampler_2d", "affine_grid", "glu",
              "scaled_dot_product_attention"},
             fraction)
      .Cases({"sum", "nansum", "prod", "trace"}, reduced<sum>)
      .Cases({"cumsum", "cumprod"}, sum)
      .Cases({"argmax", "argmin", "count_nonzero"}, reduced<indices>)
      .Cases({"argsort", "nonzero", "argwhere", "multinomial", "one_hot"},
             indices)
      .Cases({"any", "all"}, reduced<truth>)
      .Case("pad_sequence", padded)
      .Cases({"embedding", "embedding_bag", "einsum", "tensordot", "stft",
              "istft", "real", "imag", "view_as_real", "view_as_complex",
              "angle", "complex", "polar", "fft_rfft", "searchsorted",
              "bucketize", "bincount", "histc", "quantize_per_tensor",
              "dequantize", "meshgrid", "cov", "corrcoef", "cross",
              "kron", "outer", "ger", "linalg_norm", "linalg_vector_norm"},
             placeOnly)
      .Case("where", choose)
      .Cases({"masked_fill", "masked_scatter", "index_put"}, masked)
      .Cases({"lerp", "addcmul", "addcdiv", "atan2", "arctan2", "hypot", "heaviside", "copysign", "logaddexp",
              "floor_divide"},
             elements)
      .Default(nullptr);
  // clang-format on
}

} // namespace aoti_tidy
