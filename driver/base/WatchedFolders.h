// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_WATCHEDFOLDERS_H
#define AOTI_TIDY_DRIVER_BASE_WATCHEDFOLDERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <map>
#include <set>
#include <string>

struct inotify_event;

namespace aoti_tidy {

/// Folders whose files the kernel tells the changes of: inotify(7). Clang's
/// DirectoryWatcher takes a thread and an instance for each folder, of which a
/// user has 128.
class WatchedFolders {
public:
  static llvm::Expected<WatchedFolders> create();
  WatchedFolders(WatchedFolders &&Other) noexcept;
  WatchedFolders &operator=(WatchedFolders &&) = delete;
  ~WatchedFolders();

  /// Watches these, too; one that is watched or is gone is passed over.
  llvm::Error add(llvm::ArrayRef<std::string> Folders);
  size_t size() const { return Paths.size(); }

  struct Changes {
    std::set<std::string> Files; ///< by path: written, made, renamed, removed
    /// Folders came or went, or more changed than the kernel could say.
    bool OfFolders = false;
  };
  /// Waits until something changes, and then until nothing does for a moment: a
  /// program that saves a file, or many, is through with it.
  llvm::Expected<Changes> wait();

private:
  explicit WatchedFolders(int FD) : FD(FD) {}
  /// Waits up to \p Milliseconds, -1: for ever. False: nothing came.
  llvm::Expected<bool> hasEvents(int Milliseconds) const;
  llvm::Error read(Changes &Into);
  static void add(const inotify_event &Event, const std::string &Path,
                  Changes &Into);

  int FD;
  std::map<int, std::string> Paths; ///< by watch descriptor
};

} // namespace aoti_tidy

#endif
