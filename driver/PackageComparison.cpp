// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/PackageReport.h"

namespace aoti_tidy {

void writeComparisonText(llvm::ArrayRef<Contract> Packages,
                         llvm::raw_ostream &OS) {
  for (const Contract &C : Packages)
    writePackageText(C, OS);
}

} // namespace aoti_tidy
