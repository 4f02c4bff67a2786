// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/debug-flag/DebugFlagPython.h"
#include "checks/lib/script/TextEdits.h"
#include "checks/lib/torch/LogNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using namespace aoti_tidy;
using llvm::StringRef;

namespace aoti_tidy::python {
namespace {

/// A part of TORCH_LOGS, between two commas.
struct LogSetting {
  StringRef Sign; ///< "+", "-" or nothing
  StringRef Name;
};

bool isNameChar(char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; }

/// torch/_logging/_internal.py: ((\+|-)?[\w\.]+,\s*)*(\+|-)?[\w\.]+?
std::optional<llvm::SmallVector<LogSetting, 4>> parseSettings(StringRef Text) {
  llvm::SmallVector<LogSetting, 4> Result;
  llvm::SmallVector<StringRef, 4> Parts;
  Text.split(Parts, ',');
  for (StringRef Part : Parts) {
    if (!Result.empty())
      Part = Part.ltrim();
    LogSetting Setting;
    if (Part.starts_with("+") || Part.starts_with("-")) {
      Setting.Sign = Part.take_front();
      Part = Part.drop_front();
    }
    Setting.Name = Part;
    if (Part.empty() || !llvm::all_of(Part, isNameChar))
      return std::nullopt;
    Result.push_back(Setting);
  }
  return Result;
}

bool isKnown(StringRef Name, const Settings &With) {
  if (Name == "all" || Name == "help")
    return true;
  const VersionedRow *Log = logNames().find(Name);
  return Log && (!With.Torch || Log->existsIn(*With.Torch));
}

/// The same settings as torch takes them, if all their names are known:
/// "inductor output_code", " dynamo,"
std::optional<std::string> repaired(StringRef Text, const Settings &With) {
  llvm::SmallVector<StringRef, 4> Words;
  std::string Flat = Text.str();
  std::replace_if(
      Flat.begin(), Flat.end(),
      [](char C) { return llvm::isSpace(C) || C == ';' || C == '|'; }, ',');
  StringRef(Flat).split(Words, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (const StringRef Word : Words)
    if (!isKnown(Word.starts_with("+") || Word.starts_with("-")
                     ? Word.drop_front()
                     : Word,
                 With))
      return std::nullopt;
  if (Words.empty())
    return std::nullopt;
  return llvm::join(Words, ",");
}

Finding misformed(const EnvironSet &Set, StringRef Text, const Settings &With) {
  Finding Found{rangeOf(Set.At),
                fmt::format("'import torch' raises ValueError on TORCH_LOGS "
                            "'{}': names are separated by commas, without "
                            "anything before the first or after the last",
                            Text.str()),
                {},
                {}};
  if (const auto Meant = repaired(Text, With)) {
    Found.Message += fmt::format("; set '{}'", *Meant);
    if (auto Fix = rewriteString(Set.Value, *Meant))
      Found.Fix.push_back(std::move(*Fix));
  }
  return Found;
}

/// Whether no module can have that name, so that torch cannot know it.
bool isNoModule(StringRef Name) {
  return llvm::isDigit(Name.front()) ||
         llvm::is_contained({"DEBUG", "INFO", "WARN", "WARNING", "ERROR",
                             "CRITICAL", "aot_inductor", "aoti", "aotinductor"},
                            Name);
}

} // namespace

std::optional<Finding> logNamesFinding(const File &F, const EnvironSet &Set) {
  const auto Text = F.values().wholeString(Set.Value);
  // Quotes within are for shells, and taken off on Windows.
  if (!Text || Text->empty() || StringRef(*Text).contains('\'') ||
      StringRef(*Text).contains('"') || StringRef(*Text) == "+help")
    return std::nullopt;
  const auto Parsed = parseSettings(*Text);
  if (!Parsed)
    return misformed(Set, *Text, F.settings());
  for (const LogSetting &Setting : *Parsed) {
    const StringRef Name = Setting.Name;
    // A module's name is right, too, and which there are is not known.
    if (Name.contains('.') || isKnown(Name, F.settings()))
      continue;
    if (const VersionedRow *Elsewhen = logNames().find(Name)) {
      const TorchVersion Torch = *F.settings().Torch;
      const bool IsTooNew = Torch < Elsewhen->First;
      return Finding{
          rangeOf(Set.At),
          fmt::format("'import torch' raises ValueError on TORCH_LOGS '{}': "
                      "torch {} has no log '{}', which {} torch {}; remove it",
                      *Text, Torch.str(), Name.str(),
                      IsTooNew ? "came with" : "was last in",
                      (IsTooNew ? Elsewhen->First : *Elsewhen->Last).str()),
          {},
          {}};
    }
    const VersionedRow *Meant = logNames().similar(Name);
    const bool IsForInductor = !Meant && Name.starts_with("aot");
    if (!Meant && !isNoModule(Name))
      continue;
    const StringRef Instead = Meant           ? Meant->Name
                              : IsForInductor ? StringRef("inductor")
                                              : "";
    Finding Found{
        rangeOf(Set.At),
        fmt::format("'import torch' raises ValueError on TORCH_LOGS '{}': "
                    "there is no log '{}'",
                    *Text, Name.str()),
        {},
        {}};
    if (Instead.empty())
      Found.Message += "; name logs, '+' and '-' are their levels: "
                       "'+inductor,output_code'";
    else
      Found.Message += fmt::format("; did you mean '{}'?", Instead.str());
    if (!Instead.empty()) {
      std::string New = *Text;
      New.replace(Name.data() - Text->data(), Name.size(), Instead.str());
      if (auto Fix = rewriteString(Set.Value, New))
        Found.Notes.push_back(
            {rangeOf(Set.Value),
             "to log '" + Instead.str() + "', set '" + New + "'",
             {std::move(*Fix)}});
    }
    return Found;
  }
  return std::nullopt;
}

} // namespace aoti_tidy::python
