// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/WrapperSource.h"
#include "checks/lib/emitted/WrapperFacts.h"
#include "checks/lib/package/Era.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace aoti_tidy {
namespace {

using Expression = std::optional<SizeExpression>;
using Range = SizeExpression::Range;

/// What the facts of a wrapper amount to.
class Summary {
public:
  explicit Summary(WrapperFacts F) : Facts(std::move(F)) {}
  WrapperSource take();

private:
  std::string problem() const;
  std::optional<size_t> rankOf(const InputFacts &F) const;
  TensorContract input(const InputFacts &F);
  TensorContract output(size_t Index) const;
  Dimension dimension(const InputFacts &F, size_t Index) const;
  std::optional<Range> rangeOf(llvm::StringRef Symbol) const;
  InputChecks checks() const;

  WrapperFacts Facts;
  ByName<Range> Ranges; ///< of symbols that are sizes of inputs
  std::vector<TensorContract> Inputs;
};

/// Whether \p Strides are those of a row-major tensor without gaps.
bool isContiguous(llvm::ArrayRef<Expression> Sizes,
                  llvm::ArrayRef<Expression> Strides) {
  Expression Expected = SizeExpression(1);
  for (size_t Dim = Strides.size(); Dim-- > 0;) {
    if (!Expected || !Strides[Dim] || *Strides[Dim] != *Expected)
      return false;
    Expected = Sizes[Dim] ? SizeExpression::product(*Expected, *Sizes[Dim])
                          : std::nullopt;
  }
  return true;
}

std::optional<int64_t> at(const std::map<size_t, int64_t> &Values, size_t Key) {
  const auto It = Values.find(Key);
  return It == Values.end() ? std::nullopt : std::optional(It->second);
}

std::string Summary::problem() const {
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

/// The number of dimensions, which no check compares: the assertion lists them
/// (torch 2.13 and newer); otherwise, each of them has some check.
std::optional<size_t> Summary::rankOf(const InputFacts &F) const {
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

Dimension Summary::dimension(const InputFacts &F, size_t Index) const {
  Dimension Result;
  const Expression Size = F.Asserted ? F.Asserted->Sizes[Index] : std::nullopt;
  auto Constant = at(F.Constants, Index);
  if (!Constant && Size)
    Constant = Size->constant();
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
    Result.Symbol = Size->str();
  else if (F.Asserted)
    Result.Symbol = F.Asserted->SizeTexts[Index];
  else if (Symbol != F.Symbols.end())
    Result.Symbol = Symbol->second;
  return Result;
}

TensorContract Summary::input(const InputFacts &F) {
  TensorContract Result;
  Result.Name = *F.Name;
  Result.Type = F.Type;
  Result.Device = F.Device;
  const auto Rank = rankOf(F);
  if (!Rank)
    return Result;
  std::vector<Expression> Sizes, Strides;
  Result.Dims.emplace();
  for (size_t Dim = 0; Dim < *Rank; ++Dim) {
    const Dimension D = dimension(F, Dim);
    Expression Stride = F.Asserted ? F.Asserted->Strides[Dim] : std::nullopt;
    if (const auto Checked = at(F.Strides, Dim))
      Stride = SizeExpression(*Checked);
    Sizes.push_back(D.isConstant() ? Expression(SizeExpression(D.Lower))
                    : F.Asserted   ? F.Asserted->Sizes[Dim]
                    : D.Symbol.empty()
                        ? std::nullopt
                        : Expression(SizeExpression::named(D.Symbol)));
    Result.Strides.push_back(Stride ? Stride->constant() : std::nullopt);
    Strides.push_back(std::move(Stride));
    if (Sizes.back() && !Sizes.back()->symbol().empty()) {
      Range &R = Ranges
                     .try_emplace(Sizes.back()->symbol().str(),
                                  Range{D.Lower, D.Upper})
                     .first->second;
      R = {std::max(R.Lower, D.Lower), std::min(R.Upper, D.Upper)};
    }
    Result.Dims->push_back(D);
  }
  Result.IsContiguous = isContiguous(Sizes, Strides);
  return Result;
}

std::optional<Range> Summary::rangeOf(llvm::StringRef Symbol) const {
  const auto It = Ranges.find(std::string_view(Symbol));
  return It == Ranges.end() ? std::nullopt : std::optional(It->second);
}

TensorContract Summary::output(size_t Index) const {
  TensorContract Result;
  const auto It = Facts.Outputs.find(Index);
  if (It != Facts.Outputs.end()) {
    const BufferFacts &F = It->second;
    if (F.Input && *F.Input < Inputs.size()) {
      Result = Inputs[*F.Input];
    } else {
      Result.Type = F.Type;
      Result.Device = F.Device;
    }
    if (!F.Input && F.Layout) {
      Result.Dims.emplace();
      for (const auto &[Size, Text] :
           llvm::zip(F.Layout->Sizes, F.Layout->SizeTexts)) {
        Dimension D;
        if (Size) {
          const auto [Lower, Upper] =
              Size->range([&](llvm::StringRef S) { return rangeOf(S); });
          D.Lower = Lower;
          D.Upper = Upper;
        }
        if (!Size || !Size->constant())
          D.Symbol = Size ? Size->str() : Text;
        Result.Dims->push_back(std::move(D));
      }
      for (const Expression &Stride : F.Layout->Strides)
        Result.Strides.push_back(Stride ? Stride->constant() : std::nullopt);
      Result.IsContiguous = isContiguous(F.Layout->Sizes, F.Layout->Strides);
    }
  }
  Result.Name = Facts.OutputNames.at(Index);
  return Result;
}

InputChecks Summary::checks() const {
  if (!Facts.HasRunImpl)
    return InputChecks::Unknown;
  if (!Facts.DefinesChecks || !Facts.CallsChecks)
    return InputChecks::Never;
  return Facts.GatesChecks ? InputChecks::OnRequest : InputChecks::Always;
}

WrapperSource Summary::take() {
  WrapperSource Result;
  Result.Checks = checks();
  Result.Device = Facts.Device;
  Result.DeviceEvidence = Facts.DeviceEvidence;
  Result.WrittenBy = eraOfInterface([&](llvm::StringRef Function) {
    return Facts.InterfaceFunctions.contains(std::string_view(Function));
  });
  Result.Missing = problem();
  if (Result.Missing.empty()) {
    for (const auto &[_, F] : Facts.Inputs)
      Inputs.push_back(input(F));
    Result.Outputs.emplace();
    for (const auto &[Index, _] : Facts.OutputNames)
      Result.Outputs->push_back(output(Index));
    Result.Inputs = std::move(Inputs);
  }
  Result.Kernels = std::move(Facts.Kernels);
  return Result;
}

} // namespace

std::optional<WrapperSource> readWrapperSource(llvm::StringRef Text) {
  WrapperFacts Facts = readWrapperFacts(Text);
  if (!Facts.HasModel)
    return std::nullopt;
  return Summary(std::move(Facts)).take();
}

} // namespace aoti_tidy
