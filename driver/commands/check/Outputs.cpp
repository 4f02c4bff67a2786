// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Errors.h"
#include "driver/base/RunReads.h"
#include "driver/base/WriteFile.h"
#include "driver/commands/check/Steps.h"
#include "llvm/Support/Path.h"

namespace aoti_tidy {
namespace {

/// As ninja and make read it. They have no way to write a line's end.
std::string escaped(llvm::StringRef Path) {
  std::string Result;
  for (const char C : Path) {
    if (C == ' ' || C == '#')
      Result += '\\';
    if (C == '$')
      Result += '$';
    Result += C;
  }
  return Result;
}

/// The flags of all files are in one file, which is written anew for a change of
/// any: who runs this after each change of it would lint all files again.
bool isDatabase(llvm::StringRef Path) {
  return llvm::sys::path::filename(Path) == "compile_commands.json";
}

} // namespace

llvm::Error refuseOutputs(const Options &O, const Inputs &In) {
  std::vector<NamedOutput> Outputs = {{"-o", O.OutputFile},
                                      {"--export-fixes", O.ExportFixes},
                                      {"--write-baseline", O.WriteBaseline},
                                      {"--facts-out", O.FactsOut},
                                      {"--depfile", O.Depfile}};
  for (const auto &R : O.Reports)
    if (!R.File.empty())
      Outputs.emplace_back("--report", R.File);
  std::vector<std::string> Read = O.Packages;
  Read.push_back(O.Exported);
  Read.push_back(O.ConfigFile);
  Read.push_back(O.Baseline);
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
  RunReads::get().watch(Outputs);
  return llvm::Error::success();
}

llvm::Error writeDepfile(const Options &O, llvm::StringRef Cache) {
  if (O.Depfile.empty())
    return llvm::Error::success();
  std::string Text = escaped(O.Part ? O.FactsOut : O.OutputFile) + ":";
  for (const std::string &File : RunReads::get().paths())
    if (!isDatabase(File) && (Cache.empty() || !isInFolder(File, Cache)))
      Text += " \\\n  " + escaped(File);
  return writeFile(O.Depfile, Text + "\n");
}

} // namespace aoti_tidy
