// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/debug-flag/DebugFlagPython.h"
#include "checks/lib/script/TextEdits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using namespace aoti_tidy;
using llvm::StringRef;

namespace aoti_tidy::python {

std::string valueInWords(StringRef Value) {
  return Value.empty() ? "the empty string" : "'" + Value.str() + "'";
}

namespace {

/// What int() of Python takes.
bool isPythonInteger(StringRef Text) {
  Text = Text.trim();
  if (!Text.consume_front("-"))
    Text.consume_front("+");
  const auto IsDigit = [](char C) { return llvm::isDigit(C) || C == '_'; };
  // What is not ASCII may be a digit, too.
  return llvm::any_of(Text, [](char C) { return (C & 0x80) != 0; }) ||
         (!Text.empty() && Text.front() != '_' && Text.back() != '_' &&
          !Text.contains("__") && llvm::all_of(Text, IsDigit));
}

/// \p Text, and on a note what puts \p Value there.
Finding withValue(const EnvironSet &Set, std::string Text, StringRef NoteText,
                  StringRef Value) {
  Finding Found{rangeOf(Set.At), std::move(Text), {}, {}};
  if (auto Fix = rewriteString(Set.Value, Value))
    Found.Notes.push_back(
        {rangeOf(Set.Value), NoteText.str(), {std::move(*Fix)}});
  return Found;
}

// os.environ["AOTI_RUNTIME_CHECK_INPUTS"] = 1
std::optional<Finding> noString(const EnvironSet &Set) {
  if (!Set.Value.isAnyOf({"integer", "float", "true", "false", "none"}))
    return std::nullopt;
  const std::string Old = Set.Value.text().str();
  const StringRef Where =
      Set.How == EnvironSet::Form::Putenv ? "os.putenv" : "os.environ";
  if (Set.Value.is("none"))
    return Finding{
        rangeOf(Set.At),
        fmt::format("'{}' takes only strings, and None raises TypeError; to "
                    "remove it, call 'os.environ.pop(\"{}\", None)'",
                    Where.str(), Set.Name),
        {},
        {}};
  const std::string New = Set.Value.is("true")    ? "1"
                          : Set.Value.is("false") ? "0"
                                                  : Old;
  return Finding{rangeOf(Set.At),
                 fmt::format("'{}' takes only strings, and {} raises "
                             "TypeError; write \"{}\"",
                             Where.str(), Old, New),
                 {},
                 {{rangeOf(Set.Value), '"' + New + '"'}}};
}

std::optional<Finding> checkInputsValue(const EnvironSet &Set, StringRef Value,
                                        TorchVersion Torch) {
  if (checkInputsEffect(Value, Torch) != FlagEffect::On || !saysOff(Value))
    return std::nullopt;
  const bool IsFirstEra = Torch < TorchVersion{2, 8};
  std::string Text = fmt::format(
      "'{}' set to {} turns the input checks on: packages compiled with torch "
      "{} instead",
      Set.Name, valueInWords(Value),
      IsFirstEra ? "2.7 take every value but the empty string for on; remove "
                   "the variable"
                 : "2.8 and newer take every value that does not begin with "
                   "'0' for on; set '0'");
  if (IsFirstEra)
    return Finding{rangeOf(Set.At), std::move(Text), {}, {}};
  // The checks are on today, and someone may live by them.
  return withValue(Set, std::move(Text), "to turn the checks off, set '0'",
                   "0");
}

std::optional<Finding> noCachingValue(const EnvironSet &Set, StringRef Value,
                                      TorchVersion Torch) {
  const FlagEffect Effect = noMemoryCachingEffect(Value, Torch);
  if (Effect == FlagEffect::On && saysOff(Value))
    return Finding{
        rangeOf(Set.At),
        fmt::format("'{}' set to {} disables memory caching: torch 2.6 and "
                    "older take any value for on; remove the variable instead",
                    Set.Name, valueInWords(Value)),
        {},
        {}};
  if (Effect == FlagEffect::Ignored && saysOn(Value))
    return withValue(
        Set,
        fmt::format("'{}' set to '{}' does not disable memory caching: torch "
                    "2.7 and newer take only '1' for on, and warn about the "
                    "rest; set '1'",
                    Set.Name, Value.str()),
        "to disable memory caching, set '1'", "1");
  return std::nullopt;
}

std::optional<Finding> printerLevel(const EnvironSet &Set, StringRef Value,
                                    const Settings &With) {
  const bool HasLevel3 = With.torchAtLeast({2, 6});
  if (Value == "0" || Value == "1" || Value == "2" ||
      (Value == "3" && HasLevel3))
    return std::nullopt;
  return Finding{
      rangeOf(Set.At),
      fmt::format("'{}' set to {} makes the compilation of a model raise "
                  "\"... is not a valid IntermediateValueDebuggingLevel\"; "
                  "set '1' to save the values, '2' to print them{}",
                  Set.Name, valueInWords(Value),
                  HasLevel3 ? ", or '3' to print the kernels' names" : ""),
      {},
      {}};
}

// "3" becomes -3, "-O3" becomes --O3
std::optional<Finding> optimizationLevel(const EnvironSet &Set,
                                         StringRef Value) {
  const bool IsBad = Value.starts_with("-") ||
                     (!Value.empty() && llvm::all_of(Value, llvm::isDigit));
  if (!IsBad)
    return std::nullopt;
  const std::string Meant = "O" + Value.ltrim("-").ltrim("O").str();
  return withValue(
      Set,
      fmt::format("'{}' set to '{}' makes the compiler's option '-{}', which "
                  "it does not know; set '{}'",
                  Set.Name, Value.str(), Value.str(), Meant),
      "'" + Meant + "' makes '-" + Meant + "'", Meant);
}

} // namespace

std::optional<Finding> flagValueFinding(const File &F, const EnvironSet &Set,
                                        const EnvFlag &Flag) {
  if (auto Found = noString(Set))
    return Found;
  const auto Value = F.values().wholeString(Set.Value);
  if (!Value)
    return std::nullopt;
  const TorchVersion Torch = F.settings().torchOrNewest();
  if (Set.Name == "AOTI_RUNTIME_CHECK_INPUTS")
    return checkInputsValue(Set, *Value, Torch);
  if (Set.Name == "PYTORCH_NO_CUDA_MEMORY_CACHING")
    return noCachingValue(Set, *Value, Torch);
  if (Set.Name == "AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER")
    return printerLevel(Set, *Value, F.settings());
  if (Set.Name == "AOT_INDUCTOR_COMPILE_WRAPPER_OPT_LEVEL")
    return optimizationLevel(Set, *Value);
  // Read in the config of 2.6 to 2.15.
  if (!F.settings().torchAtLeast({2, 6}))
    return std::nullopt;
  if (Flag.Value == FlagValue::One && *Value != "1" && saysOn(*Value))
    return withValue(Set,
                     fmt::format("'{}' set to '{}' means off: torch takes only "
                                 "'1' for on; set '1'",
                                 Set.Name, *Value),
                     "to turn it on, set '1'", "1");
  if (Flag.Value == FlagValue::Integer && !isPythonInteger(*Value))
    return Finding{
        rangeOf(Set.At),
        fmt::format("'{}' set to {} raises ValueError when "
                    "'torch._inductor.config' is imported; set a whole number",
                    Set.Name, valueInWords(*Value)),
        {},
        {}};
  return std::nullopt;
}

std::optional<Finding> unusedFilter(const EnvironSet &Filter,
                                    llvm::ArrayRef<EnvironSet> All,
                                    const File &F) {
  if (auto Found = noString(Filter))
    return Found;
  // The level may be set in other ways, too.
  if (F.tree().text().contains("debug_intermediate_value_printer"))
    return std::nullopt;
  const auto Names = F.values().wholeString(Filter.Value);
  if (Names && Names->empty())
    return std::nullopt;
  const EnvironSet *Level = nullptr;
  for (const EnvironSet &Set : All) {
    if (Set.Name != "AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER")
      continue;
    const auto Value = F.values().wholeString(Set.Value);
    if (!Value || (*Value != "1" && *Value != "3"))
      return std::nullopt;
    Level = &Set;
  }
  if (!Level)
    return std::nullopt;
  return Finding{
      rangeOf(Filter.At),
      fmt::format("'{}' does nothing at level '{}', which {} of all kernels; "
                  "the filter is for level '2'",
                  Filter.Name, *F.values().wholeString(Level->Value),
                  *F.values().wholeString(Level->Value) == "1"
                      ? "saves the values"
                      : "prints the names"),
      {{rangeOf(Level->At), "the level is set here", {}}},
      {}};
}

} // namespace aoti_tidy::python
