// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Judges the values of flags.
#include "checks/debug-flag/DebugFlagRule.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

using Cure = FlagProblem::Cure;

/// "'false'" or "the empty string"
std::string inWords(StringRef Value) {
  return Value.empty() ? "the empty string" : "'" + Value.str() + "'";
}

StringRef removalIn(Language Lang) {
  return Lang == Language::Cxx ? "call 'unsetenv'" : "remove the variable";
}

/// True for texts that Python's int() takes.
bool isPythonInteger(StringRef Text) {
  Text = Text.trim();
  if (!Text.consume_front("-"))
    Text.consume_front("+");
  const auto IsDigit = [](char C) { return llvm::isDigit(C) || C == '_'; };
  // A character beyond ASCII may be a digit, too.
  return llvm::any_of(Text, [](char C) { return (C & 0x80) != 0; }) ||
         (!Text.empty() && Text.front() != '_' && Text.back() != '_' &&
          !Text.contains("__") && llvm::all_of(Text, IsDigit));
}

// os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = 1
FlagProblem noStringProblem(const FlagFacts &F) {
  const char *Where = F.IsPutenv ? "os.putenv" : "os.environ";
  if (F.NoString == "None")
    return {fmt::format("'{}' takes only strings, and None raises TypeError; "
                        "to remove it, call 'os.environ.pop(\"{}\", None)'",
                        Where, F.Flag.Name.str())};
  const std::string New = F.NoString == "True"    ? "1"
                          : F.NoString == "False" ? "0"
                                                  : F.NoString;
  return {fmt::format("'{}' takes only strings, and {} raises TypeError; write "
                      "\"{}\"",
                      Where, F.NoString, New),
          "", Cure::SetValue, New};
}

std::optional<FlagProblem>
checkInputsProblem(const FlagFacts &F, StringRef Value, TorchVersion Torch) {
  if (checkInputsEffect(Value, Torch) != FlagEffect::On || !saysOff(Value))
    return std::nullopt;
  const std::string Text =
      fmt::format("'{}' set to {} turns the input checks on: packages compiled "
                  "with torch ",
                  F.Flag.Name.str(), inWords(Value));
  // The checks are on today, and someone may live by them.
  if (Torch < TorchVersion{2, 8})
    return FlagProblem{Text + fmt::format("2.7 take every value but the empty "
                                          "string for on; {} instead",
                                          removalIn(F.Lang).str())};
  return FlagProblem{Text + "2.8 and newer take every value that does not "
                            "begin with '0' for on; set '0' instead",
                     "to turn the checks off, set '0'", Cure::SetValue, "0"};
}

std::optional<FlagProblem> noCachingProblem(const FlagFacts &F, StringRef Value,
                                            TorchVersion Torch) {
  const FlagEffect Effect = noMemoryCachingEffect(Value, Torch);
  if (Effect == FlagEffect::On && saysOff(Value))
    return FlagProblem{fmt::format(
        "'{}' set to {} disables memory caching: torch 2.6 and "
        "older take any value for on; {} instead",
        F.Flag.Name.str(), inWords(Value), removalIn(F.Lang).str())};
  if (Effect == FlagEffect::Ignored && saysOn(Value))
    return FlagProblem{
        fmt::format("'{}' set to '{}' does not disable memory caching: torch "
                    "2.7 and newer take only '1' for on, and warn about the "
                    "rest; set '1'",
                    F.Flag.Name.str(), Value.str()),
        "to disable memory caching, set '1'", Cure::SetValue, "1"};
  return std::nullopt;
}

std::optional<FlagProblem>
printerLevelProblem(const FlagFacts &F, StringRef Value, TorchVersion Torch) {
  const bool HasLevel3 = Torch >= TorchVersion{2, 6};
  if (Value == "0" || Value == "1" || Value == "2" ||
      (Value == "3" && HasLevel3))
    return std::nullopt;
  return FlagProblem{
      fmt::format("'{}' set to {} makes the compilation of a model raise "
                  "\"... is not a valid IntermediateValueDebuggingLevel\"; "
                  "set '1' to save the values, '2' to print them{}",
                  F.Flag.Name.str(), inWords(Value),
                  HasLevel3 ? ", or '3' to print the kernels' names" : "")};
}

// "3" becomes -3, "-O3" becomes --O3
std::optional<FlagProblem> optimizationLevelProblem(const FlagFacts &F,
                                                    StringRef Value) {
  const bool IsBad = Value.starts_with("-") ||
                     (!Value.empty() && llvm::all_of(Value, llvm::isDigit));
  if (!IsBad)
    return std::nullopt;
  const std::string Meant = "O" + Value.ltrim("-").ltrim("O").str();
  return FlagProblem{
      fmt::format("'{0}' set to '{1}' makes the compiler's option '-{1}', "
                  "which it does not know; set '{2}'",
                  F.Flag.Name.str(), Value.str(), Meant),
      fmt::format("'{0}' makes '-{0}'", Meant), Cure::SetValue, Meant};
}

} // namespace

std::optional<FlagProblem> flagValueProblem(const FlagFacts &F) {
  if (!F.NoString.empty())
    return noStringProblem(F);
  const StringRef Name = F.Flag.Name;
  if (!F.Value)
    return std::nullopt;
  const StringRef Value = *F.Value;
  const TorchVersion Torch = F.Torch.value_or(TorchVersion::newest());
  if (Name == "AOTI_RUNTIME_CHECK_INPUTS")
    return checkInputsProblem(F, Value, Torch);
  if (Name == "PYTORCH_NO_CUDA_MEMORY_CACHING")
    return noCachingProblem(F, Value, Torch);
  if (Name == "AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER")
    return printerLevelProblem(F, Value, Torch);
  if (Name == "AOT_INDUCTOR_COMPILE_WRAPPER_OPT_LEVEL")
    return optimizationLevelProblem(F, Value);
  // Read in the config of 2.6 to 2.15.
  if (Torch < TorchVersion{2, 6})
    return std::nullopt;
  if (F.Flag.Value == FlagValue::One && Value != "1" && saysOn(Value))
    return FlagProblem{fmt::format("'{}' set to '{}' means off: torch takes "
                                   "only '1' for on; set '1'",
                                   Name.str(), Value.str()),
                       "to turn it on, set '1'", Cure::SetValue, "1"};
  if (F.Flag.Value == FlagValue::Integer && !isPythonInteger(Value))
    return FlagProblem{
        fmt::format("'{}' set to {} raises ValueError when "
                    "'torch._inductor.config' is imported; set a whole number",
                    Name.str(), inWords(Value))};
  return std::nullopt;
}

} // namespace aoti_tidy
