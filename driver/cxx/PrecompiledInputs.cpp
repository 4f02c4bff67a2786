// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cxx/PrecompiledInputs.h"
#include "driver/base/PlainFiles.h"
#include "driver/cxx/HeaderStandIns.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <map>
#include <sys/stat.h>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
namespace vfs = llvm::vfs;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

uint64_t nanoseconds(const timespec &T) {
  return uint64_t(T.tv_sec) * 1'000'000'000 + T.tv_nsec;
}

/// The system's facts about a file; nullopt if there is none.
std::optional<PrecompiledInput> lookAt(const std::string &Path) {
  struct stat Status = {};
  if (stat(Path.c_str(), &Status) != 0 || !S_ISREG(Status.st_mode))
    return std::nullopt;
  PrecompiledInput I;
  I.Path = Path;
  I.Size = Status.st_size;
#ifdef __APPLE__
  I.Modified = nanoseconds(Status.st_mtimespec);
  I.Changed = nanoseconds(Status.st_ctimespec);
#else
  I.Modified = nanoseconds(Status.st_mtim);
  I.Changed = nanoseconds(Status.st_ctim);
#endif
  I.Inode = Status.st_ino;
  I.Device = Status.st_dev;
  return I;
}

bool isUnchanged(const PrecompiledInput &Then, const PrecompiledInput &Now) {
  if (Then.Size != Now.Size)
    return false;
  // 0: it was written to while it was read.
  if (Then.Changed != 0 &&
      std::tie(Then.Modified, Then.Changed, Then.Inode, Then.Device) ==
          std::tie(Now.Modified, Now.Changed, Now.Inode, Now.Device))
    return true;
  const auto Text = readPlainFile(Now.Path);
  return Text && TextHash::of((*Text)->getBuffer()) == Then.Hash;
}

/// "torch" of "torch/library.h".
StringRef firstFolderOf(StringRef Name) { return *path::begin(Name); }

} // namespace

uint32_t PrecompiledInputs::hashOfWord(StringRef Word) {
  return static_cast<uint32_t>(llvm::xxh3_64bits(Word));
}

bool PrecompiledInputs::hasWord(StringRef Word) const {
  return llvm::binary_search(Words, hashOfWord(Word));
}

bool PrecompiledInputs::areUnchanged(std::set<fs::UniqueID> &Ids) const {
  // The first path to the same file: of two that are one, a second '#include'
  // has no effect.
  std::map<fs::UniqueID, StringRef> FirstThen, FirstNow;
  for (const PrecompiledInput &Then : Files) {
    const auto Now = lookAt(Then.Path);
    if (!Now || !isUnchanged(Then, *Now))
      return false;
    const fs::UniqueID IdThen(Then.Device, Then.Inode),
        IdNow(Now->Device, Now->Inode);
    if (FirstThen.try_emplace(IdThen, Then.Path).first->second !=
        FirstNow.try_emplace(IdNow, Then.Path).first->second)
      return false;
    Ids.insert(IdNow);
  }
  return llvm::none_of(Missing,
                       [](const std::string &P) { return fs::exists(P); });
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
  // A look into the folder spares one for each name.
  const llvm::StringSet<> There = entryNamesOf(Folder);
  return llvm::any_of(Names, [&](const std::string &Name) {
    if (path::is_absolute(Name) || !There.contains(firstFolderOf(Name)))
      return false;
    llvm::SmallString<256> Path(Folder);
    path::append(Path, Name);
    return fs::exists(Path);
  });
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

std::string InputRecorder::absolute(const llvm::Twine &Path) const {
  llvm::SmallString<256> Absolute;
  Path.toVector(Absolute);
  (void)makeAbsolute(Absolute);
  return Absolute.str().str();
}

llvm::ErrorOr<vfs::Status> InputRecorder::status(const llvm::Twine &Path) {
  auto Status = ProxyFileSystem::status(Path);
  if (!Status)
    Missing.insert(absolute(Path));
  return Status;
}

llvm::ErrorOr<std::unique_ptr<vfs::File>>
InputRecorder::openFileForRead(const llvm::Twine &Path) {
  auto File = ProxyFileSystem::openFileForRead(Path);
  const auto Status =
      File ? (*File)->status() : llvm::ErrorOr<vfs::Status>(File.getError());
  if (Status)
    Opened.try_emplace(absolute(Path), Status->getUniqueID());
  else
    Missing.insert(absolute(Path));
  return File;
}

std::optional<PrecompiledInputs> InputRecorder::take(uint64_t Begin) {
  // The file systems' clock ticks every few milliseconds.
  constexpr uint64_t Tick = 2'000'000'000;
  PrecompiledInputs Inputs;
  for (const auto &[Path, Id] : Opened) {
    // The program's own, and in the key of what is made of them.
    if (isHeaderStandIn(Path))
      continue;
    auto Input = lookAt(Path);
    const auto Text = getUnderlyingFS().getBufferForFile(Path);
    // A link may lead elsewhere by now. An editor's text is for its own run only.
    if (unsavedTexts().contains(Id) || !Input || !Text ||
        Id != fs::UniqueID(Input->Device, Input->Inode))
      return std::nullopt;
    // The text that the parse has read, not the one on the disk now.
    Input->Size = (*Text)->getBufferSize();
    Input->Hash = TextHash::of((*Text)->getBuffer());
    llvm::SmallString<256> Real;
    if (fs::real_path(Path, Real))
      return std::nullopt;
    Input->RealName = Real.str().str();
    if (Input->Changed + Tick > Begin)
      Input->Changed = 0;
    Inputs.Files.push_back(std::move(*Input));
  }
  for (const std::string &Path : Missing)
    if (!Opened.contains(Path))
      Inputs.Missing.push_back(Path);
  return Inputs;
}

} // namespace aoti_tidy
