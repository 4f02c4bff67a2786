// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/DeviceName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// As std::stoi reads it; nothing where it throws.
std::optional<unsigned> parseIndex(StringRef Digits) {
  unsigned Number = 0;
  if (Digits.empty() || !llvm::all_of(Digits, llvm::isDigit) ||
      Digits.getAsInteger(10, Number) ||
      Number > std::numeric_limits<int>::max())
    return std::nullopt;
  return Number;
}

std::optional<DeviceName> split(StringRef Text) {
  DeviceName Name{Text.split(':').first, std::nullopt};
  if (Name.Type.size() == Text.size())
    return Name;
  Name.Index = parseIndex(Text.drop_front(Name.Type.size() + 1));
  return Name.Index ? std::optional(Name) : std::nullopt;
}

} // namespace

std::optional<DeviceName> DeviceName::parse(StringRef Text) {
  const auto Name = split(Text);
  const auto IsOfType = [](char C) { return llvm::isLower(C) || C == '_'; };
  if (!Name || Name->Type.empty() || !llvm::all_of(Name->Type, IsOfType))
    return std::nullopt;
  // "cuda:01"
  const StringRef Index = Text.drop_front(Name->Type.size());
  return Index.starts_with(":0") && Index != ":0" ? std::nullopt : Name;
}

std::optional<DeviceName> DeviceName::parseForModel(StringRef Text) {
  const auto Name = split(Text);
  return Name && isModelDevice(Name->Type) ? Name : std::nullopt;
}

bool isModelDevice(StringRef Type) {
  return llvm::is_contained({"cpu", "cuda", "xpu", "mps"}, Type);
}

bool hasTensorMethod(StringRef Type, Language Lang) {
  return Type == "cpu" || Type == "cuda" ||
         (Type == "xpu" && Lang == Language::Python);
}

bool isDeviceOfAotLoad(StringRef Text, TorchVersion V) {
  // The CPU's runner takes no index, and MPS's gets none.
  if (Text == "cpu")
    return true;
  if (Text.split(':').first == "mps")
    return V >= TorchVersion{2, 8};
  const auto Device = DeviceName::parseForModel(Text);
  return Device && (Device->Type == "cuda" ||
                    (Device->Type == "xpu" && V >= TorchVersion{2, 6}));
}

} // namespace aoti_tidy
