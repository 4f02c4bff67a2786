// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/GitFiles.h"
#include "driver/Git.h"
#include "driver/report/Finding.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

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

} // namespace

std::optional<GitFiles> GitFiles::in(StringRef Folder) {
  if (!isInRepository(Folder))
    return std::nullopt;
  auto Names = git({"-C", Folder, "ls-files", "-z", "-t", "--cached",
                    "--others", "--exclude-standard"});
  if (!Names) {
    llvm::consumeError(Names.takeError());
    return std::nullopt;
  }
  // Of a folder that is ignored and asked for there are none.
  if (Names->empty())
    return std::nullopt;
  GitFiles Result;
  for (StringRef Rest = *Names; !Rest.empty();) {
    // "H src/a.py"; what is not tracked has a question mark.
    const auto [Line, Behind] = Rest.split('\0');
    Rest = Behind;
    const auto [Tag, Name] = Line.split(' ');
    llvm::StringSet<> *Tracked = Tag == "?" ? nullptr : &Result.Tracked;
    llvm::SmallString<256> Path = Folder;
    path::append(Path, Name);
    Result.Files.insert(Path);
    for (StringRef Dir = path::parent_path(Path); Dir.size() > Folder.size();
         Dir = path::parent_path(Dir)) {
      const bool IsNew = Result.Folders.insert(Dir).second;
      const bool IsNewlyTracked = Tracked && Tracked->insert(Dir).second;
      if (!IsNew && !IsNewlyTracked)
        break;
    }
  }
  return Result;
}

} // namespace aoti_tidy
