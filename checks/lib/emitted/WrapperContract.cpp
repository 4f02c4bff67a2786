// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From facts to the contract.
#include "checks/lib/emitted/SizeText.h"
#include "checks/lib/emitted/WrapperFacts.h"
#include "checks/lib/emitted/WrapperModel.h"
#include "checks/lib/package/Era.h"
#include "checks/lib/prove/Polynomial.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {
namespace {

using Expression = std::optional<IndexExpr>;

std::optional<int64_t> constantOf(const Expression &E) {
  return E && E->op() == IndexExpr::Op::Constant ? std::optional(E->constant())
                                                 : std::nullopt;
}

bool isContiguous(llvm::ArrayRef<Expression> Sizes,
                  llvm::ArrayRef<Expression> Strides) {
  Expression Expected = 1;
  for (size_t Dim = Strides.size(); Dim-- > 0;) {
    if (!Expected || !Strides[Dim] ||
        sizeText(*Strides[Dim]) != sizeText(*Expected))
      return false;
    Expected = Sizes[Dim] ? Expression(*Sizes[Dim] * *Expected) : std::nullopt;
  }
  return true;
}

std::optional<int64_t> at(const std::map<size_t, int64_t> &Values, size_t Key) {
  const auto It = Values.find(Key);
  return It == Values.end() ? std::nullopt : std::optional(It->second);
}

std::string problemOf(const WrapperFacts &Facts) {
  const auto Complete = [](std::optional<size_t> Count, const auto &Found,
                           auto HasName) {
    if (!Count || Found.size() != *Count)
      return false;
    size_t Next = 0;
    for (const auto &[Index, Item] : Found)
      if (Index != Next++ || !HasName(Item))
        return false;
    return true;
  };
  if (!Facts.HasRunImpl)
    return "its wrapper has no run_impl()";
  if (!Complete(Facts.InputCount, Facts.Inputs,
                [](const InputFacts &F) { return F.Name.has_value(); }))
    return "its wrapper does not name its inputs as any known torch does";
  if (!Complete(Facts.OutputCount, Facts.OutputNames,
                [](const std::string &) { return true; }))
    return "its wrapper does not name its outputs as any known torch does";
  return {};
}

/// The rank: the assertion lists the dimensions (torch 2.13 and newer);
/// otherwise each has some check.
std::optional<size_t> rankOf(const WrapperFacts &Facts, const InputFacts &F) {
  std::set<size_t> Checked;
  for (const auto *Of : {&F.Constants, &F.Lowers, &F.Uppers})
    for (const auto &[Dim, _] : *Of)
      Checked.insert(Dim);
  const size_t AtLeast =
      std::max(Checked.empty() ? 0 : *Checked.rbegin() + 1,
               F.Strides.empty() ? 0 : F.Strides.rbegin()->first + 1);
  if (F.Asserted)
    return F.Asserted->Sizes.size() >= AtLeast
               ? std::optional(F.Asserted->Sizes.size())
               : std::nullopt;
  // With aot_inductor.check_lowerbound=False there may be dimensions without.
  const bool AllAreChecked =
      F.HasCheck && (Facts.HasLowerBound || !Facts.HasSymbol);
  if (!AllAreChecked || Checked.size() != AtLeast)
    return std::nullopt;
  return AtLeast;
}

Dimension dimensionOf(const InputFacts &F, size_t Index) {
  Dimension Result;
  const Expression Size =
      F.Asserted ? Expression(F.Asserted->Sizes[Index]) : std::nullopt;
  auto Constant = at(F.Constants, Index);
  if (!Constant)
    Constant = constantOf(Size);
  if (Constant) {
    Result.Lower = Result.Upper = *Constant;
    Result.LowerChecked = Result.UpperChecked = true;
    return Result;
  }
  if (const auto Lower = at(F.Lowers, Index)) {
    Result.Lower = *Lower;
    Result.LowerChecked = true;
  }
  if (const auto Upper = at(F.Uppers, Index)) {
    Result.Upper = std::max(*Upper, Result.Lower);
    Result.UpperChecked = true;
  }
  const auto Symbol = F.Symbols.find(Index);
  if (Size)
    Result.Symbol = sizeText(*Size);
  else if (Symbol != F.Symbols.end())
    Result.Symbol = Symbol->second;
  return Result;
}

using Ranges = std::map<std::string, SizeRange, std::less<>>;

Ranges rangesOf(llvm::ArrayRef<TensorContract> Inputs) {
  Ranges Result;
  for (const TensorContract &Input : Inputs) {
    if (!Input.Dims)
      continue;
    for (const Dimension &D : *Input.Dims) {
      if (D.isConstant() || D.Symbol.empty())
        continue;
      SizeRange &R = Result[D.Symbol];
      R = {std::max(R.Lower, D.Lower), std::min(R.Upper, D.Upper)};
    }
  }
  return Result;
}

void addLayout(TensorContract &Output, const WrittenLayout &Layout,
               const Ranges &Known) {
  Output.Dims.emplace();
  for (const IndexExpr &Size : Layout.Sizes) {
    const auto [Lower, Upper] = sizeRange(
        Size, [&](llvm::StringRef Symbol) -> std::optional<SizeRange> {
          const auto It = Known.find(std::string_view(Symbol));
          return It == Known.end() ? std::nullopt : std::optional(It->second);
        });
    Dimension D;
    D.Lower = Lower;
    D.Upper = Upper;
    if (!constantOf(Size))
      D.Symbol = sizeText(Size);
    Output.Dims->push_back(std::move(D));
  }
  for (const IndexExpr &Stride : Layout.Strides)
    Output.Strides.push_back(constantOf(Stride));
  const std::vector<Expression> Sizes(Layout.Sizes.begin(), Layout.Sizes.end()),
      Strides(Layout.Strides.begin(), Layout.Strides.end());
  Output.IsContiguous = isContiguous(Sizes, Strides);
}

TensorContract outputContract(const WrapperFacts &Facts, size_t Index,
                              llvm::ArrayRef<TensorContract> Inputs,
                              const Ranges &Known) {
  TensorContract Result;
  if (const auto It = Facts.Outputs.find(Index); It != Facts.Outputs.end()) {
    const TensorFacts &Tensor = Facts.Tensors[It->second];
    if (Tensor.Input && *Tensor.Input < Inputs.size()) {
      Result = Inputs[*Tensor.Input];
    } else {
      Result.Type = Facts.Model.Buffers[It->second].Type;
      Result.Device = Tensor.Device;
    }
    if (!Tensor.Input && Tensor.Layout)
      addLayout(Result, *Tensor.Layout, Known);
  }
  Result.Name = Facts.OutputNames.at(Index);
  return Result;
}

std::optional<std::vector<ConstantContract>>
constantsOf(const WrapperFacts &Facts) {
  if (Facts.ConstantCount != Facts.Constants.size())
    return std::nullopt;
  std::vector<ConstantContract> Result;
  for (const auto &[Index, C] : Facts.Constants) {
    if (Index != Result.size() || C.Name.empty())
      return std::nullopt;
    Result.push_back(C);
  }
  return Result;
}

struct SizeBound {
  std::string Symbol;
  bool IsLower;
  int64_t Value;
};

/// "2*u0 >= 4"
std::optional<SizeBound> boundIn(const IndexExpr &Condition) {
  using Op = IndexExpr::Op;
  const bool IsNegated = Condition.op() == Op::Not;
  const IndexExpr &C = IsNegated ? Condition.operands()[0] : Condition;
  if (C.op() != Op::Less && C.op() != Op::LessEqual)
    return std::nullopt;
  const bool IsStrict = (C.op() == Op::Less) != IsNegated;
  std::optional<Variable> Of;
  bool IsOfOne = true;
  const Polynomial NotNegative = toPolynomial(
      C.operands()[!IsNegated] - C.operands()[IsNegated] - IsStrict,
      [&](const IndexExpr &E) {
        IsOfOne &= E.op() == Op::Variable && (!Of || *Of == E.variable());
        if (IsOfOne)
          Of = E.variable();
        return Polynomial::unknown(0);
      });
  const Polynomial P = NotNegative.tightened();
  const auto Factor = P.linearFactor(0);
  if (!IsOfOne || !Of || !Factor || *Factor == 0)
    return std::nullopt;
  const bool IsLower = *Factor > 0;
  return SizeBound{Of->Name, IsLower, IsLower ? -P.constant() : P.constant()};
}

void addRequired(const WrapperFacts &Facts, ModelContract &Model) {
  std::map<std::string, std::pair<size_t, size_t>, std::less<>> ReadFrom;
  for (const SizeSymbol &S : Facts.Model.Symbols)
    if (S.Input && S.Dim && !S.Value)
      ReadFrom.try_emplace(S.Name, *S.Input, *S.Dim);
  const auto Narrow = [&](const SizeBound &B) {
    const auto From = ReadFrom.find(B.Symbol);
    if (From == ReadFrom.end())
      return;
    for (const auto &[Input, T] : llvm::enumerate(*Model.Inputs))
      for (size_t Dim = 0; T.Dims && Dim < T.Dims->size(); ++Dim) {
        Dimension &D = (*T.Dims)[Dim];
        if (D.isConstant() || D.Symbol != B.Symbol)
          continue;
        const bool IsRead = From->second == std::pair(Input, Dim);
        if (B.IsLower && B.Value >= D.Lower && B.Value > 0) {
          D.Lower = B.Value;
          D.LowerAlways = IsRead;
          D.LowerChecked |= IsRead;
        } else if (!B.IsLower && B.Value <= D.Upper && B.Value >= D.Lower) {
          D.Upper = B.Value;
          D.UpperAlways = IsRead;
          D.UpperChecked |= IsRead;
        }
      }
  };
  const SourceTerms Terms(Facts.Model.Symbols);
  for (const IndexExpr &Required : Facts.Required) {
    const IndexExpr All = Terms.of(Required);
    const bool IsAnd = All.op() == IndexExpr::Op::And;
    for (const IndexExpr &C :
         IsAnd ? All.operands() : llvm::ArrayRef<IndexExpr>(All)) {
      bool IsOfInputs = true, HasSize = false;
      C.forEachVariable([&](const Variable &V) {
        IsOfInputs &= ReadFrom.contains(V.Name);
        HasSize = true;
      });
      if (const auto Bound = boundIn(C))
        Narrow(*Bound);
      else if (IsOfInputs && HasSize &&
               !llvm::is_contained(Model.Assumptions, C))
        Model.Assumptions.push_back(C);
    }
  }
}

InputChecks checksOf(const WrapperFacts &Facts) {
  if (!Facts.HasRunImpl)
    return InputChecks::Unknown;
  if (!Facts.DefinesChecks || !Facts.CallsChecks)
    return InputChecks::Never;
  return Facts.GatesChecks ? InputChecks::OnRequest : InputChecks::Always;
}

} // namespace

