// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/EnvFlags.h"

namespace aoti_tidy {
namespace {

bool isAnyOf(llvm::StringRef Value,
             std::initializer_list<llvm::StringRef> Words) {
  return llvm::any_of(
      Words, [&](llvm::StringRef W) { return Value.equals_insensitive(W); });
}

} // namespace

NamedRows<EnvFlag> envFlags() {
  static constexpr EnvFlag Rows[] = {
#define AOTI_ENV_FLAG(NAME, PHASE, VALUE, FIRST, LAST)                         \
  {{NAME, FIRST, LAST}, FlagPhase::PHASE, FlagValue::VALUE},
#include "checks/lib/torch/EnvFlags.def"
  };
  return Rows;
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
