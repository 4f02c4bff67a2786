// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/Conformance.h"
#include "checks/lib/finding/Finding.h"
#include "checks/lib/tensor/TensorOpTables.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <fmt/format.h>
#include <functional>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Kind = Violation::Kind;

/// The first violation of \p Check, if each way has one of that kind and
/// dimension.
std::optional<Violation> onEveryWay(
    const TensorValues &Ways,
    const std::function<std::optional<Violation>(const TensorValue &)> &Check) {
  std::optional<Violation> First;
  for (const TensorValue &Value : Ways) {
    auto Found = Check(Value);
    if (!Found ||
        (First && (First->What != Found->What || First->Dim != Found->Dim)))
      return std::nullopt;
    if (!First) {
      First = std::move(Found);
      First->Value = Value;
    }
  }
  return First;
}

std::optional<Violation> checkDevice(StringRef Wanted,
                                     const TensorValue &Value) {
  if (Wanted.empty() || !Value.Device || Value.Device->Value.Type.empty() ||
      Value.Device->Value.Type == Wanted)
    return std::nullopt;
  Violation V{Kind::Device};
  V.From = Value.Device->From;
  return V;
}

std::optional<Violation> checkType(const TensorContract &Input,
                                   const TensorValue &Value) {
  if (!Input.Type || !Value.Type || Value.Type->Value == *Input.Type)
    return std::nullopt;
  Violation V{Kind::DType};
  V.From = Value.Type->From;
  return V;
}

struct SymbolSize {
  int64_t Size;
  unsigned Input, Dim;
};

std::optional<Violation>
checkDimension(const Dimension &Dim, int64_t Size,
               const llvm::StringMap<SymbolSize> &Symbols) {
  Violation V{Kind::Constant};
  V.Got = Size;
  const auto Shared = Symbols.find(Dim.Symbol);
  const bool IsShared = !Dim.Symbol.empty() && Shared != Symbols.end();
  // Reported with the other input.
  if (IsShared && Shared->second.Size == Size)
    return std::nullopt;
  if (!Dim.allows(Size)) {
    const bool Small = Size < Dim.Lower;
    V.Wanted = Small ? Dim.Lower : Dim.Upper;
    if (!Dim.isConstant())
      V.What = Small ? Kind::TooSmall : Kind::TooLarge;
    return V;
  }
  if (!IsShared)
    return std::nullopt;
  V.What = Kind::Shared;
  V.Wanted = Shared->second.Size;
  V.OtherInput = Shared->second.Input;
  V.OtherDim = Shared->second.Dim;
  return V;
}

std::vector<Extent> stridesOf(const TensorValue &Value) {
  if (Value.Order.Value == TensorValue::Layout::Strided)
    return Value.Strides;
  if (Value.Order.Value != TensorValue::Layout::Contiguous || !Value.Sizes)
    return {};
  return contiguousStrides(Value.Sizes->Value);
}

std::optional<Violation> checkStrides(const TensorContract &Input,
                                      const TensorValue &Value) {
  const std::vector<Extent> Strides = stridesOf(Value);
  if (Input.Strides.empty() || Strides.size() != Input.Strides.size())
    return std::nullopt;
  for (size_t I = 0; I < Strides.size(); ++I) {
    if (!Strides[I] || !Input.Strides[I] || *Strides[I] == *Input.Strides[I])
      continue;
    Violation V{Kind::Stride};
    V.Dim = I;
    V.Got = *Strides[I];
    V.Wanted = *Input.Strides[I];
    V.From = Value.Order.From ? Value.Order.From : Value.Sizes->From;
    return V;
  }
  return std::nullopt;
}

std::optional<Violation>
checkShape(const TensorContract &Input, const TensorValue &Value,
           const llvm::StringMap<SymbolSize> &Symbols) {
  if (!Input.Dims || !Value.Sizes)
    return std::nullopt;
  const auto &Sizes = Value.Sizes->Value;
  std::optional<Violation> Found;
  if (Sizes.size() != Input.Dims->size()) {
    Found = Violation{Kind::Rank};
    Found->Got = Sizes.size();
    Found->Wanted = Input.Dims->size();
  }
  for (size_t I = 0; !Found && I < Sizes.size(); ++I)
    if (Sizes[I]) {
      Found = checkDimension((*Input.Dims)[I], *Sizes[I], Symbols);
      if (Found)
        Found->Dim = I;
    }
  if (!Found)
    return checkStrides(Input, Value);
  Found->From = Value.Sizes->From;
  return Found;
}

