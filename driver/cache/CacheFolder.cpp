// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/cache/CacheFolder.h"
#include "driver/base/Errors.h"
#include "driver/base/Finding.h"
#include "driver/base/Inputs.h"
#include "driver/base/Staging.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CachePruning.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/xxhash.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using llvm::StringRef;

namespace aoti_tidy {
namespace {

/// llvm::pruneCache() looks at names that begin so, and at no others.
constexpr StringRef NameBegin = "llvmcache-", LockEnd = ".lock";

/// The head of an entry. Its size keeps the contents as aligned as the page that
/// they are mapped to.
struct alignas(64) Header {
  char Magic[8] = {'a', 'o', 't', 'i', 't', 'i', 'd', 'y'};
  uint64_t Program = 0;  ///< the version that wrote it
  uint64_t Name = 0;     ///< kind and key
  uint64_t Size = 0;     ///< of the contents
  uint64_t Checksum = 0; ///< of the contents
  uint64_t Reserved[3] = {};

  bool operator==(const Header &) const = default;
};

Header headerOf(StringRef Kind, StringRef Key, StringRef Contents) {
  Header H;
  H.Program = llvm::xxh3_64bits(
      StringRef("1 " AOTI_TIDY_VERSION " " CLANG_VERSION_STRING));
  H.Name = llvm::xxh3_64bits((Kind + "-" + Key).str());
  H.Size = Contents.size();
  H.Checksum = llvm::xxh3_64bits(Contents);
  return H;
}

/// Whether only this user can have written what has that status.
bool isOurs(const struct stat &Status) {
  return Status.st_uid == geteuid() &&
         (Status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// Says that the entry was used, at most once an hour: prune() goes by that, and
/// many file systems note it rarely, or not at all.
void noteUse(int FD, const struct stat &Status) {
  constexpr time_t Hour = 3600;
  if (time(nullptr) - Status.st_atime < Hour)
    return;
  timespec Times[2] = {};
  Times[0].tv_nsec = UTIME_NOW;
  Times[1].tv_nsec = UTIME_OMIT;
  (void)futimens(FD, Times);
}

/// "headers" of ".../llvmcache-headers-0123"; empty for what is no entry.
StringRef kindOf(StringRef File) {
  StringRef Name = path::filename(File);
  return Name.consume_front(NameBegin) && !Name.ends_with(LockEnd)
             ? Name.rsplit('-').first
             : "";
}

} // namespace

std::optional<std::string> CacheFolder::defaultPath() {
  llvm::SmallString<256> Path;
  // The specification of XDG: a relative one is to be ignored.
  if (const auto Xdg = llvm::sys::Process::GetEnv("XDG_CACHE_HOME");
      Xdg && path::is_absolute(*Xdg)) {
    Path = *Xdg;
  } else {
    const auto Home = llvm::sys::Process::GetEnv("HOME");
    if (!Home || !path::is_absolute(*Home))
      return std::nullopt;
    Path = *Home;
    path::append(Path, ".cache");
  }
  path::append(Path, "aoti-tidy");
  return Path.str().str();
}

llvm::Expected<CacheFolder> CacheFolder::open(StringRef Path) {
  const std::string Real = realPath(Path);
  if (const std::error_code EC =
          fs::create_directories(Real, /*IgnoreExisting=*/true, fs::owner_all))
    return usageError("the cache '{}' cannot be made: {}; name another folder "
                      "with --cache-dir, or give --no-cache",
                      Path, EC.message());
  struct stat Status = {};
  if (stat(Real.c_str(), &Status) != 0 || !S_ISDIR(Status.st_mode))
    return usageError("the cache '{}' is no folder; name another one with "
                      "--cache-dir, or give --no-cache",
                      Path);
  if (!isOurs(Status))
    return usageError("the cache '{}' is not used, because somebody else can "
                      "write to it; name a folder of your own with "
                      "--cache-dir, or take the rights from others with 'chmod "
                      "go-w'",
                      Path);
  return CacheFolder(Real);
}

std::string CacheFolder::fileOf(StringRef Kind, StringRef Key) const {
  return (Path + "/" + NameBegin + Kind + "-" + Key).str();
}

std::unique_ptr<llvm::MemoryBuffer> CacheFolder::get(StringRef Kind,
                                                     StringRef Key) const {
  const std::string File = fileOf(Kind, Key);
  const int FD =
      ::open(File.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  const OpenFile Opened(FD);
  struct stat Status = {};
  Header Found;
  if (FD < 0 || fstat(FD, &Status) != 0 || !S_ISREG(Status.st_mode) ||
      !isOurs(Status) || ::read(FD, &Found, sizeof(Found)) != sizeof(Found))
    return nullptr;
  auto Contents = llvm::MemoryBuffer::getOpenFileSlice(
      FD, File, Status.st_size - sizeof(Header), sizeof(Header),
      /*IsVolatile=*/false, llvm::Align(alignof(Header)));
  if (!Contents || Found != headerOf(Kind, Key, (*Contents)->getBuffer()))
    return nullptr;
  noteUse(FD, Status);
  return std::move(*Contents);
}

bool CacheFolder::put(StringRef Kind, StringRef Key, StringRef Contents) const {
  const Header H = headerOf(Kind, Key, Contents);
  auto Temp = stage(
      Path,
      {StringRef(reinterpret_cast<const char *>(&H), sizeof(H)), Contents},
      fs::owner_read | fs::owner_write, Durability::ProcessEnd);
  if (!Temp) {
    llvm::consumeError(Temp.takeError());
    return false;
  }
  if (auto E = Temp->keep(fileOf(Kind, Key))) {
    llvm::consumeError(std::move(E));
    return false;
  }
  return true;
}

CacheFolder::OpenFile::~OpenFile() {
  if (FD >= 0)
    close(FD);
}

std::optional<CacheFolder::OpenFile>
CacheFolder::lock(StringRef Kind, StringRef Key,
                  std::chrono::milliseconds Patience) const {
  const std::string File = (fileOf(Kind, Key) + LockEnd).str();
  const int FD = ::open(File.c_str(),
                        O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
                        S_IRUSR | S_IWUSR);
  if (FD < 0)
    return std::nullopt;
  OpenFile Held(FD);
  if (fs::tryLockFile(FD, Patience))
    return std::nullopt;
  return Held;
}

/// What lies there that is ours, with its size: entries and locks.
static std::vector<std::pair<std::string, uint64_t>> filesIn(StringRef Folder) {
  std::vector<std::pair<std::string, uint64_t>> Files;
  std::error_code EC;
  for (fs::directory_iterator It(Folder, EC, /*follow_symlinks=*/false), End;
       !EC && It != End; It.increment(EC))
    if (const auto Status = It->status();
        Status && path::filename(It->path()).starts_with(NameBegin))
      Files.emplace_back(It->path(), Status->getSize());
  return Files;
}

std::map<std::string, CacheFolder::Usage> CacheFolder::usage() const {
  std::map<std::string, Usage> ByKind;
  for (const auto &[File, Size] : filesIn(Path))
    if (const StringRef Kind = kindOf(File); !Kind.empty()) {
      Usage &U = ByKind[Kind.str()];
      ++U.Entries;
      U.Bytes += Size;
    }
  return ByKind;
}

CacheFolder::Usage CacheFolder::clear() const {
  Usage Removed;
  for (const auto &[File, Size] : filesIn(Path))
    if (!fs::remove(File) && !kindOf(File).empty()) {
      ++Removed.Entries;
      Removed.Bytes += Size;
    }
  removeLeftovers(Path);
  return Removed;
}

void CacheFolder::prune(uint64_t MaxBytes, std::chrono::seconds MaxAge,
                        bool Always) const {
  llvm::CachePruningPolicy Policy;
  if (Always)
    Policy.Interval = std::chrono::seconds(0);
  Policy.Expiration = MaxAge;
  Policy.MaxSizeBytes = MaxBytes;
  // The clock may have been put back since.
  fs::file_status Last;
  if (!fs::status(Path + "/llvmcache.timestamp", Last) &&
      Last.getLastModificationTime() > std::chrono::system_clock::now())
    Policy.Interval = std::chrono::seconds(0);
  // LLVM ends the process where it cannot learn the size of the disk. The open
  // folder has one even while somebody removes it.
  const int FD = ::open(Path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const OpenFile Opened(FD);
  const std::string Folder = fmt::format("/proc/self/fd/{}", FD);
  // It writes the time to a file, which a read-only cache does not have.
  if (!fs::access(Folder, fs::AccessMode::Write) &&
      llvm::pruneCache(Folder, Policy))
    removeLeftovers(Path);
}

llvm::Expected<std::optional<CacheFolder>> openCache(const Options &O,
                                                     std::string &WhyNot) {
  if (O.NoCache) {
    WhyNot = "--no-cache was given";
    return std::nullopt;
  }
  std::string Path = O.CacheDir;
  if (Path.empty()) {
    const auto Default = CacheFolder::defaultPath();
    if (!Default) {
      WhyNot = "the environment has neither XDG_CACHE_HOME nor HOME";
      return std::nullopt;
    }
    Path = *Default;
  }
  const std::string Absolute = absolutePath(Path);
  const auto Open = [&]() -> llvm::Expected<CacheFolder> {
    // The folder need not be there, but what it will be in is.
    std::string Real = realPath(Absolute);
    for (StringRef Dir = Absolute; !Dir.empty(); Dir = path::parent_path(Dir))
      if (fs::exists(Dir)) {
        Real = realPath(Dir) + Absolute.substr(Dir.size());
        break;
      }
    for (const std::string &Project : projectsOf(O))
      if (isInFolder(Real, realPath(Project)))
        return usageError("the cache '{}' is in '{}', which is linted and "
                          "could bring entries of its own; name a folder "
                          "outside of it with --cache-dir, or give --no-cache",
                          Path, Project);
    return CacheFolder::open(Absolute);
  };
  auto Folder = Open();
  if (Folder)
    return std::move(*Folder);
  if (!O.CacheDir.empty())
    return Folder.takeError();
  WhyNot = llvm::toString(Folder.takeError());
  return std::nullopt;
}

} // namespace aoti_tidy
