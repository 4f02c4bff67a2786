// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/input-contract/InputContractCheck.h"
#include "checks/lib/cxx/TensorEdits.h"
#include "checks/lib/package/ConformanceText.h"

using namespace aoti_tidy;

namespace clang::tidy::aoti {
namespace {

using aoti_tidy::ModelContract;
using aoti_tidy::TensorContract;
using aoti_tidy::Violation;
using Kind = Violation::Kind;

} // namespace

void InputContractCheck::checkRun(const Run &R, ASTContext &Ctx) {
  if (!R.Loaded || !R.Loaded->Model->Inputs || !R.Inputs)
    return;
  if (R.Inputs->size() != R.Loaded->Model->Inputs->size())
    return checkCount(R, Ctx);
  for (const Violation &V : violations(*R.Loaded->Model, *R.Inputs))
    if (V.What != Kind::Device)
      checkInput(R, V, Ctx);
}

// run({x}) of a model with two inputs
void InputContractCheck::checkCount(const Run &R, ASTContext &) {
  const unsigned Wanted = R.Loaded->Model->Inputs->size();
  diag(R.Call->getArg(0)->getBeginLoc(),
       "'%0' takes %1 input%s1, and run() gets %2, on which it throws")
      << R.Loaded->packageName() << Wanted
      << static_cast<unsigned>(R.Inputs->size())
      << R.Call->getArg(0)->getSourceRange();
  noteLoaders(R);
}

void InputContractCheck::checkInput(const Run &R, const Violation &V,
                                    ASTContext &Ctx) {
  const Expr *Made = R.Flow->expressionAt(V.From);
  const SourceLocation Loc =
      Made ? Made->getBeginLoc()
           : SourceLocation::getFromRawEncoding(
                 static_cast<SourceLocation::UIntTy>(V.From));
  const ModelContract &Model = *R.Loaded->Model;
  const TensorContract &Input = (*Model.Inputs)[V.Input];
  {
    auto Diag = diag(Loc, "%0") << violationText(
                    V, Input, "'" + R.Loaded->packageName().str() + "'");
    if (Made)
      Diag << Made->getSourceRange();
    if (V.What == Kind::Stride && Input.IsContiguous)
      if (const auto Fix = appendContiguous(Made, Ctx))
        Diag << *Fix;
  }
  if (V.What == Kind::DType)
    if (const auto Fix = changeType(Made, *Input.Type, Ctx))
      diag(Loc, "this makes it '%0'", DiagnosticIDs::Note)
          << name(*Input.Type) << *Fix;
  diag(R.Call->getExprLoc(), consequenceText(V, Model.Checks),
       DiagnosticIDs::Note);
  noteLoaders(R);
}

std::unique_ptr<ClangTidyCheck>
makeInputContractCheck(StringRef Name, ClangTidyContext *Context) {
  return std::make_unique<InputContractCheck>(Name, Context);
}

} // namespace clang::tidy::aoti
