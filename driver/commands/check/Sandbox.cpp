// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/commands/check/Sandbox.h"
#include "driver/base/Errors.h"
#include "driver/base/PlainFiles.h"
#include "driver/base/ResourceDir.h"
#include "driver/base/RunReads.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace aoti_tidy {

llvm::Error declareInputs(const Options &O) {
  RunReads &Reads = RunReads::get();
  llvm::for_each(O.Positional, [&](StringRef Path) { Reads.declare(Path); });
  for (StringRef Package : O.Packages)
    // FILES=PACKAGE
    Reads.declare(Package.contains('=') ? Package.rsplit('=').second : Package);
  for (StringRef Path : {O.Exported, O.ConfigFile, O.Baseline, O.TorchInclude})
    Reads.declare(Path);
  if (!O.BuildPath.empty())
    Reads.declare(O.BuildPath + "/compile_commands.json");
  for (const std::string &List : O.InputLists) {
    // The list itself may be read.
    Reads.declare(List);
    const auto Text = readPlainFile(List);
    if (!Text)
      return usageError("--inputs: cannot read '{}': {}", List,
                        Text.getError().message());
    for (llvm::line_iterator Line(**Text); !Line.is_at_end(); ++Line)
      Reads.declare(*Line);
  }
  return llvm::Error::success();
}

llvm::Error enterSandbox(const Options &O, StringRef Argv0) {
  auto Headers = findResourceDir(Argv0);
  if (!Headers)
    return Headers.takeError();
  RunReads &Reads = RunReads::get();
  Reads.declare(*Headers);
  Reads.declare((llvm::sys::path::parent_path(*Headers) + "/std").str());
  // Where times are asked for in the text of a file, they are always the same.
  setenv("SOURCE_DATE_EPOCH", "0", /*overwrite=*/1);
  return declareInputs(O);
}

} // namespace aoti_tidy
