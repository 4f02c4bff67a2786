// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/EnvFlags.h"
#include "checks/lib/torch/Spelling.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {
namespace {

constexpr EnvFlag row(llvm::StringRef Name, FlagPhase Phase, FlagValue Value,
                      unsigned First, unsigned Last) {
  EnvFlag Flag{Name, Phase, Value, {2, First}, std::nullopt};
  if (TorchVersion{2, Last} < TorchVersion::newest())
    Flag.Last = TorchVersion{2, Last};
  return Flag;
}

constexpr EnvFlag Flags[] = {
#define AOTI_ENV_FLAG(NAME, PHASE, VALUE, FIRST, LAST)                         \
  row(NAME, FlagPhase::PHASE, FlagValue::VALUE, FIRST, LAST),
#include "checks/lib/torch/EnvFlags.def"
};

bool isAnyOf(llvm::StringRef Value,
             std::initializer_list<llvm::StringRef> Words) {
  return llvm::any_of(
      Words, [&](llvm::StringRef W) { return Value.equals_insensitive(W); });
}

} // namespace

const EnvFlag *findEnvFlag(llvm::StringRef Name) {
  const auto *Flag =
      llvm::find_if(Flags, [&](const EnvFlag &F) { return F.Name == Name; });
  return Flag == std::end(Flags) ? nullptr : Flag;
}

const EnvFlag *similarEnvFlag(llvm::StringRef Name) {
  return similarRow(Name, llvm::ArrayRef(Flags),
                    [](const EnvFlag &F) { return F.Name; });
}

bool saysOff(llvm::StringRef Value) {
  return isAnyOf(Value, {"", "0", "false", "off", "no", "n", "disable",
                         "disabled", "none"});
}

bool saysOn(llvm::StringRef Value) {
  return isAnyOf(Value, {"1", "true", "on", "yes", "y", "enable", "enabled"});
}

FlagEffect checkInputsEffect(llvm::StringRef Value, TorchVersion V) {
  // The wrapper that Inductor emits:
  //   2.7   env != nullptr && env[0] != 0
  //   2.8   env != nullptr && env[0] != '0'
  if (V < TorchVersion{2, 7})
    return FlagEffect::NoSuchFlag;
  if (V < TorchVersion{2, 8})
    return Value.empty() ? FlagEffect::Off : FlagEffect::On;
  return Value.starts_with("0") ? FlagEffect::Off : FlagEffect::On;
}

FlagEffect noMemoryCachingEffect(llvm::StringRef Value, TorchVersion V) {
  // c10/cuda/CUDACachingAllocator.cpp:
  //   2.6   has_env(name)
  //   2.7   check_env(name) == true, which knows "1" and "0"
  if (V < TorchVersion{2, 7})
    return FlagEffect::On;
  if (Value == "1")
    return FlagEffect::On;
  return Value == "0" ? FlagEffect::Off : FlagEffect::Ignored;
}

} // namespace aoti_tidy
