// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/host/InputContractCheck.h"
#include "checks/host/TensorEdits.h"
#include <fmt/format.h>

namespace clang::tidy::aoti {
namespace {

using aoti_tidy::InputChecks;
using aoti_tidy::ModelContract;
using aoti_tidy::TensorContract;
using aoti_tidy::Violation;
using Kind = Violation::Kind;

/// A size that export never takes for an instance of a dynamic dimension.
bool isSpecialised(const Violation &V) {
  return V.What == Kind::TooSmall && V.Got < 2 && V.Wanted == 2;
}

/// "input 1 is 'float32', but 'ranker.pt2' takes 'int64'"
std::string message(const Violation &V, const TensorContract &Input,
                    StringRef Package) {
  const auto About = [&](const std::string &Detail) {
    return fmt::format("input {} has shape {}, but '{}' takes {}: {}", V.Input,
                       aoti_tidy::shapeText(V.Value.Sizes->Value),
                       Package.str(), aoti_tidy::shapeText(*Input.Dims),
                       Detail);
  };
  switch (V.What) {
  case Kind::Device:
    break; // aoti-device-mismatch
  case Kind::DType:
    return fmt::format("input {} is '{}', but '{}' takes '{}'", V.Input,
                       name(V.Value.Type->Value).str(), Package.str(),
                       name(*Input.Type).str());
  case Kind::Rank:
    return About(fmt::format("{} dimensions, not {}", V.Wanted, V.Got));
  case Kind::Constant:
    return About(fmt::format("dimension {} is the constant {}, not {}", V.Dim,
                             V.Wanted, V.Got));
  case Kind::TooSmall:
    return About(
        isSpecialised(V)
            ? fmt::format("dimension {} is at least 2, whatever the export "
                          "asked for, since torch compiles sizes 0 and 1 as "
                          "constants",
                          V.Dim)
            : fmt::format("dimension {} is at least {}", V.Dim, V.Wanted));
  case Kind::TooLarge:
    return About(fmt::format("dimension {} is at most {}", V.Dim, V.Wanted));
  case Kind::Shared:
    return About(fmt::format("dimension {} must be {}, as dimension {} of "
                             "input {}",
                             V.Dim, V.Wanted, V.OtherDim, V.OtherInput));
  case Kind::Stride:
    return fmt::format(
        "input {} has stride {} in dimension {}, but '{}' was compiled for "
        "{}{}",
        V.Input, V.Got, V.Dim, Package.str(), V.Wanted,
        Input.IsContiguous ? "; pass a contiguous tensor" : "");
  }
  llvm_unreachable("a kind without a case");
}

/// What comes of it, by what the package checks.
StringRef consequence(const Violation &V, InputChecks Checks) {
  switch (Checks) {
  case InputChecks::Always:
    return "the model runs here, and throws";
  case InputChecks::Never:
    return "the model runs here; it was compiled without input checks, so its "
           "kernels read the tensor as if it fitted";
  case InputChecks::OnRequest:
    return isSpecialised(V)
               ? "the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 "
                 "is in the environment; otherwise nothing is checked, and "
                 "whether the size works depends on its kernels"
               : "the model runs here; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 "
                 "is in the environment, and otherwise its kernels read the "
                 "tensor as if it fitted";
  case InputChecks::Unknown:
    return "the model runs here";
  }
  llvm_unreachable("a state without a case");
}

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
    auto Diag = diag(Loc, "%0")
                << message(V, Input, R.Loaded->packageName());
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
  diag(R.Call->getExprLoc(), consequence(V, Model.Checks),
       DiagnosticIDs::Note);
  noteLoaders(R);
}

} // namespace clang::tidy::aoti
