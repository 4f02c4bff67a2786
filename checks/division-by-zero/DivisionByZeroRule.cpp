// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/EmittedContext.h"
#include "checks/lib/package/Conformance.h"
#include "checks/lib/safety/AccessText.h"
#include "checks/lib/safety/InputGuards.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

namespace aoti_tidy {
namespace {

/// The sizes of inputs that \p Divisor is made of.
std::vector<const SizeSymbol *> sizesIn(const EmittedModel &Model,
                                        const IndexExpr &Divisor) {
  std::vector<const SizeSymbol *> Result;
  for (const Variable &V : variablesOf(Divisor))
    for (const SizeSymbol &S : Model.Symbols)
      if (S.Name == V.Name && S.Input && S.Dim && !S.Value)
        Result.push_back(&S);
  return Result;
}

/// "input 1 has shape [0, 4] and input 2 has shape [3]"
std::string shapesText(const EmittedContext &Context, const DivisionByZero &D,
                       llvm::ArrayRef<const SizeSymbol *> Sizes) {
  std::vector<std::string> Texts;
  for (const SizeSymbol *S : Sizes) {
    std::string Text =
        fmt::format("{} has shape {}", Context.inputText(*S->Input),
                    shapeText(D.Shapes[*S->Input]));
    if (!llvm::is_contained(Texts, Text))
      Texts.push_back(std::move(Text));
  }
  return llvm::join(Texts, " and ");
}

std::optional<Finding> findingOf(const EmittedContext &Context,
                                 const DivisionByZero &D) {
  const EmittedModel &Model = Context.model();
  const auto Sizes = sizesIn(Model, D.Divisor);
  if (Sizes.empty())
    return std::nullopt;
  const std::string By = D.In->IsOperator
                             ? fmt::format("{} divides by '{}', which",
                                           inCode(D.In->Name), D.What->Message)
                             : fmt::format("the divisor '{}'", D.What->Message);
  std::string Text =
      fmt::format("{} is 0 if {}, and the process dies of SIGFPE", By,
                  shapesText(Context, D, Sizes));
  Text += D.Divisor.op() == IndexExpr::Op::Variable
              ? "; declare the dimension with Dim(..., min=1), and refuse "
                "smaller inputs before run()"
              : "; refuse such inputs before run()";
  Finding F(locate(Model, D.What->At), std::move(Text));
  if (!D.In->IsOperator)
    F.Notes.emplace_back(
        locate(Model, D.Call->At),
        fmt::format("the divisor is '{}' in this call", D.Divisor.str()));
  for (const SizeSymbol *S : Sizes) {
    const Dimension *Dim = inputDimension(Model, *S->Input, *S->Dim);
    const auto Given = D.Shapes[*S->Input][*S->Dim];
    const bool IsBelow = Dim && Given && *Given < Dim->Lower;
    F.Notes.emplace_back(
        locate(Model, S->At),
        fmt::format(
            "{}{}", sizeText(*S, *S->Dim, *S->Input),
            !IsBelow ? ""
            : Model.Checks == InputChecks::OnRequest
                ? "; " + lowerGuardText(Dim->Lower)
                : fmt::format("; nothing rejects sizes below {}", Dim->Lower)));
  }
  return F;
}

} // namespace

/// Finds integer divisions in kernels, in the wrapper, and in operators of ATen
/// that are known for them, whose divisor, made of sizes, is 0 for inputs that nothing refuses
/// by default. One finding for each divisor.
///
/// Page: docs/checks/aoti-division-by-zero.md
std::vector<Finding> findDivisionByZero(EmittedContext &Context) {
  std::vector<Finding> Findings;
  std::set<std::pair<std::string, std::string>> Said;
  for (const DivisionByZero &D : Context.divisionsByZero())
    if (D.IsCertain && Said.emplace(D.What->Message, D.Divisor.str()).second)
      if (auto F = findingOf(Context, D))
        Findings.push_back(std::move(*F));
  return Findings;
}

} // namespace aoti_tidy
