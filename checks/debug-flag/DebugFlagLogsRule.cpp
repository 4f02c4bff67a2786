// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TORCH_LOGS, TORCH_LOGS_OUT and TORCH_TRACE.
#include "checks/debug-flag/DebugFlagRule.h"
#include "checks/lib/torch/EnvFlags.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

bool isNameChar(char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; }

/// The name in a setting: "dynamo" in "+dynamo".
StringRef withoutSign(StringRef Setting) {
  return Setting.starts_with("+") || Setting.starts_with("-")
             ? Setting.drop_front()
             : Setting;
}

/// The names in \p Text, if torch can split it:
/// torch/_logging/_internal.py: ((\+|-)?[\w\.]+,\s*)*(\+|-)?[\w\.]+?
std::optional<llvm::SmallVector<StringRef, 4>> namesIn(StringRef Text) {
  llvm::SmallVector<StringRef, 4> Names;
  llvm::SmallVector<StringRef, 4> Parts;
  Text.split(Parts, ',');
  for (const StringRef Part : Parts) {
    const StringRef Name = withoutSign(Names.empty() ? Part : Part.ltrim());
    if (Name.empty() || !llvm::all_of(Name, isNameChar))
      return std::nullopt;
    Names.push_back(Name);
  }
  return Names;
}

bool isKnown(StringRef Name, std::optional<TorchVersion> Torch) {
  if (Name == "all" || Name == "help")
    return true;
  const VersionedRow *Log = logNames().find(Name);
  return Log && (!Torch || Log->existsIn(*Torch));
}

/// Whether no module can have that name, so that torch cannot know it.
bool isNoModule(StringRef Name) {
  return llvm::isDigit(Name.front()) ||
         llvm::is_contained({"DEBUG", "INFO", "WARN", "WARNING", "ERROR",
                             "CRITICAL", "aot_inductor", "aoti", "aotinductor"},
                            Name);
}

FlagProblem ofOtherTorch(StringRef Text, const VersionedRow &Log,
                         TorchVersion Torch) {
  const bool IsTooNew = Torch < Log.First;
  return {fmt::format("'import torch' raises ValueError on TORCH_LOGS '{}': "
                      "torch {} has no log '{}', which {} torch {}; remove it",
                      Text.str(), Torch.str(), Log.Name.str(),
                      IsTooNew ? "came with" : "was last in",
                      (IsTooNew ? Log.First : *Log.Last).str())};
}

/// \p Name is part of \p Text.
std::optional<FlagProblem> unknownName(StringRef Text, StringRef Name) {
  const VersionedRow *Meant = logNames().similar(Name);
  if (!Meant && !isNoModule(Name))
    return std::nullopt;
  FlagProblem Problem{
      fmt::format("'import torch' raises ValueError on TORCH_LOGS '{}': there "
                  "is no log '{}'",
                  Text.str(), Name.str())};
  const StringRef Instead = Meant                     ? Meant->Name
                            : Name.starts_with("aot") ? "inductor"
                                                      : "";
  if (Instead.empty()) {
    Problem.Text += "; name logs, '+' and '-' are their levels: "
                    "'+inductor,output_code'";
    return Problem;
  }
  Problem.Text += fmt::format("; did you mean '{}'?", Instead.str());
  Problem.Do = FlagProblem::Cure::SetValue;
  Problem.Value = Text.str();
  Problem.Value.replace(Name.data() - Text.data(), Name.size(), Instead.str());
  Problem.Note =
      fmt::format("to log '{}', set '{}'", Instead.str(), Problem.Value);
  return Problem;
}

} // namespace

FlagProblem lateLogsProblem(StringRef Name) {
  const bool IsLogs = Name == "TORCH_LOGS";
  return {fmt::format(
              "'{}' is set after torch has read it, at its import: it {}; set "
              "it before{}",
              Name.str(),
              IsLogs ? "changes no log, and disables 'torch._logging.set_logs'"
                     : "changes nothing",
              IsLogs ? ", or call that" : ""),
          "torch is imported here"};
}

std::optional<FlagProblem> logNamesProblem(StringRef Text,
                                           std::optional<TorchVersion> Torch) {
  if (Text.empty())
    return FlagProblem{"'import torch' raises AttributeError on an empty "
                       "TORCH_LOGS; remove the variable to log nothing"};
  // Quotes within are for shells, and taken off on Windows.
  if (Text.contains('\'') || Text.contains('"') || Text == "+help")
    return std::nullopt;
  const auto Names = namesIn(Text);
  if (!Names)
    return FlagProblem{fmt::format(
        "'import torch' raises ValueError on TORCH_LOGS '{}': names are "
        "separated by commas, without anything before the first or after the "
        "last",
        Text.str())};
  for (const StringRef Name : *Names) {
    // A module's name is right, too, and which there are is not known.
    if (Name.contains('.') || isKnown(Name, Torch))
      continue;
    if (const VersionedRow *Log = logNames().find(Name))
      return ofOtherTorch(Text, *Log, *Torch);
    if (auto Problem = unknownName(Text, Name))
      return Problem;
  }
  return std::nullopt;
}

} // namespace aoti_tidy
