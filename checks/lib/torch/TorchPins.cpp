// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/TorchPins.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti_tidy {

void OneTorch::add(StringRef Version, std::string Text, StringRef File,
                   size_t Offset) {
  Version = Version.trim();
  Version.consume_back(".*");
  const auto Parsed = TorchVersion::parse(Version);
  IsClear &= Parsed && (!Found || Found->Version == *Parsed);
  if (Parsed && !Found)
    Found = NamedTorch{*Parsed, std::move(Text), File.str(),
                       static_cast<unsigned>(Offset)};
}

StringRef pinnedTorch(StringRef Requirement) {
  StringRef Text = Requirement.split('#').first.split(';').first.trim();
  if (!Text.consume_front("torch"))
    return "";
  Text = Text.ltrim();
  if (Text.starts_with("["))
    Text = Text.split(']').second.ltrim();
  if (!Text.consume_front("=="))
    return "";
  Text.consume_front("=");
  return Text.ltrim().take_until(
      [](char C) { return StringRef(" ,\\").contains(C); });
}

std::optional<NamedTorch> torchPinIn(StringRef File, StringRef Text) {
  const bool IsToml = File.ends_with(".toml"), IsLock = File.ends_with(".lock"),
             IsConda = File.ends_with(".yml") || File.ends_with(".yaml");
  bool IsOfTorch = false; // what a lock file says of torch itself
  OneTorch Pins;
  for (const StringRef Whole : llvm::split(Text, '\n')) {
    const StringRef Line = Whole.split('#').first.trim();
    const auto Add = [&](StringRef Version, const llvm::Twine &As,
                         StringRef At) {
      Pins.add(Version, As.str(), File, At.data() - Text.data());
    };
    const auto [Key, Value] = Line.split('=');
    if (IsLock) {
      const StringRef Plain = Value.trim(" '\"");
      if (Key.trim() == "name")
        IsOfTorch = Plain == "torch";
      else if (Key.trim() == "version" && IsOfTorch)
        Add(Plain, "torch " + Plain, Line);
      continue;
    }
    // torch = "2.9.1", torch = {version = "2.9.1", source = "cpu"}
    if (StringRef Number = Value.trim(); IsToml && Key.trim() == "torch") {
      if (Number.starts_with("{"))
        Number = Number.split("version").second.ltrim(" =");
      Number = Number.ltrim("'\"=").take_until(
          [](char C) { return C == '"' || C == '\''; });
      if (!Number.empty() && llvm::isDigit(Number.front()))
        Add(Number, "torch = \"" + Number + "\"", Line);
    }
    // The strings of a list, or the line.
    llvm::SmallVector<StringRef> Pieces;
    llvm::SplitString(Line, Pieces, "'\"");
    for (StringRef Piece : Pieces) {
      Piece = Piece.split(';').first.split(" --").first.ltrim(" -");
      Piece = Piece.rtrim(" \\");
      if (const StringRef Version = pinnedTorch(Piece); !Version.empty())
        Add(Version, Piece, Piece);
      // conda-forge::pytorch==2.5.1=*cuda*
      StringRef Package = Piece.substr(Piece.rfind(':') + 1);
      if (IsConda && Package.consume_front("pytorch=") && !Package.empty())
        Add(Package.ltrim('=').split('=').first, Piece, Piece);
    }
  }
  return Pins.only();
}

} // namespace aoti_tidy
