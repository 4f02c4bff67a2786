// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_ISOLATION_H
#define AOTI_TIDY_DRIVER_BASE_ISOLATION_H

#include "driver/base/Record.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>

namespace aoti_tidy {

class SharedWork;

/// How the work on one file ended.
enum class Ending { Completed, Crashed, TimedOut };

struct IsolationSettings {
  unsigned Jobs = 0;      ///< files at a time; 0: one per core, if they fit
  unsigned TimeLimit = 0; ///< seconds of CPU time for a file; 0: none
  /// Memory that the work on a file may need: unless Jobs is given, no more jobs
  /// start than fit.
  uint64_t BytesOfJob = uint64_t(64) << 20;
  /// Called when the work on a file starts; \p Started counts from 1.
  std::function<void(size_t Started, size_t File)> Progress = {};
  /// For fuzzers: no other process, and no limit.
  bool InThisProcess = false;
  /// The work of other machines on this run; null if it is not shared.
  SharedWork *Shared = nullptr;
};

/// Calls \p Work(0) to \p Work(N - 1), each in a process that may die of it, and
/// \p Take in this process with the bytes that each returns. \p Work sees the memory
/// of this process, and its own changes are lost. No other thread may be running.
///
/// A process survives what a thread under CrashRecoveryContext does not: a stack
/// overflow inside malloc(), a corrupted heap, a hang in Clang, and an end for all
/// memory. A worker goes from file to file; only after a death there is another one.
std::vector<Ending>
runIsolated(size_t N, const IsolationSettings &Settings,
            llvm::function_ref<std::string(size_t)> Work,
            llvm::function_ref<void(size_t, std::string)> Take);

/// The result of the work on one file.
template <typename T> struct Isolated {
  Ending End = Ending::Crashed;
  T Value = {}; ///< if Completed

  bool isCompleted() const { return End == Ending::Completed; }
};

/// As above, of values that can be made records.
template <typename T>
std::vector<Isolated<T>> runIsolated(size_t N,
                                     const IsolationSettings &Settings,
                                     llvm::function_ref<T(size_t)> Work) {
  std::vector<Isolated<T>> All(N);
  std::vector<bool> IsWhole(N);
  const std::vector<Ending> Endings = runIsolated(
      N, Settings, [&](size_t I) { return toRecord(Work(I)); },
      [&](size_t I, const std::string &Bytes) {
        IsWhole[I] = fromRecord(Bytes, All[I].Value);
      });
  for (size_t I = 0; I < N; ++I)
    // A process whose memory was overwritten may still have sent something.
    All[I].End = Endings[I] == Ending::Completed && !IsWhole[I]
                     ? Ending::Crashed
                     : Endings[I];
  return All;
}

/// Makes a crash of this process itself end it with ExitCode::Internal and one
/// sentence. Call it first in main().
void installCrashHandler();

/// While it lives, a crash of this process is said to have been over \p File.
class CrashScope {
public:
  explicit CrashScope(const std::string &File);
  ~CrashScope();
  CrashScope(const CrashScope &) = delete;
  CrashScope &operator=(const CrashScope &) = delete;

private:
  const char *Outer;
};

/// For the user.
std::string crashText(llvm::StringRef File);
std::string timeLimitText(unsigned TimeLimit);

} // namespace aoti_tidy

#endif
