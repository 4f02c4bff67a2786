// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CACHE_CACHEFOLDER_H
#define AOTI_TIDY_DRIVER_CACHE_CACHEFOLDER_H

#include "driver/base/Options.h"
#include "llvm/Support/MemoryBuffer.h"
#include <chrono>
#include <map>
#include <memory>

namespace aoti_tidy {

/// A folder of entries that runs leave for later ones, each known by its kind
/// ("headers", "results": lower-case letters) and its key (hexadecimal digits).
///
/// Nothing in it is needed. An entry that cannot be read, was cut off, or is of
/// another version or user counts as missing. Several processes may use a folder at
/// once: an entry appears as a whole or not at all.
class CacheFolder {
public:
  /// Makes \p Path if it is not there. Fails if somebody else could have written to
  /// it.
  static llvm::Expected<CacheFolder> open(llvm::StringRef Path);

  /// $XDG_CACHE_HOME/aoti-tidy, else ~/.cache/aoti-tidy; nothing if the environment
  /// has neither.
  static std::optional<std::string> defaultPath();

  const std::string &path() const { return Path; }

  /// The contents of an entry, mapped at a multiple of 64; null if there is none.
  std::unique_ptr<llvm::MemoryBuffer> get(llvm::StringRef Kind,
                                          llvm::StringRef Key) const;

  /// Keeps an entry; returns whether that was possible.
  bool put(llvm::StringRef Kind, llvm::StringRef Key,
           llvm::StringRef Contents) const;

  /// A file that this object closes; of a locked one, that releases the lock, and so
  /// does the end of the process.
  class OpenFile {
  public:
    explicit OpenFile(int FD) : FD(FD) {}
    OpenFile(OpenFile &&Other) : FD(std::exchange(Other.FD, -1)) {}
    OpenFile &operator=(OpenFile &&) = delete;
    ~OpenFile();

  private:
    int FD;
  };
  /// Waits for the lock of an entry, which need not be there. Nothing if it is
  /// another's for longer, or if nothing can be locked there.
  std::optional<OpenFile> lock(llvm::StringRef Kind, llvm::StringRef Key,
                               std::chrono::milliseconds Patience) const;

  struct Usage {
    size_t Entries = 0;
    uint64_t Bytes = 0;
  };
  /// The folder's contents, by kind.
  std::map<std::string, Usage> usage() const;

  /// Removes every entry, and nothing else that may lie there.
  Usage clear() const;

  /// Removes what was not used for \p MaxAge, and the oldest while all take more than
  /// \p MaxBytes. Looks only now and then, but for \p Always.
  void prune(uint64_t MaxBytes = DefaultMaxBytes,
             std::chrono::seconds MaxAge = DefaultMaxAge,
             bool Always = false) const;

  static constexpr uint64_t DefaultMaxBytes = uint64_t(2) << 30;
  static constexpr std::chrono::seconds DefaultMaxAge =
      std::chrono::hours(14 * 24);

private:
  explicit CacheFolder(std::string Path) : Path(std::move(Path)) {}
  std::string fileOf(llvm::StringRef Kind, llvm::StringRef Key) const;

  std::string Path;
};

/// The folder that \p O asks for; nothing with --no-cache. Fails if the one that the
/// user names cannot be used, or is part of what is linted, which could bring entries
/// of its own. The default one is left out then, for the reason in \p WhyNot.
llvm::Expected<std::optional<CacheFolder>> openCache(const Options &O,
                                                     std::string &WhyNot);

} // namespace aoti_tidy

#endif
