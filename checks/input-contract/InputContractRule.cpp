// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/input-contract/InputContractRule.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Kind = Violation::Kind;

/// A size that export never takes for an instance of a dynamic dimension.
bool isSpecialised(const Violation &V) {
  return V.What == Kind::TooSmall && V.Got < 2 && V.Wanted == 2;
}

/// "dimension 0 is at least 2", of the kinds that are about the shape.
std::string shapeDetail(const Violation &V) {
  switch (V.What) {
  case Kind::Rank:
    return fmt::format("{} dimensions, not {}", V.Wanted, V.Got);
  case Kind::Constant:
    return fmt::format("dimension {} is the constant {}, not {}", V.Dim,
                       V.Wanted, V.Got);
  case Kind::TooSmall:
    if (isSpecialised(V))
      return fmt::format("dimension {} is at least 2, whatever the export "
                         "asked for, since torch compiles sizes 0 and 1 as "
                         "constants",
                         V.Dim);
    return fmt::format("dimension {} is at least {}", V.Dim, V.Wanted);
  case Kind::TooLarge:
    return fmt::format("dimension {} is at most {}", V.Dim, V.Wanted);
  case Kind::Shared:
    return fmt::format("dimension {} must be {}, as dimension {} of input {}",
                       V.Dim, V.Wanted, V.OtherDim, V.OtherInput);
  case Kind::Device:
  case Kind::DType:
  case Kind::Stride:
    break;
  }
  llvm_unreachable("not about the shape");
}

std::string problemText(const Violation &V, const TensorContract &Input,
                        StringRef Package) {
  switch (V.What) {
  case Kind::DType:
    return fmt::format("input {} is '{}', but {} takes '{}'", V.Input,
                       name(V.Value.Type->Value).str(), Package.str(),
                       name(*Input.Type).str());
  case Kind::Stride:
    return fmt::format(
        "input {} has stride {} in dimension {}, but {} was compiled for {}{}",
        V.Input, V.Got, V.Dim, Package.str(), V.Wanted,
        Input.IsContiguous ? "; pass a contiguous tensor" : "");
  default:
    return fmt::format("input {} has shape {}, but {} takes {}: {}", V.Input,
                       shapeText(V.Value.Sizes->Value), Package.str(),
                       shapeText(*Input.Dims), shapeDetail(V));
  }
}

/// What the run does with it: "; it throws if ...".
StringRef consequence(const Violation &V, InputChecks Checks) {
  switch (Checks) {
  case InputChecks::Always:
    return ", and throws";
  case InputChecks::Never:
    return "; it was compiled without input checks, so its kernels read the "
           "tensor as if it fitted";
  case InputChecks::OnRequest:
    return isSpecialised(V)
               ? "; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the "
                 "environment; otherwise nothing is checked, and whether the "
                 "size works depends on its kernels"
               : "; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the "
                 "environment, and otherwise its kernels read the tensor as "
                 "if it fitted";
  case InputChecks::Unknown:
    return "";
  }
  llvm_unreachable("a state without a case");
}

} // namespace

std::optional<std::string> countProblem(const ModelContract &Model,
                                        size_t Given, StringRef Package,
                                        Language Lang) {
  if (!Model.Inputs || Model.Inputs->size() == Given)
    return std::nullopt;
  const size_t Wanted = Model.Inputs->size();
  return fmt::format("{} takes {} input{}, and {} {}, on which it throws",
                     Package.str(), Wanted, Wanted == 1 ? "" : "s",
                     Lang == Language::Cxx ? "run() gets" : "this call gives",
                     Given);
}

std::optional<InputProblem> inputProblem(const ModelContract &Model,
                                         const Violation &Found,
                                         StringRef Package) {
  if (Found.What == Kind::Device)
    return std::nullopt;
  const TensorContract &Input = (*Model.Inputs)[Found.Input];
  InputProblem Result;
  Result.Text = problemText(Found, Input, Package);
  if (Found.What == Kind::Stride && Input.IsContiguous) {
    Result.Do = InputProblem::Cure::MakeContiguous;
  } else if (Found.What == Kind::DType) {
    Result.Do = InputProblem::Cure::ChangeType;
    Result.CureText =
        fmt::format("this makes it '{}'", name(*Input.Type).str());
  }
  Result.AtRun = (ModelRunsHere + consequence(Found, Model.Checks)).str();
  return Result;
}

std::string sourceText(StringRef Package, bool IsExported) {
  return IsExported ? "exported here, for inputs like its example inputs"
                    : loadedHereText(Package);
}

} // namespace aoti_tidy
