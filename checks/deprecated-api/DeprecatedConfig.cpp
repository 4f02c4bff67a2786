// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/deprecated-api/DeprecatedApiPython.h"
#include "checks/deprecated-api/DeprecatedApiRule.h"
#include "checks/lib/script/InductorConfigs.h"
#include "checks/lib/script/VersionGuard.h"

using llvm::StringRef;

namespace aoti_tidy::python {
void findGoneConfigs(const File &F, std::vector<Finding> &Into) {
  for (const ConfigSetting &Set : configSettings(F)) {
    const GoneConfig *Entry =
        goneConfigs().find(Set.Key, F.settings().torchOrNewest());
    if (!Entry || isPickedByVersion(Set.Whole, "", F))
      continue;
    const StringRef Value = Set.Value ? Set.Value.text() : StringRef();
    Into.emplace_back(rangeOf(Set.At),
                      goneConfigText(*Entry, Set.error(), Value));
  }
}

} // namespace aoti_tidy::python
