// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/check/Depfile.h"
#include "driver/base/Errors.h"
#include "driver/base/Sandbox.h"
#include "driver/base/WriteFile.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// As ninja and make read it. They have no way to write a line's end.
std::string escaped(StringRef Path) {
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
bool isDatabase(StringRef Path) {
  return llvm::sys::path::filename(Path) == "compile_commands.json";
}

bool isIn(StringRef Folder, StringRef Path) {
  return !Folder.empty() && Path.consume_front(Folder) && Path.starts_with("/");
}

} // namespace

llvm::Error writeDepfile(const Options &O, StringRef Cache) {
  if (O.Depfile.empty())
    return llvm::Error::success();
  auto Files = filesRead();
  if (!Files)
    return Files.takeError();
  std::string Text = escaped(O.Part ? O.FactsOut : O.OutputFile) + ":";
  for (const std::string &File : *Files)
    if (!isDatabase(File) && !isIn(Cache, File))
      Text += " \\\n  " + escaped(File);
  if (auto E = writeFile(O.Depfile, Text + "\n"))
    return usageError("cannot write '{}': {}", O.Depfile,
                      llvm::toString(std::move(E)));
  return llvm::Error::success();
}

} // namespace aoti_tidy
