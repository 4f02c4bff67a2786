// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CACHE_RESULTSTORE_H
#define AOTI_TIDY_DRIVER_CACHE_RESULTSTORE_H

#include "driver/base/InputLog.h"
#include "driver/cache/CacheFolder.h"

namespace aoti_tidy {

/// Results of earlier runs, each valid while its inputs have not changed.
class ResultStore {
public:
  /// \param Folder null: nothing is kept.
  /// \param Kind of the folder's entries.
  ResultStore(const CacheFolder *Folder, llvm::StringRef Kind)
      : Folder(Folder), Kind(Kind) {}

  /// \param Key all that the result depends on besides the disk, the program and the
  ///   working directory, as a record.
  /// \param Make makes the result and logs what it asks the disk; gets null if
  ///   nothing is kept.
  /// \param Replay decides whether a kept result, made of those inputs, is used.
  template <typename T>
  T getOrMake(const std::string &Key, llvm::function_ref<T(InputLog *)> Make,
              llvm::function_ref<bool(T &, llvm::ArrayRef<Input>)> Replay) {
    if (!Folder || !canKeep())
      return Make(nullptr);
    const std::string Name = nameOf(Key);
    Entry E;
    if (load(Name, E)) {
      T Known;
      if (fromRecord(E.Value, Known) && Replay(Known, E.Inputs)) {
        noteReuse(E.Inputs);
        return Known;
      }
    }
    const llvm::sys::TimePoint<> Start = std::chrono::system_clock::now();
    InputLog Log;
    T Made = Make(&Log);
    keep(Key, Made, Log, Start);
    return Made;
  }

  /// Keeps what was \p Made elsewhere, since \p Start.
  template <typename T>
  void keep(const std::string &Key, T &Made, const InputLog &Log,
            llvm::sys::TimePoint<> Start) const {
    if (!Folder || !canKeep())
      return;
    if (auto Inputs = Log.inputs(Start))
      store(nameOf(Key), {std::move(*Inputs), toRecord(Made)});
  }

  struct Entry {
    std::vector<Input> Inputs;
    std::string Value;
  };

private:
  static bool canKeep();
  static std::string nameOf(const std::string &Key);
  /// Whether there is one that still holds.
  bool load(llvm::StringRef Name, Entry &E);
  void store(llvm::StringRef Name, const Entry &E) const;
  /// Whoever uses a result has read what it was made of.
  void noteReuse(llvm::ArrayRef<Input> Inputs);

  const CacheFolder *const Folder;
  const llvm::StringRef Kind;
  DiskNow Disk;
};

} // namespace aoti_tidy

#endif
