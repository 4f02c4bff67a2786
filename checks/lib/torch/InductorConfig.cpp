// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/InductorConfig.h"
#include "checks/lib/torch/Spelling.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {
namespace {

constexpr ConfigKey row(llvm::StringRef Name, unsigned First, unsigned Last) {
  ConfigKey Key{Name, {2, First}, std::nullopt};
  if (TorchVersion{2, Last} < TorchVersion::newest())
    Key.Last = TorchVersion{2, Last};
  return Key;
}

constexpr ConfigKey Keys[] = {
#define AOTI_CONFIG_KEY(KEY, FIRST, LAST) row(KEY, FIRST, LAST),
#include "checks/lib/torch/InductorConfig.def"
};

llvm::StringRef memberOf(const ConfigKey &Key) {
  return Key.Name.split('.').second;
}

} // namespace

const ConfigKey *findConfigKey(llvm::StringRef Name) {
  const auto *Key =
      llvm::find_if(Keys, [&](const ConfigKey &K) { return K.Name == Name; });
  return Key == std::end(Keys) ? nullptr : Key;
}

const ConfigKey *similarConfigKey(llvm::StringRef Name) {
  const llvm::ArrayRef<ConfigKey> Table(Keys);
  if (!Name.contains('.')) {
    const auto *Key = llvm::find_if(
        Table, [&](const ConfigKey &K) { return memberOf(K) == Name; });
    return Key == Table.end() ? nullptr : Key;
  }
  // What is before the dot has slips of its own: "aotinductor.debug_compile".
  if (const ConfigKey *Key =
          similarRow(Name, Table, [](const ConfigKey &K) { return K.Name; }))
    return Key;
  return similarRow(Name.split('.').second, Table, memberOf);
}

} // namespace aoti_tidy
