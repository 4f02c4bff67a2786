// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/common/EmittedContext.h"
#include "checks/lib/package/Archive.h"
#include "checks/lib/safety/IndexChecker.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

namespace aoti_tidy {

const IndexSafety &EmittedContext::indexSafety() {
  if (!Safety) {
    Prover Solver(Settings.OfPackage);
    Safety = checkIndices(Model, Solver, Settings.Index);
  }
  return *Safety;
}

std::vector<DivisionByZero> EmittedContext::divisionsByZero() const {
  Prover Solver(Settings.OfPackage);
  IndexChecker Checker(Model, Solver, Settings.Index);
  std::vector<DivisionByZero> Result;
  for (const KernelCall &Call : Model.Calls)
    for (const Kernel &In : Model.Kernels) {
      if (In.Name != Call.Kernel || !Call.NotFollowed.empty())
        continue;
      for (const IndexAssert &What : In.Divisions) {
        // "!(divisor == 0)"
        if (What.Condition.op() != IndexExpr::Op::Not ||
            What.Condition.operands()[0].op() != IndexExpr::Op::Equal)
          continue;
        const auto Divisor = Checker.terms(In, Call).of(
            What.Condition.operands()[0].operands()[0]);
        if (!Divisor || llvm::any_of(variablesOf(*Divisor), [](auto &V) {
              return V.Kind != VariableKind::Symbol;
            }))
          continue;
        AssertDecision Decided = Checker.decide(Call, In, What);
        if (Decided.Is == Prover::Answer::Refuted)
          Result.push_back(
              {&Call, &In, &What, *Divisor, std::move(Decided.Shapes)});
      }
    }
  return Result;
}

std::string EmittedContext::inputText(size_t Input) const {
  std::string Text = fmt::format("input {}", Input);
  const ExportedProgram *Exported = Settings.Exported;
  if (!Exported || Input >= Exported->Inputs.size())
    return Text;
  return fmt::format("{} ({})", Text, quotedName(Exported->Inputs[Input].Name));
}

} // namespace aoti_tidy
