// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/GitFiles.h"
#include "driver/base/Git.h"
#include "driver/base/Staging.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

namespace path = llvm::sys::path;
using llvm::StringRef;

namespace aoti_tidy {

llvm::Expected<std::optional<GitFiles>> GitFiles::in(StringRef Folder) {
  if (!llvm::sys::findProgramByName("git"))
    return std::nullopt;
  const std::string Real = realPath(Folder);
  auto Repository = GitRepository::of(Real);
  if (!Repository || !*Repository)
    return Repository ? llvm::Expected<std::optional<GitFiles>>(std::nullopt)
                      : Repository.takeError();
  auto Names = (*Repository)
                   ->gitIn(Real, {"ls-files", "-z", "-t", "--cached",
                                  "--others", "--exclude-standard"});
  if (!Names)
    return Names.takeError();
  // An ignored folder that the user names has no tracked files.
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
