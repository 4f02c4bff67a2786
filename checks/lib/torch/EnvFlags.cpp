// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/EnvFlags.h"
#include "llvm/ADT/StringExtras.h"

namespace aoti_tidy {
namespace {

bool isAnyOf(llvm::StringRef Value,
             std::initializer_list<llvm::StringRef> Words) {
  return llvm::any_of(
      Words, [&](llvm::StringRef W) { return Value.equals_insensitive(W); });
}

bool isNameChar(char C) { return llvm::isAlnum(C) || C == '_'; }

/// 'Before"NAME"After' with Before ending in '(' or '[', or After 'in
/// os.environ'.
bool isRead(llvm::StringRef Before, llvm::StringRef After) {
  After = After.ltrim();
  After.consume_front("not ");
  if (After.ltrim().starts_with("in os.environ"))
    return true;
  Before = Before.rtrim();
  // os.environ["NAME"], which is neither set nor deleted
  if (Before.consume_back("[")) {
    if (!Before.consume_back("environ") || !After.consume_front("]"))
      return false;
    After = After.ltrim();
    Before = Before.rtrim("os.").rtrim();
    return (!After.starts_with("=") || After.starts_with("==")) &&
           !Before.ends_with("del");
  }
  if (!Before.consume_back("("))
    return false;
  Before = Before.rtrim();
  size_t Begin = Before.size();
  while (Begin && (isNameChar(Before[Begin - 1]) || Before[Begin - 1] == '.'))
    --Begin;
  const llvm::StringRef Callee = Before.drop_front(Begin);
  if (Callee.ends_with("environ.get"))
    return true;
  const std::string Name = Callee.substr(Callee.rfind('.') + 1).lower();
  return llvm::StringRef(Name).contains("env") &&
         llvm::none_of(std::initializer_list<llvm::StringRef>{"set", "put",
                                                              "del", "pop",
                                                              "patch", "clear"},
                       [&](llvm::StringRef W) {
                         return llvm::StringRef(Name).contains(W);
                       });
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

NamedRows<VersionedRow> logNames() {
  static constexpr VersionedRow Rows[] = {
#define AOTI_LOG_NAME(NAME, FIRST, LAST) {NAME, FIRST, LAST},
#include "checks/lib/torch/LogNames.def"
  };
  return Rows;
}

bool isOfOtherBackend(llvm::StringRef Name) {
  // Ascend's torch_npu with CATLASS; Gaudi, Cambricon, Moore Threads, MetaX,
  // Enflame, Hygon, AWS and Google.
  for (const llvm::StringRef Word : llvm::split(Name, '_'))
    if (isAnyOf(Word, {"ASCEND", "CATLASS", "DCU", "GAUDI", "GCU", "HPU",
                       "MACA", "MLU", "MUSA", "NEURON", "NPU", "TPU"}))
      return true;
  return false;
}

bool readsVariable(llvm::StringRef Text, llvm::StringRef Name) {
  for (size_t At = 0; (At = Text.find(Name, At)) != llvm::StringRef::npos;
       At += Name.size()) {
    const llvm::StringRef After = Text.drop_front(At + Name.size());
    const char Quote = At ? Text[At - 1] : ' ';
    if ((Quote == '"' || Quote == '\'') &&
        After.starts_with(Text.substr(At - 1, 1)) &&
        isRead(Text.take_front(At - 1), After.drop_front()))
      return true;
  }
  return false;
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