TensorContract inputContract(const WrapperFacts &Facts, const InputFacts &F) {
  TensorContract Result;
  Result.Name = F.Name.value_or("");
  Result.Type = F.Type;
  Result.Device = F.Device;
  const auto Rank = rankOf(Facts, F);
  if (!Rank)
    return Result;
  std::vector<Expression> Sizes, Strides;
  Result.Dims.emplace();
  for (size_t Dim = 0; Dim < *Rank; ++Dim) {
    const Dimension D = dimensionOf(F, Dim);
    Expression &Size = Sizes.emplace_back(), &Stride = Strides.emplace_back();
    if (D.isConstant())
      Size = D.Lower;
    else if (F.Asserted)
      Size = F.Asserted->Sizes[Dim];
    else if (!D.Symbol.empty())
      Size = IndexExpr::variable({D.Symbol, VariableKind::Symbol});
    if (const auto Checked = at(F.Strides, Dim))
      Stride = *Checked;
    else if (F.Asserted)
      Stride = F.Asserted->Strides[Dim];
    Result.Strides.push_back(constantOf(Stride));
    Result.Dims->push_back(D);
  }
  Result.IsContiguous = isContiguous(Sizes, Strides);
  return Result;
}

Contract contractOf(const WrapperFacts &Facts) {
  Contract Result;
  Result.Form = Contract::Kind::WrapperSource;
  Result.WrittenBy = eraOfInterface([&](llvm::StringRef Function) {
    return Facts.InterfaceFunctions.contains(std::string_view(Function));
  });
  ModelContract &Model = Result.Models.emplace_back();
  Model.Device = Facts.Device;
  Model.DeviceEvidence = Facts.DeviceEvidence;
  if (!Model.Device.empty())
    Model.DeviceFrom = Evidence::Inferred;
  Model.Checks = checksOf(Facts);
  Model.Kernels = Facts.Kernels;
  Model.Keywords = Facts.Keywords;
  Model.Leaves = Facts.Leaves;
  Model.OutputPaths = Facts.OutputPaths;
  Model.Constants = constantsOf(Facts);
  if (Model.Constants)
    Model.Store =
        Facts.HasWeights ? ConstantStore::Library : ConstantStore::Outside;
  Model.SourceMissing = problemOf(Facts);
  if (!Model.SourceMissing.empty())
    return Result;
  Model.Inputs.emplace();
  for (const auto &[_, F] : Facts.Inputs)
    Model.Inputs->push_back(inputContract(Facts, F));
  addRequired(Facts, Model);
  const Ranges Known = rangesOf(*Model.Inputs);
  Model.Outputs.emplace();
  for (const auto &[Index, _] : Facts.OutputNames)
    Model.Outputs->push_back(
        outputContract(Facts, Index, *Model.Inputs, Known));
  return Result;
}

} // namespace aoti_tidy
