// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/input-contract/InputContractRule.h"
#include "checks/lib/package/Archive.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Kind = Violation::Kind;

/// Whether the model throws on it at every run, whatever else it checks.
bool isAlwaysRefused(const Violation &V, const TensorContract &Input) {
  const Dimension *D = Input.Dims && V.Dim < Input.Dims->size()
                           ? &(*Input.Dims)[V.Dim]
                           : nullptr;
  return V.What == Kind::Assumed ||
         (D && ((V.What == Kind::TooSmall && D->LowerAlways) ||
                (V.What == Kind::TooLarge && D->UpperAlways)));
}

/// A size that export never takes for an instance of a dynamic dimension.
bool isSpecialised(const Violation &V, const TensorContract &Input) {
  return V.What == Kind::TooSmall && V.Got < 2 && V.Wanted == 2 &&
         !isAlwaysRefused(V, Input);
}

/// "dimension 0 is at least 2", of the kinds that are about the shape.
std::string shapeDetail(const Violation &V, const TensorContract &Input) {
  switch (V.What) {
  case Kind::Rank:
    return fmt::format("{} dimension{}, not {}", V.Wanted,
                       V.Wanted == 1 ? "" : "s", V.Got);
  case Kind::Constant:
    return fmt::format("dimension {} is the constant {}, not {}", V.Dim,
                       V.Wanted, V.Got);
  case Kind::TooSmall:
    if (isSpecialised(V, Input))
      return fmt::format(
          "dimension {} is at least 2, since torch compiles sizes 0 and 1 as "
          "constants",
          V.Dim);
    return fmt::format("dimension {} is at least {}", V.Dim, V.Wanted);
  case Kind::TooLarge:
    return fmt::format("dimension {} is at most {}", V.Dim, V.Wanted);
  case Kind::Shared:
    return fmt::format("dimension {} must be {}, as dimension {} of input {}",
                       V.Dim, V.Wanted, V.OtherDim, V.OtherInput);
  case Kind::Assumed:
    return fmt::format("{} does not hold", V.Assumption);
  case Kind::Device:
  case Kind::DType:
  case Kind::Stride:
  case Kind::Swapped:
    break;
  }
  llvm_unreachable("not about the shape");
}

/// "int64 [2..512]"
std::string contractText(const TensorContract &Input) {
  llvm::SmallVector<std::string, 2> Parts;
  if (Input.Type)
    Parts.push_back(name(*Input.Type).str());
  if (Input.Dims)
    Parts.push_back(shapeText(*Input.Dims));
  return llvm::join(Parts, " ");
}

std::string swappedText(const Violation &V, llvm::ArrayRef<TensorContract> All,
                        StringRef Package) {
  const std::string First = contractText(All[V.Input]),
                    Second = contractText(All[V.OtherInput]);
  const std::string Takes =
      V.OtherInput == V.Input + 1
          ? fmt::format("{}, then {}", First, Second)
          : fmt::format("{} as input {} and {} as input {}", First, V.Input,
                        Second, V.OtherInput);
  return fmt::format("inputs {} and {} are swapped: {} takes {}", V.Input,
                     V.OtherInput, Package.str(), Takes);
}

std::string problemText(const Violation &V, llvm::ArrayRef<TensorContract> All,
                        StringRef Package) {
  const TensorContract &Input = All[V.Input];
  switch (V.What) {
  case Kind::Swapped:
    return swappedText(V, All, Package);
  case Kind::DType:
    return fmt::format("{} '{}', but {} takes '{}'", subjectOf(V, "is"),
                       name(V.Value.Type->Value).str(), Package.str(),
                       name(*Input.Type).str());
  case Kind::Stride:
    return fmt::format(
        "{} stride {} in dimension {}, but {} was compiled for {}{}",
        subjectOf(V, "has"), V.Got, V.Dim, Package.str(), V.Wanted,
        Input.IsContiguous ? "; pass a contiguous tensor" : "");
  default:
    return fmt::format("{} shape {}, but {} takes {}: {}", subjectOf(V, "has"),
                       shapeText(V.Value.Sizes->Value), Package.str(),
                       shapeText(*Input.Dims), shapeDetail(V, Input));
  }
}

/// The consequence for the run: "; it throws if ...".
std::string consequence(const Violation &V, const TensorContract &Input,
                        InputChecks Checks) {
  if (isAlwaysRefused(V, Input))
    Checks = InputChecks::Always;
  const StringRef Reads = V.What == Kind::Swapped || !V.Also.empty()
                              ? "its kernels read the tensors as if they fitted"
                              : "its kernels read the tensor as if it fitted";
  switch (Checks) {
  case InputChecks::Always:
    return ", and throws";
  case InputChecks::Never:
    return ("; it was compiled without input checks, so " + Reads).str();
  case InputChecks::OnRequest:
    return isSpecialised(V, Input)
               ? "; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the "
                 "environment; otherwise nothing is checked, and whether the "
                 "size works depends on its kernels"
               : ("; it throws if AOTI_RUNTIME_CHECK_INPUTS=1 is in the "
                  "environment, and otherwise " +
                  Reads)
                     .str();
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

/// "no input by name", "'x' and 'y' by name"
static std::string byName(const std::vector<std::string> &Names) {
  std::vector<std::string> Quoted;
  for (const std::string &Name : Names)
    Quoted.push_back(quotedName(Name));
  return (Names.empty() ? "no input" : joinedByAnd(Quoted)) + " by name";
}

std::string keywordProblem(const ModelContract &Model,
                           const std::vector<std::string> &Given,
                           StringRef Package) {
  return fmt::format("{} takes {}, and this call gives {}, on which it throws",
                     Package.str(), byName(*Model.Keywords), byName(Given));
}

std::optional<InputProblem> inputProblem(const ModelContract &Model,
                                         const Violation &Found,
                                         StringRef Package) {
  if (Found.What == Kind::Device)
    return std::nullopt;
  const TensorContract &Input = (*Model.Inputs)[Found.Input];
  InputProblem Result;
  Result.Text = problemText(Found, *Model.Inputs, Package);
  Result.IsCuredByContiguous = Found.What == Kind::Stride && Input.IsContiguous;
  Result.AtRun = ModelRunsHere.str() + consequence(Found, Input, Model.Checks);
  return Result;
}

std::optional<std::string> metadataProblem(const ModelContract &Model,
                                           llvm::StringRef Key,
                                           llvm::StringRef Package) {
  if (Model.Recorded.empty() || Model.Recorded.contains(Key))
    return std::nullopt;
  return fmt::format(
      "{} has no metadata '{}': at() throws std::out_of_range; an export gives "
      "it by 'aot_inductor.metadata'",
      Package.str(), Key.str());
}

std::string sourceText(StringRef Package, bool IsExported) {
  return IsExported ? ExportedHereText.str() : loadedHereText(Package);
}

} // namespace aoti_tidy
