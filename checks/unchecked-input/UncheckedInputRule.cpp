// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/EmittedContext.h"
#include "checks/lib/safety/InputGuards.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

/// Places that are named before they are only counted.
constexpr size_t MaxNamed = 4;

std::string list(llvm::ArrayRef<std::string> Texts) {
  std::string Result = llvm::join(Texts.take_front(MaxNamed), ", ");
  if (Texts.size() > MaxNamed)
    Result += fmt::format(" and {} more", Texts.size() - MaxNamed);
  return Result;
}

class Gaps {
public:
  explicit Gaps(const EmittedContext &Context) : Context(Context) {
    const EmittedModel &Model = Context.model();
    for (size_t I = 0; I < Model.Inputs.size(); ++I) {
      // It compares ranks and symbols, too.
      if (!placeOf(Model,
                   fmt::format("assert_size_stride({},", Model.Inputs[I].Name)))
        WithoutRank.push_back(Context.inputText(I));
      if (const auto &Dims = Model.Inputs[I].Dims)
        for (size_t Dim = 0; Dim < Dims->size(); ++Dim)
          add(I, Dim, (*Dims)[Dim]);
    }
  }

  llvm::ArrayRef<std::string> always() const { return Always; }
  bool hasDimensionWithoutLowerBound() const { return !NoLower.empty(); }
  std::string withoutLowerBound() const { return list(NoLower); }

  std::vector<std::string> texts() const {
    std::vector<std::string> Result;
    if (!WithoutRank.empty())
      Result.push_back(fmt::format("no check counts the dimensions of {}",
                                   list(WithoutRank)));
    for (const auto &[Symbol, Places] : Shared)
      if (Places.size() > 1)
        Result.push_back(fmt::format(
            "'{}' is read from {}; no check compares {} with it", Symbol,
            Places.front(), list(llvm::ArrayRef(Places).drop_front())));
    if (Symbols.size() > 1 && Context.model().Assumptions.empty())
      Result.push_back(fmt::format(
          "no check compares {} with each other, whatever torch._check says of "
          "them in the model",
          list(Symbols)));
    return Result;
  }

private:
  void add(size_t Input, size_t Dim, const Dimension &D) {
    if (D.isConstant())
      return;
    if (D.LowerAlways || D.UpperAlways)
      Always.push_back(dimensionText(Input, Dim));
    if (!D.LowerChecked)
      NoLower.push_back(dimensionText(Input, Dim));
    if (D.Symbol.empty())
      return;
    const std::string Quoted = fmt::format("'{}'", D.Symbol);
    if (llvm::all_of(D.Symbol, llvm::isAlnum) &&
        !llvm::is_contained(Symbols, Quoted))
      Symbols.push_back(Quoted);
    auto &Places = Shared[D.Symbol];
    // The wrapper reads the first; the assert compares the others.
    if (Places.empty() ||
        llvm::is_contained(WithoutRank, Context.inputText(Input)))
      Places.push_back(dimensionText(Input, Dim));
  }

  /// "dimension 0 of input 1 ('mask')"
  std::string dimensionText(size_t Input, size_t Dim) const {
    return fmt::format("dimension {} of {}", Dim, Context.inputText(Input));
  }

  const EmittedContext &Context;
  std::vector<std::string> WithoutRank, NoLower, Always, Symbols;
  std::map<std::string, std::vector<std::string>> Shared;
};

std::string inputsText(const EmittedModel &Model) {
  return Model.Inputs.size() == 1
             ? "its input"
             : fmt::format("its {} inputs", Model.Inputs.size());
}

} // namespace

/// Finds models that do not check their inputs, by default or always. Notes
/// name what goes unnoticed although the checks run.
///
/// Page: docs/checks/aoti-unchecked-input.md
std::vector<Finding> findUncheckedInput(EmittedContext &Context) {
  const EmittedModel &Model = Context.model();
  const auto Entry = placeOf(Model, "::run_impl(");
  if (Model.Inputs.empty() || Model.Checks == InputChecks::Unknown || !Entry)
    return {};
  const Gaps Left(Context);
  Finding F;
  F.Where = locate(Model, *Entry);
  switch (Model.Checks) {
  case InputChecks::Never:
    F.Message = fmt::format(
        "the model does not check {}: another dtype, shape, stride or device "
        "gives garbage or a crash, or happens to work; check them before "
        "run(), or compile with torch 2.7 or newer, whose code can",
        inputsText(Model));
    return {std::move(F)};
  case InputChecks::OnRequest:
    F.Message = fmt::format(
        "the model checks {} only with AOTI_RUNTIME_CHECK_INPUTS=1 in the "
        "environment of its first run; without, another dtype, shape, stride "
        "or device gives garbage or a crash, or happens to work; set it, or "
        "check them before run()",
        inputsText(Model));
    if (const auto Gate = runtimeCheckGate(Model))
      F.Where = locate(Model, *Gate);
    break;
  default:
    if (!Left.hasDimensionWithoutLowerBound())
      return {};
    F.Message = fmt::format(
        "the model has no check for sizes that are too small: {}; {}",
        Left.withoutLowerBound(), LowerBoundCure);
    break;
  }
  if (Model.Checks == InputChecks::OnRequest &&
      Left.hasDimensionWithoutLowerBound())
    F.Notes.emplace_back(
        F.Where,
        fmt::format("with it, too, sizes of 0 pass in {}: no lower bound is "
                    "emitted",
                    Left.withoutLowerBound()));
  const bool SaysWhen =
      Model.Checks == InputChecks::OnRequest && F.Notes.empty();
  for (const std::string &Text : Left.texts())
    F.Notes.emplace_back(
        F.Where, (SaysWhen && F.Notes.empty() ? "with it, too, " : "") + Text);
  if (!Left.always().empty() && Model.Checks != InputChecks::Always)
    F.Notes.emplace_back(F.Where,
                         fmt::format("only the range of {} is checked at every "
                                     "run",
                                     list(Left.always())));
  return {std::move(F)};
}

} // namespace aoti_tidy
