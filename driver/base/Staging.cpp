// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Staging.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace aoti_tidy {
namespace {

constexpr llvm::StringRef NameBegin = ".aoti-tidy-", NameEnd = ".tmp",
                          NameRandom = "%%%%%%%%";

bool isStagedName(llvm::StringRef Name) {
  return Name.size() == NameBegin.size() + NameRandom.size() + NameEnd.size() &&
         Name.starts_with(NameBegin) && Name.ends_with(NameEnd);
}

/// Seconds in which a process that has made a file locks it, even if it is held up.
constexpr time_t TimeToLock = 60;

/// Is this a staged file that may not be locked yet? It gets its text after that.
/// Without this, a folder that is swept in a loop leaves its writers no file.
bool mayBeUnlocked(const struct stat &Status) {
  return Status.st_size == 0 && time(nullptr) - Status.st_mtime < TimeToLock;
}

/// Removes a staged file unless the process that writes it still lives.
void removeIfDead(const std::string &Path) {
  // Shared, since what it was to replace may have been read-only.
  const int FD =
      open(Path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (FD < 0)
    return;
  struct stat Status = {};
  if (fstat(FD, &Status) == 0 && S_ISREG(Status.st_mode) &&
      !mayBeUnlocked(Status) && flock(FD, LOCK_SH | LOCK_NB) == 0)
    unlink(Path.c_str());
  close(FD);
}

/// Another process may take the file for a leftover if this one is held up for
/// long before it is locked: it is there no more then, and the next one is made.
llvm::Expected<fs::TempFile> createLocked(llvm::StringRef Model,
                                          unsigned Mode) {
  for (unsigned Tries = 0; Tries < 100; ++Tries) {
    auto Temp = fs::TempFile::create(Model, Mode);
    if (!Temp)
      return Temp;
    // Where nothing can be locked, removeLeftovers() removes nothing.
    const bool IsTaken =
        lockFile(Temp->FD, {}) == std::errc::operation_would_block;
    struct stat Status = {};
    if (!IsTaken && (fstat(Temp->FD, &Status) != 0 || Status.st_nlink != 0))
      return Temp;
    if (auto E = Temp->discard())
      return std::move(E);
  }
  return llvm::errorCodeToError(
      std::make_error_code(std::errc::device_or_resource_busy));
}

} // namespace

std::error_code lockFile(int FD, std::chrono::milliseconds Patience) {
  const auto End = std::chrono::steady_clock::now() + Patience;
  while (flock(FD, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK && errno != EINTR)
      return {errno, std::generic_category()};
    if (std::chrono::steady_clock::now() >= End)
      return std::make_error_code(std::errc::operation_would_block);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return {};
}

std::string realPath(llvm::StringRef Path) {
  llvm::SmallString<256> Real;
  if (fs::real_path(Path, Real))
    return Path.str();
  return Real.str().str();
}

std::error_code writeTo(llvm::raw_fd_ostream &OS, llvm::StringRef Text) {
  OS << Text;
  OS.flush();
  const std::error_code EC = OS.error();
  OS.clear_error();
  return EC;
}

llvm::Expected<fs::TempFile> stage(llvm::StringRef Folder,
                                   llvm::ArrayRef<llvm::StringRef> Texts,
                                   unsigned Mode, Durability Survives) {
  llvm::SmallString<256> Model = Folder;
  path::append(Model, NameBegin + NameRandom + NameEnd);
  auto Temp = createLocked(Model, Mode);
  if (!Temp)
    return Temp;
  std::error_code EC;
  {
    llvm::raw_fd_ostream OS(Temp->FD, /*shouldClose=*/false);
    for (const llvm::StringRef Text : Texts)
      if (!EC)
        EC = writeTo(OS, Text);
  }
  if (!EC && Survives == Durability::PowerLoss && fsync(Temp->FD) != 0 &&
      errno != EINVAL && errno != EROFS)
    EC = std::error_code(errno, std::generic_category());
  if (EC)
    return llvm::joinErrors(llvm::errorCodeToError(EC), Temp->discard());
  return Temp;
}

void removeLeftovers(llvm::StringRef Folder) {
  std::error_code EC;
  for (fs::directory_iterator It(Folder, EC, /*follow_symlinks=*/false), End;
       !EC && It != End; It.increment(EC))
    if (isStagedName(path::filename(It->path())))
      removeIfDead(It->path());
}

} // namespace aoti_tidy