/// Records this input's sizes of symbols where all ways agree.
void bindSymbols(const TensorContract &Input, unsigned Index,
                 const TensorValues &Ways,
                 llvm::StringMap<SymbolSize> &Symbols) {
  if (!Input.Dims || Ways.empty())
    return;
  for (size_t Dim = 0; Dim < Input.Dims->size(); ++Dim) {
    Extent Size;
    const bool Agree = llvm::all_of(Ways, [&](const TensorValue &Value) {
      if (!Value.Sizes || Value.Sizes->Value.size() != Input.Dims->size() ||
          !Value.Sizes->Value[Dim] ||
          (Size && *Size != *Value.Sizes->Value[Dim]))
        return false;
      Size = Value.Sizes->Value[Dim];
      return true;
    });
    const std::string &Symbol = (*Input.Dims)[Dim].Symbol;
    if (Agree && !Symbol.empty())
      Symbols.try_emplace(Symbol,
                          SymbolSize{*Size, Index, static_cast<unsigned>(Dim)});
  }
}

/// The first of \p Assumptions that \p Symbols break and that is about the
/// input.
std::optional<Violation>
brokenAssumption(llvm::ArrayRef<IndexExpr> Assumptions,
                 const llvm::StringMap<SymbolSize> &Symbols) {
  for (const IndexExpr &Assumed : Assumptions) {
    std::map<std::string, SymbolSize> Known;
    const auto Holds =
        Assumed.evaluate([&](const Variable &V) -> std::optional<int64_t> {
          const auto It = Symbols.find(V.Name);
          if (It == Symbols.end())
            return std::nullopt;
          Known.insert_or_assign(V.Name, It->second);
          return It->second.Size;
        });
    if (Holds != 0 || Known.empty())
      continue;
    const auto &[Size, Input, Dim] = Known.rbegin()->second;
    Violation V{Kind::Assumed};
    V.Input = Input;
    V.Dim = Dim;
    V.Got = Size;
    std::vector<std::string> Sizes;
    for (const auto &[Name, Of] : Known)
      Sizes.push_back(fmt::format("{} = {}", Name, Of.Size));
    V.Assumption =
        fmt::format("'{}' with {}", Assumed.str(), joinedByAnd(Sizes));
    return V;
  }
  return std::nullopt;
}

} // namespace

StringRef deviceOfInput(const ModelContract &Model, unsigned Index) {
  if (Model.Inputs && Index < Model.Inputs->size() &&
      !(*Model.Inputs)[Index].Device.empty())
    return (*Model.Inputs)[Index].Device;
  // Models for the CPU read no other memory; models for a GPU may take sizes
  // and positions on the CPU.
  return Model.Device == "cpu" ? StringRef(Model.Device) : StringRef();
}

static std::vector<Violation>
violationsAsGiven(const ModelContract &Model,
                  llvm::ArrayRef<TensorValues> Inputs) {
  std::vector<Violation> Result;
  llvm::StringMap<SymbolSize> Symbols;
  for (unsigned I = 0; I < Inputs.size(); ++I) {
    const auto Add = [&](auto Check) {
      if (auto V = onEveryWay(Inputs[I], Check)) {
        V->Input = I;
        Result.push_back(std::move(*V));
      }
    };
    const StringRef Device = deviceOfInput(Model, I);
    Add([&](const TensorValue &Value) { return checkDevice(Device, Value); });
    if (!Model.Inputs || I >= Model.Inputs->size())
      continue;
    const TensorContract &Input = (*Model.Inputs)[I];
    Add([&](const TensorValue &Value) { return checkType(Input, Value); });
    Add([&](const TensorValue &Value) {
      return checkShape(Input, Value, Symbols);
    });
    bindSymbols(Input, I, Inputs[I], Symbols);
  }
  const auto IsOfSize = [](const Violation &V) {
    return V.What != Kind::Device && V.What != Kind::DType;
  };
  if (!llvm::any_of(Result, IsOfSize))
    if (auto V = brokenAssumption(Model.Assumptions, Symbols)) {
      V->Value = Inputs[V->Input].front();
      V->From = V->Value.Sizes->From;
      Result.push_back(std::move(*V));
    }
  return Result;
}

static const Violation *misfitOf(llvm::ArrayRef<Violation> Found,
                                 unsigned Index) {
  const auto *It = llvm::find_if(Found, [&](const Violation &V) {
    return V.Input == Index && V.What != Kind::Device && V.What != Kind::Stride;
  });
  return It == Found.end() ? nullptr : It;
}

/// Two inputs that would fit if they changed places, by all that is known.
static std::optional<std::pair<unsigned, unsigned>>
swappedIn(const ModelContract &Model, llvm::ArrayRef<TensorValues> Inputs,
          llvm::ArrayRef<Violation> Found) {
  llvm::SmallVector<unsigned, 4> Misfits;
  for (unsigned I = 0; I < Inputs.size(); ++I)
    if (misfitOf(Found, I))
      Misfits.push_back(I);
  // With more, each could be any other's.
  constexpr size_t MaxMisfits = 8;
  if (Misfits.size() < 2 || Misfits.size() > MaxMisfits)
    return std::nullopt;
  std::vector<TensorValues> Changed = Inputs.vec();
  for (unsigned I : Misfits)
    for (unsigned J : Misfits) {
      if (I >= J)
        continue;
      std::swap(Changed[I], Changed[J]);
      const auto Then = violationsAsGiven(Model, Changed);
      std::swap(Changed[I], Changed[J]);
      if (!misfitOf(Then, I) && !misfitOf(Then, J))
        return std::pair(I, J);
    }
  return std::nullopt;
}

