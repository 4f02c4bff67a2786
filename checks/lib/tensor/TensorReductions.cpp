// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes of reductions over some or all dimensions: sum, mean, amax.
#include "checks/lib/tensor/TensorOpTables.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {

static std::optional<std::vector<bool>> reducedDims(const OperatorCall &Call,
                                                    size_t Rank) {
  const auto Dims = Call.list("dim");
  // Empty 'dim': some operators reduce none, some all.
  if (!Dims || Dims->empty())
    return std::nullopt;
  std::vector<bool> Result(Rank);
  for (const Extent &Given : *Dims) {
    const auto Dim = wrap(Given, Rank);
    if (!Dim)
      return std::nullopt;
    Result[*Dim] = true;
  }
  return Result;
}

TensorValue reducedShape(const OperatorCall &Call, TensorValue Result) {
  // Not max(x, y), nor sums of lists.
  if (!Call.find("self") || Call.find("other") || Call.find("names"))
    return Result;
  const auto Keeps =
      Call.find("keepdim") ? valueOf<bool>(Call, "keepdim") : false;
  if (!Keeps)
    return Result;
  if (!Call.find("dim") && !*Keeps) {
    Result.Sizes = Call.here(IntList());
    Result.Order = Call.here(TensorValue::Layout::Contiguous);
    return Result;
  }
  const TensorValue Self = Call.tensor("self");
  const auto Dims =
      Self.Sizes ? reducedDims(Call, Self.Sizes->Value.size()) : std::nullopt;
  if (!Dims)
    return Result;
  IntList Sizes;
  for (auto [Size, IsReduced] : llvm::zip(Self.Sizes->Value, *Dims))
    if (!IsReduced)
      Sizes.push_back(Size);
    else if (*Keeps)
      Sizes.push_back(1);
  Result.Sizes = Call.here(std::move(Sizes));
  return Result;
}

} // namespace aoti_tidy
