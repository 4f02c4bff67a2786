// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/script/SymbolicValue.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy::python {

using Kind = SymbolicValue::Kind;

/// Longer lists have their elements anywhere.
constexpr size_t MaxElements = 64;
constexpr unsigned MaxLists = 3; ///< lists in lists

static bool isSize(const SymbolicValue &V) { return V.is(Kind::Size); }

bool SymbolicValue::isSizes() const {
  return is(Kind::List) && !elements().empty() &&
         llvm::all_of(elements(), isSize);
}

bool SymbolicValue::hasSizes() const {
  return is(Kind::List) && llvm::any_of(elements(), isSize);
}

bool SymbolicValue::isMadeOfSizes(unsigned Depth) const {
  return is(Kind::Size) || (is(Kind::List) && Depth < MaxLists &&
                            llvm::any_of(
                                elements(),
                                [&](const SymbolicValue &E) {
                                  return E.isMadeOfSizes(Depth + 1);
                                }));
}

SymbolicValue SymbolicValue::at(int64_t Index) const {
  const int64_t Count = elements().size();
  if (IsCounted) {
    const int64_t At = Index < 0 ? Index + Count : Index;
    return 0 <= At && At < Count ? elements()[At] : SymbolicValue();
  }
  // Any of them may be there.
  const auto IsSame = [&](const SymbolicValue &E) {
    return E.Is == elements().front().Is;
  };
  return llvm::all_of(elements(), IsSame) ? anyElement() : SymbolicValue();
}

SymbolicValue SymbolicValue::anyElement() const {
  SymbolicValue Result;
  for (size_t I = 0; I < elements().size(); ++I)
    Result = I == 0 ? elements()[I] : join(Result, elements()[I]);
  return Result;
}

SymbolicValue SymbolicValue::shape() const {
  if (!is(Kind::Tensor))
    return {};
  if (Elements) {
    SymbolicValue Result = *this;
    Result.Is = Kind::List;
    return Result;
  }
  return isSized() ? list({size(true, true)}, false) : SymbolicValue();
}

SymbolicValue SymbolicValue::constant(bool IsInteger,
                                      std::optional<bool> Truth) {
  SymbolicValue Result = of(Kind::Constant);
  Result.IsInteger = IsInteger;
  Result.Truth = Truth;
  return Result;
}

SymbolicValue SymbolicValue::size(bool IsInteger, bool IsDimension) {
  SymbolicValue Result = of(Kind::Size);
  Result.IsInteger = IsInteger;
  Result.IsDimension = IsDimension;
  return Result;
}

SymbolicValue SymbolicValue::tensor(bool HasSizes) {
  SymbolicValue Result = of(Kind::Tensor);
  Result.HasData = true;
  Result.HasSizes = HasSizes;
  return Result;
}

SymbolicValue SymbolicValue::list(std::vector<SymbolicValue> Elements,
                                  bool IsCounted) {
  SymbolicValue Result = of(Kind::List);
  Result.IsCounted = IsCounted && Elements.size() <= MaxElements;
  if (Elements.size() > MaxElements)
    Elements.resize(MaxElements);
  Result.Elements =
      std::make_shared<const std::vector<SymbolicValue>>(std::move(Elements));
  return Result;
}

SymbolicValue SymbolicValue::join(const SymbolicValue &A,
                                  const SymbolicValue &B) {
  if (A.is(Kind::None))
    return B;
  if (B.is(Kind::None))
    return A;
  if (A.is(Kind::List) && B.is(Kind::List)) {
    std::vector<SymbolicValue> All = A.elements();
    const bool IsCounted = A.IsCounted && B.IsCounted &&
                           A.elements().size() == B.elements().size();
    if (IsCounted)
      for (auto [Element, Other] : llvm::zip(All, B.elements()))
        Element = join(Element, Other);
    else
      llvm::append_range(All, B.elements());
    return list(std::move(All), IsCounted);
  }
  // One way is enough to freeze something.
  const auto IsNumber = [](const SymbolicValue &V) {
    return !V.is(Kind::Tensor) && !V.is(Kind::List);
  };
  if ((A.is(Kind::Size) && IsNumber(B)) || (B.is(Kind::Size) && IsNumber(A)))
    return size(A.IsInteger && B.IsInteger, A.IsDimension && B.IsDimension);
  if (A.Is != B.Is)
    return {};
  SymbolicValue Result = A;
  Result.IsInteger &= B.IsInteger;
  Result.HasData &= B.HasData;
  Result.HasSizes &= B.HasSizes;
  Result.IsOfModel |= B.IsOfModel;
  if (A.Truth != B.Truth)
    Result.Truth.reset();
  if (A.Elements != B.Elements)
    Result.Elements.reset();
  return Result;
}

} // namespace aoti_tidy::python
