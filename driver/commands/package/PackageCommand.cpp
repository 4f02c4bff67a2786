// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/emitted/ReadContract.h"
#include "driver/base/Errors.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/WriteFile.h"
#include "driver/commands/package/Compatibility.h"
#include "driver/commands/trace/ProofReport.h"
#include "driver/package/PackageReport.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti_tidy {

namespace {

llvm::Expected<ShownPackage> withNames(Contract Of,
                                       const GivenPrograms &Given) {
  ShownPackage Result;
  const std::vector<ExportedProgram> Own = ownPrograms(Of.Path);
  for (const ModelContract &M : Of.Models) {
    Result.Names.emplace_back();
    Result.Dropped.emplace_back();
    if (!M.Inputs)
      continue;
    auto Program = programOf(M.Name, *M.Inputs, Of.Path, Given, Own);
    if (!Program)
      return Program.takeError();
    Result.Names.back() = inputNames(*Program);
    if (*Program)
      Result.Dropped.back() = (*Program)->Numbers;
  }
  Result.Of = std::move(Of);
  return Result;
}

} // namespace

llvm::Expected<Page> packagePage(const Options &O) {
  // A gate that is asked for with it would not run.
  if (O.Prove && (O.Compatible || O.Target))
    return usageError("--prove goes with neither --compatible nor --target");
  if (O.Prove)
    return provePage(O);
  if (O.Positional.empty())
    return usageError("'package' needs a path: a .pt2, a folder one was "
                      "unpacked to, a .so or a wrapper's .cpp");
  for (llvm::ArrayRef<std::string> Read :
       {llvm::ArrayRef(O.Positional), llvm::ArrayRef(O.Exported)})
    if (auto E = refuseToOverwrite("-o", O.OutputFile, Read))
      return E;
  auto Given = GivenPrograms::read(O.Exported);
  if (!Given)
    return Given.takeError();
  std::vector<ShownPackage> Packages;
  for (const std::string &Path : O.Positional) {
    auto Package = readContract(Path, *plainFiles(AnySize));
    if (!Package)
      return Package.takeError();
    auto Shown = withNames(std::move(*Package), *Given);
    if (!Shown)
      return Shown.takeError();
    Packages.push_back(std::move(*Shown));
  }
  if (O.Compatible || O.Target)
    return compatibilityPage(O, Packages);
  Page Result;
  Result.Text = pageText(O, [&](llvm::raw_ostream &OS) {
    if (O.Format == ReportFormat::Json)
      return writePackagesJson(Packages, OS);
    llvm::interleave(
        Packages,
        [&](const ShownPackage &P) { writePackageText(P, O.Verbose, OS); },
        [&] { OS << '\n'; });
  });
  return Result;
}

} // namespace aoti_tidy
