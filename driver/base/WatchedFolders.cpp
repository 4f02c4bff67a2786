// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/WatchedFolders.h"
#include "driver/base/Errors.h"
#include "llvm/Support/FileSystem.h"
#include <cerrno>
#include <chrono>
#include <cstring>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>
#include <utility>

namespace aoti_tidy {
namespace {

/// Not each write: a file that is half written is none yet.
constexpr uint32_t Events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM |
                            IN_CREATE | IN_DELETE | IN_ONLYDIR | IN_EXCL_UNLINK;

/// How long nothing may change for what is saved to be complete, and how long
/// that is waited for at most, in milliseconds.
constexpr int Settled = 100, Patience = 2000;

llvm::Error systemError(llvm::StringRef What) {
  return usageError("{}: {}", What, std::strerror(errno));
}

} // namespace

llvm::Expected<WatchedFolders> WatchedFolders::create() {
  const int FD = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (FD < 0)
    return systemError("--watch cannot ask the kernel for changes of files");
  return WatchedFolders(FD);
}

WatchedFolders::WatchedFolders(WatchedFolders &&Other) noexcept
    : FD(std::exchange(Other.FD, -1)), Paths(std::move(Other.Paths)) {}

WatchedFolders::~WatchedFolders() {
  if (FD >= 0)
    close(FD);
}

llvm::Error WatchedFolders::add(llvm::ArrayRef<std::string> Folders) {
  for (const std::string &Folder : Folders) {
    // Of a folder that is watched, the descriptor is the one that it has.
    const int Watch = inotify_add_watch(FD, Folder.c_str(), Events);
    if (Watch >= 0)
      Paths[Watch] = Folder;
    else if (errno == ENOSPC)
      return usageError("--watch cannot watch more than {} folders: the kernel "
                        "allows no more (fs.inotify.max_user_watches); raise "
                        "that, or name fewer folders",
                        Paths.size());
    else if (errno != ENOENT && errno != ENOTDIR && errno != EACCES)
      return systemError(fmt::format("--watch cannot watch '{}'", Folder));
  }
  return llvm::Error::success();
}

llvm::Expected<bool> WatchedFolders::hasEvents(int Milliseconds) const {
  pollfd Poll = {FD, POLLIN, 0};
  while (true) {
    const int Ready = poll(&Poll, 1, Milliseconds);
    if (Ready >= 0)
      return Ready > 0;
    if (errno != EINTR)
      return systemError("--watch cannot wait for changes of files");
  }
}

llvm::Error WatchedFolders::read(Changes &Into) {
  alignas(inotify_event) char Buffer[1 << 14];
  while (true) {
    const ssize_t Length = ::read(FD, Buffer, sizeof(Buffer));
    if (Length < 0 && errno == EINTR)
      continue;
    if (Length < 0 && errno == EAGAIN)
      return llvm::Error::success();
    if (Length <= 0)
      return systemError("--watch cannot read changes of files");
    for (const char *At = Buffer; At < Buffer + Length;) {
      const auto *Event = reinterpret_cast<const inotify_event *>(At);
      At += sizeof(inotify_event) + Event->len;
      if (Event->mask & IN_Q_OVERFLOW) {
        Into.OfFolders = true;
        continue;
      }
      const auto Folder = Paths.find(Event->wd);
      if (Folder == Paths.end())
        continue;
      if (Event->mask & IN_IGNORED)
        Paths.erase(Folder);
      else if (Event->len)
        add(*Event, Folder->second + "/" + Event->name, Into);
    }
  }
}

void WatchedFolders::add(const inotify_event &Event, const std::string &Path,
                         Changes &Into) {
  if (Event.mask & IN_ISDIR)
    Into.OfFolders = true;
  // A file that was made is written next, a link is not.
  else if (!(Event.mask & IN_CREATE) || llvm::sys::fs::is_symlink_file(Path))
    Into.Files.insert(Path);
}

llvm::Expected<WatchedFolders::Changes> WatchedFolders::wait() {
  using Clock = std::chrono::steady_clock;
  Changes Result;
  Clock::time_point Deadline;
  for (int Wait = -1;; Wait = Settled) {
    auto More = hasEvents(Wait);
    if (!More)
      return More.takeError();
    if (!*More)
      return Result;
    if (auto E = read(Result))
      return std::move(E);
    if (Wait < 0)
      Deadline = Clock::now() + std::chrono::milliseconds(Patience);
    if (Clock::now() >= Deadline)
      return Result;
  }
}

} // namespace aoti_tidy
