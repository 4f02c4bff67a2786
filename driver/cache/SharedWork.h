// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_CACHE_SHAREDWORK_H
#define AOTI_TIDY_DRIVER_CACHE_SHAREDWORK_H

#include "driver/base/FactsFile.h"
#include "driver/base/InputLog.h"
#include <map>

namespace aoti_tidy {

/// The files of the repository that some work has read, with the hashes of their
/// texts, and those that it has looked for in vain.
using ReadFiles = std::vector<std::pair<std::string, std::optional<TextHash>>>;

/// The work of a run that several machines share. Each does the whole run, but only a
/// shard does the slow part, for its own files, and keeps the outcome; 'merge' takes
/// what the shards have kept. So a shared run reports what any other one would.
class SharedWork {
public:
  /// \param Part The shard to do; nothing for who joins them.
  /// \param Known What has been done.
  SharedWork(std::optional<Shard> Part, std::string Root,
             std::vector<FactsFile> Known);

  bool isShard() const { return Part.has_value(); }
  llvm::StringRef root() const { return Root; }

  /// The work done on a file, an absolute path; null if there is none.
  const WorkRecord *find(llvm::StringRef Stage, llvm::StringRef File,
                         uint64_t Input);
  /// Whether the disk is here as it was there.
  bool isAsRead(const ReadFiles &Files);
  /// The \p Inputs that lie in the repository and not in \p Cache; for unknown
  /// inputs, one that never matches.
  ReadFiles readFiles(const std::optional<std::vector<Input>> &Inputs,
                      llvm::StringRef Cache) const;
  /// \p Text without the repository's path, which is another one elsewhere.
  std::string withoutRoot(llvm::StringRef Text) const;

  /// True if work on \p File is to be done here. Work that a join finds undone is
  /// remembered for problem().
  bool isOurs(llvm::StringRef File);
  void keep(llvm::StringRef Stage, llvm::StringRef File, uint64_t Input,
            Ending End, std::string Bytes);

  /// The work of a shard, done now or before: for its --facts-out.
  std::vector<WorkRecord> takeDone() { return std::move(Done); }
  size_t filesDone() const;

  /// Fails if the facts are not those of this run.
  llvm::Error problem() const;

private:
  using Key = std::pair<std::string, std::string>; ///< stage and file
  std::string nameOf(llvm::StringRef File) const;

  const std::optional<Shard> Part;
  const std::string Root;
  const bool IsJoin;
  std::map<Key, std::pair<WorkRecord, bool /*IsUsed*/>> Known;
  std::vector<WorkRecord> Done;
  std::string Missing; ///< a file whose work should be known
  llvm::StringMap<std::optional<TextHash>> Now; ///< of isAsRead()
};

/// runIsolated() for work on \p Files that a run may share. \p Inputs are hashes
/// of what each is done with.
template <typename T>
std::vector<Isolated<T>>
runShared(llvm::StringRef Stage, llvm::ArrayRef<std::string> Files,
          llvm::ArrayRef<uint64_t> Inputs, const IsolationSettings &Settings,
          llvm::function_ref<T(size_t)> Work) {
  SharedWork *Shared = Settings.Shared;
  if (!Shared)
    return runIsolated<T>(Files.size(), Settings, Work);
  std::vector<Isolated<T>> All(Files.size());
  std::vector<size_t> ToDo;
  for (size_t I = 0; I < Files.size(); ++I) {
    const WorkRecord *Known = Shared->find(Stage, Files[I], Inputs[I]);
    if (!Known) {
      if (Shared->isOurs(Files[I]))
        ToDo.push_back(I);
      continue;
    }
    const bool IsWhole = Known->End != Ending::Completed ||
                         fromRecord(Known->Bytes, All[I].Value, Shared->root());
    All[I].End = IsWhole ? Known->End : Ending::Crashed;
    if constexpr (requires { All[I].Value.Read; })
      if (All[I].isCompleted() && !Shared->isAsRead(All[I].Value.Read)) {
        All[I] = {};
        if (Shared->isOurs(Files[I]))
          ToDo.push_back(I);
      }
  }
  IsolationSettings Silent = Settings;
  Silent.Progress = nullptr;
  auto Results = runIsolated<T>(ToDo.size(), Silent,
                                [&](size_t I) { return Work(ToDo[I]); });
  for (auto &&[I, Result] : llvm::zip_equal(ToDo, Results)) {
    // Times are different each time.
    if constexpr (requires { Result.Value.Seconds; })
      Result.Value.Seconds.clear();
    // A machine's own cache is no part of the run.
    if constexpr (requires { Result.Value.IsReplayed; })
      Result.Value.IsReplayed = false;
    if (Shared->isShard())
      Shared->keep(Stage, Files[I], Inputs[I], Result.End,
                   Result.isCompleted() ? toRecord(Result.Value, Shared->root())
                                        : "");
    All[I] = std::move(Result);
  }
  return All;
}

/// A text made of the texts that were read, wherever they lie; of unknown inputs, one
/// that no other machine has.
std::string textsOf(const std::optional<std::vector<Input>> &Inputs);

/// A hash of a file's text, if it can be read and is no folder, and of what else
/// its work depends on.
uint64_t hashOfInput(llvm::StringRef File, llvm::StringRef Else = "");

} // namespace aoti_tidy

#endif
