// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/package/PackageCommand.h"
#include "checks/lib/emitted/ReadContract.h"
#include "driver/Errors.h"
#include "driver/package/PackageReport.h"
#include "driver/report/WriteFile.h"

namespace aoti_tidy {

llvm::Error runPackage(const Options &O, llvm::raw_ostream &OS) {
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
  llvm::raw_string_ostream Buffer(Text);
  {
    const bool IsJson = O.Format == ReportFormat::Json;
    PrintableStream Page(Buffer, IsJson ? Escapes::Json : Escapes::Visible);
    if (IsJson)
      writePackagesJson(Packages, Page);
    else if (Packages.size() == 1)
      writePackageText(Packages.front(), Page);
    else
      writeComparisonText(Packages, Page);
  }
  if (O.OutputFile.empty()) {
    OS << Text;
    return llvm::Error::success();
  }
  if (auto E = writeFile(O.OutputFile, Text))
    return usageError("cannot write '{}': {}", O.OutputFile,
                      llvm::toString(std::move(E)));
  return llvm::Error::success();
}

} // namespace aoti_tidy
