// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who reads a flag, and when.
#include "checks/debug-flag/DebugFlagRule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

bool isReadByCompiler(const EnvFlag &Flag) {
  return Flag.Phase == FlagPhase::Import || Flag.Phase == FlagPhase::Compile;
}

bool isInputChecks(const EnvFlag &Flag) {
  return Flag.Name == "AOTI_RUNTIME_CHECK_INPUTS";
}

TorchVersion torchOrNewest(const FlagFacts &F) {
  return F.Torch.value_or(TorchVersion::newest());
}

/// A flag that the torch at hand does not have.
std::optional<FlagProblem> unreadProblem(const FlagFacts &F) {
  const EnvFlag &Flag = F.Flag;
  // Those of CUDA are older than AOTI.
  const bool IsOfCuda = Flag.Phase == FlagPhase::CudaAllocator;
  if (!F.Torch || Flag.existsIn(*F.Torch) || F.IsReadByFile || IsOfCuda)
    return std::nullopt;
  const std::string Name = Flag.Name.str();
  // Code of the package reads it, and this is what emits the checks instead.
  if (isInputChecks(Flag))
    return FlagProblem{fmt::format(
        "packages compiled with torch {} do not read '{}', so setting it does "
        "nothing; compile with torch 2.7 or newer, {}",
        F.Torch->str(), Name,
        *F.Torch < TorchVersion{2, 4}
            ? "which emits the input checks"
            : "or with 'AOT_INDUCTOR_DEBUG_COMPILE=1', which emits the input "
              "checks up to torch 2.6")};
  const bool IsTooNew = *F.Torch < Flag.First;
  return FlagProblem{fmt::format(
      "torch {} does not read '{}', which {} torch {}, so setting "
      "it does nothing; remove {}",
      F.Torch->str(), Name, IsTooNew ? "came with" : "was last read by",
      (IsTooNew ? Flag.First : *Flag.Last).str(),
      F.Lang == Language::Cxx ? "the call" : "it")};
}

/// A host loads what has been compiled elsewhere.
FlagProblem compilerFlagInHost(const FlagFacts &F) {
  FlagProblem Problem{fmt::format(
      "'{}' is read when the model is compiled, so setting it in the host does "
      "nothing; set it where the export script runs and compile the package "
      "again",
      F.Flag.Name.str())};
  // Up to 2.6 the name promised what is a flag of the host since.
  if (F.Flag.Name != "AOT_INDUCTOR_DEBUG_COMPILE")
    return Problem;
  if (torchOrNewest(F) >= TorchVersion{2, 7})
    Problem.Note = "for input checks, set 'AOTI_RUNTIME_CHECK_INPUTS' before "
                   "the first run instead: packages compiled with torch 2.7 "
                   "and newer read it";
  else if (torchOrNewest(F) >= TorchVersion{2, 4})
    Problem.Note = "up to torch 2.6 it emits the input checks too";
  return Problem;
}

/// The problem with a flag that has been read before; nullopt if that is
/// unknown, or does not matter.
std::optional<FlagProblem> lateProblem(const FlagFacts &F) {
  const std::string Name = F.Flag.Name.str();
  switch (F.Flag.Phase) {
  case FlagPhase::Compile:
  case FlagPhase::CudaAllocator:
    return std::nullopt;
  case FlagPhase::Import:
    // The imports of 2.5 and older are unknown.
    if (F.IsReadByFile || torchOrNewest(F) < TorchVersion{2, 6})
      return std::nullopt;
    return FlagProblem{
        fmt::format("'{}' is set after 'torch._inductor.config' was imported: "
                    "torch reads it once, at that import, so this changes "
                    "nothing; set it before",
                    Name),
        "'torch._inductor.config' is imported from here"};
  case FlagPhase::Run:
    // The others are read by loads and copies.
    if (!isInputChecks(F.Flag) || torchOrNewest(F) < F.Flag.First)
      return std::nullopt;
    return FlagProblem{
        fmt::format("'{}' is set after the first run: a loaded model reads it "
                    "once, at its first run, so this changes nothing for that "
                    "model; set it before that run",
                    Name),
        "the first run is here"};
  }
  llvm_unreachable("all phases are handled");
}

} // namespace

std::optional<FlagProblem> flagProblem(const FlagFacts &F,
                                       llvm::function_ref<bool()> IsTooLate) {
  if (auto Problem = unreadProblem(F))
    return Problem;
  if (F.IsForThisProcess) {
    if (isReadByCompiler(F.Flag) && F.Lang == Language::Cxx)
      return compilerFlagInHost(F);
    if (isReadByCompiler(F.Flag) && F.IsPutenv)
      return putenvProblem(F.Flag.Name);
    if (auto Problem = lateProblem(F); Problem && IsTooLate()) {
      // Set in time, the value would be the next problem.
      const auto OfValue = flagValueProblem(F);
      if (OfValue && OfValue->Do == FlagProblem::Cure::SetValue)
        Problem->Text += fmt::format(", and to '{}'", OfValue->Value);
      else if (OfValue && OfValue->Do == FlagProblem::Cure::None)
        Problem->Text += ", and to a value that torch takes";
      return Problem;
    }
  }
  return flagValueProblem(F);
}

std::optional<FlagProblem> misspelledFlagProblem(StringRef Name) {
  constexpr StringRef Prefixes[] = {"AOTINDUCTOR_",   "AOTI_",
                                    "AOT_INDUCTOR_",  "DUMP_AOTI",
                                    "TORCHINDUCTOR_", "TORCH_INDUCTOR_"};
  const bool LooksLikeOne =
      llvm::any_of(Prefixes, [&](StringRef P) { return Name.starts_with(P); });
  // A digit makes it another one: "..._V2".
  if (!LooksLikeOne || llvm::isDigit(Name.back()))
    return std::nullopt;
  const EnvFlag *Meant = envFlags().similar(Name);
  if (!Meant || isOfOtherBackend(Name))
    return std::nullopt;
  return FlagProblem{fmt::format(
      "{}{}': unless something else does, setting it "
      "does nothing; did you mean '{}'?",
      std::string_view(UnreadVariable), Name.str(), Meant->Name.str())};
}

FlagProblem putenvProblem(StringRef Name) {
  return {fmt::format("'os.putenv' does not change 'os.environ', where torch "
                      "looks '{0}' up, so this does nothing; set "
                      "'os.environ[\"{0}\"]'",
                      Name.str())};
}

} // namespace aoti_tidy