static bool isSameDefect(const ModelContract &Model, const Violation &A,
                         const Violation &B) {
  if (A.What != B.What || A.From != B.From || !A.From || A.Dim != B.Dim ||
      A.Got != B.Got || A.Wanted != B.Wanted || A.What == Kind::Swapped)
    return false;
  if (A.What == Kind::Device)
    return A.Value.Device == B.Value.Device &&
           deviceOfInput(Model, A.Input) == deviceOfInput(Model, B.Input);
  const TensorContract &One = (*Model.Inputs)[A.Input];
  const TensorContract &Other = (*Model.Inputs)[B.Input];
  if (A.What == Kind::DType)
    return A.Value.Type == B.Value.Type && One.Type == Other.Type;
  return A.Value.Sizes == B.Value.Sizes && A.Value.Order == B.Value.Order &&
         A.Value.Strides == B.Value.Strides && A.OtherInput == B.OtherInput &&
         A.OtherDim == B.OtherDim && One.IsContiguous == Other.IsContiguous &&
         One.Dims && Other.Dims &&
         shapeText(*One.Dims) == shapeText(*Other.Dims);
}

/// run({x, x}), where x is of a wrong type: one defect.
static std::vector<Violation> oneOfEachDefect(const ModelContract &Model,
                                              std::vector<Violation> All) {
  std::vector<Violation> Result;
  for (Violation &V : All) {
    const auto Same = llvm::find_if(Result, [&](const Violation &Earlier) {
      return isSameDefect(Model, Earlier, V);
    });
    if (Same == Result.end())
      Result.push_back(std::move(V));
    else
      Same->Also.push_back(V.Input);
  }
  return Result;
}

std::vector<Violation> violations(const ModelContract &Model,
                                  llvm::ArrayRef<TensorValues> Inputs) {
  std::vector<Violation> Result = violationsAsGiven(Model, Inputs);
  const auto Pair = swappedIn(Model, Inputs, Result);
  if (!Pair)
    return oneOfEachDefect(Model, std::move(Result));
  Violation Swapped = *misfitOf(Result, Pair->first);
  Swapped.What = Kind::Swapped;
  Swapped.OtherInput = Pair->second;
  // The other inputs are judged by the intended sizes.
  std::vector<TensorValues> Meant = Inputs.vec();
  std::swap(Meant[Pair->first], Meant[Pair->second]);
  const auto IsOfPair = [&](const Violation &V) {
    return V.Input == Pair->first || V.Input == Pair->second;
  };
  llvm::erase_if(Result,
                 [](const Violation &V) { return V.What != Kind::Device; });
  Result.push_back(std::move(Swapped));
  for (Violation &V : violationsAsGiven(Model, Meant))
    if (V.What != Kind::Device && !IsOfPair(V))
      Result.push_back(std::move(V));
  return oneOfEachDefect(Model, std::move(Result));
}

std::string subjectOf(const Violation &V, StringRef Verb) {
  if (V.Also.empty())
    return fmt::format("input {} {}", V.Input, Verb.str());
  std::vector<std::string> Numbers = {std::to_string(V.Input)};
  for (unsigned Input : V.Also)
    Numbers.push_back(std::to_string(Input));
  return fmt::format("inputs {} {}", joinedByAnd(Numbers),
                     Verb == "is" ? "are" : "have");
}

std::string shapeText(llvm::ArrayRef<Extent> Sizes) {
  std::vector<std::string> Texts;
  for (const Extent &Size : Sizes)
    Texts.push_back(Size ? std::to_string(*Size) : "?");
  return "[" + llvm::join(Texts, ", ") + "]";
}

std::string shapeText(llvm::ArrayRef<Dimension> Dims) {
  std::vector<std::string> Texts;
  for (const Dimension &Dim : Dims) {
    if (Dim.isConstant())
      Texts.push_back(std::to_string(Dim.Lower));
    else if (Dim.Lower == 0 && Dim.Upper == Dimension::Unbounded &&
             Dim.Symbol.empty())
      Texts.push_back("?");
    else if (Dim.Upper == Dimension::Unbounded)
      Texts.push_back(fmt::format("{}..", Dim.Lower));
    else
      Texts.push_back(fmt::format("{}..{}", Dim.Lower, Dim.Upper));
  }
  return "[" + llvm::join(Texts, ", ") + "]";
}

std::string loadedHereText(StringRef Package) {
  return Package.str() + " is loaded here";
}

} // namespace aoti_tidy
