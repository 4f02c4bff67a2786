// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/check/Outputs.h"
#include "driver/base/Sandbox.h"
#include "driver/base/WriteFile.h"

namespace aoti_tidy {

llvm::Error refuseOutputs(const Options &O, const Inputs &In) {
  const std::vector<NamedOutput> Outputs = {
      {"-o", O.OutputFile},
      {"--export-fixes", O.ExportFixes},
      {"--write-baseline", O.WriteBaseline},
      {"--facts-out", O.FactsOut},
      {"--depfile", O.Depfile}};
  std::vector<std::string> Read = O.Packages;
  Read.push_back(O.Exported);
  Read.push_back(O.ConfigFile);
  Read.push_back(O.Baseline);
  llvm::append_range(Read, O.FactsIn);
  llvm::append_range(Read, O.Merged);
  for (const auto *Files :
       {&In.Files, &In.PythonFiles, &In.Documents, &In.Packages})
    llvm::append_range(Read, *Files);
  for (const auto &[Option, Output] : Outputs) {
    if (auto E = refuseConfiguration(Option, Output))
      return E;
    if (auto E = refuseToOverwrite(Option, Output, Read))
      return E;
  }
  if (auto E = refuseOneFile(Outputs))
    return E;
  return watchOutputs(Outputs);
}

} // namespace aoti_tidy
