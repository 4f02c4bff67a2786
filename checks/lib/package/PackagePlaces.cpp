// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/lib/package/PackagePlaces.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti_tidy {
namespace {

std::string in(StringRef Folder, StringRef Path) {
  llvm::SmallString<256> Result(Folder);
  path::append(Result, Path);
  path::remove_dots(Result);
  return std::string(Result);
}

/// The root of \p Folder's repository, or empty.
std::string repositoryOf(StringRef Folder, llvm::vfs::FileSystem &FS) {
  llvm::SmallString<256> At(Folder);
  if (FS.makeAbsolute(At))
    return "";
  for (StringRef Here = At; !Here.empty(); Here = path::parent_path(Here))
    if (FS.exists(in(Here, ".git")))
      return Here.str();
  return "";
}

} // namespace

llvm::SmallVector<std::string, 4> packagePlaces(StringRef Path,
                                                std::optional<StringRef> Folder,
                                                llvm::vfs::FileSystem &FS) {
  if (path::is_absolute(Path))
    return {Path.str()};
  llvm::SmallVector<std::string, 4> Places;
  if (Folder) {
    Places.push_back(in(*Folder, Path));
    const std::string Root = repositoryOf(*Folder, FS);
    if (!Root.empty())
      Places.push_back(in(Root, Path));
  }
  Places.push_back(in("", Path));
  llvm::SmallString<256> Current;
  if (!llvm::sys::fs::current_path(Current))
    Places.push_back(in(Current, Path));
  return Places;
}

} // namespace aoti_tidy
