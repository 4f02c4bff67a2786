// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/PrecompiledInputs.h"
#include "driver/cxx/HeaderStandIns.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
namespace vfs = llvm::vfs;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// "torch" of "torch/library.h".
StringRef firstFolderOf(StringRef Name) { return *path::begin(Name); }

} // namespace

uint32_t PrecompiledInputs::hashOfWord(StringRef Word) {
  return static_cast<uint32_t>(llvm::xxh3_64bits(Word));
}

bool PrecompiledInputs::hasWord(StringRef Word) const {
  return llvm::binary_search(Words, hashOfWord(Word));
}

bool PrecompiledInputs::areUnchanged(std::set<fs::UniqueID> &Ids) {
  DiskNow Disk;
  bool HasNewStamps = false;
  if (!Disk.has(Files, HasNewStamps))
    return false;
  for (const Input &I : Files)
    if (I.isRead())
      Ids.insert(*Disk.idOf(I.Path));
  return true;
}

/// The entries of a folder, and the ways out of it.
static llvm::StringSet<> entryNamesOf(StringRef Folder) {
  llvm::StringSet<> There = {"..", "."};
  std::error_code EC;
  for (fs::directory_iterator It(Folder, EC), End; !EC && It != End;
       It.increment(EC))
    There.insert(path::filename(It->path()));
  return There;
}

bool hasAnyOf(StringRef Folder, llvm::ArrayRef<std::string> Names) {
  return llvm::any_of(namesToLookFor(Folder, Names),
                      [](const std::string &Path) { return fs::exists(Path); });
}

std::vector<std::string> namesToLookFor(StringRef Folder,
                                        llvm::ArrayRef<std::string> Names) {
  const llvm::StringSet<> There = entryNamesOf(Folder);
  std::set<std::string> Paths;
  for (const std::string &Name : Names) {
    if (path::is_absolute(Name))
      continue;
    const StringRef First = firstFolderOf(Name);
    llvm::SmallString<256> Path(Folder);
    path::append(Path, There.contains(First) ? StringRef(Name) : First);
    Paths.insert(Path.str().str());
  }
  return {Paths.begin(), Paths.end()};
}

llvm::ErrorOr<vfs::Status> HeaderInputs::status(const llvm::Twine &Path) {
  auto Status = getUnderlyingFS().status(Path);
  if (!Status)
    Log.noteStatus(absolute(Path), Status);
  return Status;
}

llvm::ErrorOr<std::unique_ptr<vfs::File>>
HeaderInputs::openFileForRead(const llvm::Twine &Path) {
  return isHeaderStandIn(absolute(Path))
             ? getUnderlyingFS().openFileForRead(Path)
             : LoggedFiles::openFileForRead(Path);
}

} // namespace aoti_tidy
