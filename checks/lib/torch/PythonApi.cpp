// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/torch/PythonApi.h"
#include "checks/lib/torch/PythonNames.h"

namespace aoti_tidy {
namespace {

constexpr PythonParameter Parameters[] = {
#define AOTI_PARAMETER(FUNCTION, NAME, POSITION, FIRST, LAST)                  \
  {{NAME, FIRST, LAST}, FUNCTION, POSITION},
#include "checks/lib/torch/PythonApi.def"
};

constexpr VersionedRow Keys[] = {
#define AOTI_CONFIG_KEY(KEY, FIRST, LAST) {KEY, FIRST, LAST},
#include "checks/lib/torch/InductorConfig.def"
};

llvm::StringRef memberOf(const VersionedRow &Key) {
  return Key.Name.split('.').second;
}

} // namespace

llvm::StringRef canonicalFunction(llvm::StringRef Name) {
  const llvm::StringRef Canonical = canonicalName(Name);
  const bool IsKnown = llvm::any_of(Parameters, [&](const PythonParameter &P) {
    return P.Function == Canonical;
  });
  return IsKnown ? Canonical : "";
}

llvm::SmallVector<const PythonParameter *, 8>
parametersOf(llvm::StringRef Function) {
  llvm::SmallVector<const PythonParameter *, 8> Result;
  for (const PythonParameter &P : Parameters)
    if (P.Function == Function)
      Result.push_back(&P);
  return Result;
}

llvm::StringRef meantFunction(llvm::StringRef Name) {
#define AOTI_NO_FUNCTION(WRITTEN, MEANT)                                       \
  if (Name == (WRITTEN))                                                       \
    return MEANT;
#include "checks/lib/torch/PythonApi.def"
  return "";
}

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
