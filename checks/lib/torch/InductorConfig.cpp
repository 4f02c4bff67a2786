// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/InductorConfig.h"

namespace aoti_tidy {
namespace {

constexpr VersionedRow Keys[] = {
#define AOTI_CONFIG_KEY(KEY, FIRST, LAST) {KEY, FIRST, LAST},
#include "checks/lib/torch/InductorConfig.def"
};

llvm::StringRef memberOf(const VersionedRow &Key) {
  return Key.Name.split('.').second;
}

} // namespace

NamedRows<VersionedRow> configKeys() { return Keys; }

const VersionedRow *similarConfigKey(llvm::StringRef Name) {
  if (!Name.contains('.')) {
    const auto *Key = llvm::find_if(
        Keys, [&](const VersionedRow &K) { return memberOf(K) == Name; });
    return Key == std::end(Keys) ? nullptr : Key;
  }
  // The part before the dot may be misspelt, too: "aotinductor.debug_compile".
  if (const VersionedRow *Key = configKeys().similar(Name))
    return Key;
  return similarRow(Name.split('.').second, llvm::ArrayRef(Keys), memberOf);
}

} // namespace aoti_tidy
