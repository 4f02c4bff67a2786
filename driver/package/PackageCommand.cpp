// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/package/PackageCommand.h"
#include "checks/lib/emitted/ReadContract.h"
#include "driver/Errors.h"
#include "driver/package/PackageReport.h"

namespace aoti_tidy {

llvm::Expected<std::string> packagePage(const Options &O) {
  if (O.Positional.empty())
    return usageError("'package' needs a path: a .pt2, a folder one was "
                      "unpacked to, a .so or a wrapper's .cpp");
  std::vector<Contract> Packages;
  for (const std::string &Path : O.Positional) {
    auto Package = readContract(Path, *llvm::vfs::getRealFileSystem());
    if (!Package)
      return Package.takeError();
    Packages.push_back(std::move(*Package));
  }
  std::string Text;
  llvm::raw_string_ostream Page(Text);
  if (O.Format == ReportFormat::Json)
    writePackagesJson(Packages, Page);
  else if (Packages.size() == 1)
    writePackageText(Packages.front(), Page);
  else
    writeComparisonText(Packages, Page);
  return Text;
}

} // namespace aoti_tidy
