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
  /// What the work on a file may need in memory: with no number of jobs given,
  /// no more are started than fit.
  uint64_t BytesOfJob = uint64_t(64) << 20;
  /// Called when the work on a file starts; \p Started counts from 1.
  std::function<void(size_t Started, size_t File)> Progress = {};
  /// No process apart and no limit: a crash is this process's. For fuzzers,
  /// which see only what their own process does.
  bool InThisProcess = false;
  /// What other machines do of the run; null if it is not shared.
  SharedWork *Shared = nullptr;
};

/// Calls \p Work(0) to \p Work(N - 1), each in a process that may die of it,
/// and \p Take, in this process, with the bytes that each returns. What \p Work
/// changes is lost; what this process had in memory, \p Work sees. No other
/// thread may be running.
///
/// Why processes, not threads with LLVM's CrashRecoveryContext: after a stack
/// overflow inside malloc() its lock stays held, and every other thread waits
/// for it forever; a heap that is corrupted stays so; a thread that hangs in
/// Clang cannot be stopped; and the kernel ends the whole process that takes
/// all memory. A process dies alone of each of these. A worker goes from file
/// to file, so that a run pays for a process per job, about a millisecond, and
/// another one only after a death.
std::vector<Ending>
runIsolated(size_t N, const IsolationSettings &Settings,
            llvm::function_ref<std::string(size_t)> Work,
            llvm::function_ref<void(size_t, std::string)> Take);

/// The time of a file begins, in a worker: \p Limit seconds of CPU time, 0 for any.
/// Over it, a signal ends the process.
void startClock(unsigned Limit);
/// This process is one that a worker has forked: it is none of the run's.
void leaveRun();

/// What came of the work on one file.
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

/// How many jobs more than those for \p N files there is memory for; 0 if the
/// system does not say.
unsigned jobsToSpare(size_t N, const IsolationSettings &Settings);

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
