// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The shape of what is left of a tensor when some of its dimensions, or all, are
// added up: sum, mean, amax.
#include "checks/lib/tensor/TensorOpTables.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {

/// Which of \p Rank dimensions 'dim' names; nothing if that is not known.
static std::optional<std::vector<bool>> reducedDims(const OperatorCall &Call,
                                                    size_t Rank) {
  const auto Dims = Call.list("dim");
  // Of no dimensions, some operators reduce none, and some all.
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

/// Whether the reduced dimensions stay, of size 1; nothing if not known.
static std::optional<bool> keepsDims(const OperatorCall &Call) {
  if (!Call.find("keepdim"))
    return false;
  const auto *Given = Call.get<bool>("keepdim");
  return Given ? std::optional(*Given) : std::nullopt;
}

TensorValue reducedShape(const OperatorCall &Call, TensorValue Result) {
  // Not of max(x, y), and of sums that have no object: of lists.
  if (!Call.find("self") || Call.find("other") || Call.find("names"))
    return Result;
  const auto Keeps = keepsDims(Call);
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
