// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/GitFiles.h"
#include "driver/report/Finding.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

bool isInRepository(StringRef Folder) {
  llvm::SmallString<256> Git(repositoryRoot(Folder));
  path::append(Git, ".git");
  return fs::exists(Git);
}

/// The names, separated by zeros.
std::unique_ptr<llvm::MemoryBuffer> listFiles(StringRef Folder) {
  const auto Git = llvm::sys::findProgramByName("git");
  llvm::SmallString<128> Out;
  if (!Git || fs::createTemporaryFile("aoti-tidy-git", "txt", Out))
    return nullptr;
  const llvm::FileRemover Remove(Out);
  // The configuration of a stranger's repository may name programs to run.
  const StringRef Args[] = {*Git,
                            "-C",
                            Folder,
                            "-c",
                            "core.fsmonitor=false",
                            "-c",
                            "core.hooksPath=/dev/null",
                            "--no-optional-locks",
                            "ls-files",
                            "-z",
                            "--cached",
                            "--others",
                            "--exclude-standard"};
  const std::optional<StringRef> Redirects[] = {StringRef(""), StringRef(Out),
                                                StringRef("")};
  constexpr unsigned MaxSeconds = 60;
  if (llvm::sys::ExecuteAndWait(*Git, Args, std::nullopt, Redirects,
                                MaxSeconds) != 0)
    return nullptr;
  auto Names = llvm::MemoryBuffer::getFile(Out, /*IsText=*/false,
                                           /*RequiresNullTerminator=*/false,
                                           /*IsVolatile=*/true);
  return Names ? std::move(*Names) : nullptr;
}

} // namespace

std::optional<GitFiles> GitFiles::in(StringRef Folder) {
  if (!isInRepository(Folder))
    return std::nullopt;
  const auto Names = listFiles(Folder);
  // Of a folder that is ignored and asked for there are none.
  if (!Names || Names->getBuffer().empty())
    return std::nullopt;
  GitFiles Result;
  for (StringRef Rest = Names->getBuffer(); !Rest.empty();) {
    const auto [Name, Behind] = Rest.split('\0');
    Rest = Behind;
    llvm::SmallString<256> Path = Folder;
    path::append(Path, Name);
    Result.Files.insert(Path);
    for (StringRef Dir = path::parent_path(Path);
         Dir.size() > Folder.size() && Result.Folders.insert(Dir).second;
         Dir = path::parent_path(Dir))
      ;
  }
  return Result;
}

} // namespace aoti_tidy
