// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/Isolation.h"
#include "driver/base/Errors.h"
#include "driver/base/ExitCode.h"
#include "driver/base/Memory.h"
#include "driver/base/RunReads.h"
#include "clang/Basic/Stack.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/thread.h"
#include <atomic>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <new>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

using llvm::sys::RetryAfterSignal;

namespace aoti_tidy {
namespace {

/// Clang counts on 8 MB and goes on elsewhere when they run out; the rest is
/// for code that does not count. Only what is used takes memory.
constexpr unsigned StackSize = 64U << 20;

/// A process that reads a pipe nobody writes to uses no CPU time.
constexpr unsigned ClockPerCpu = 10;

// For a handler of signals, hence globals.
bool IsWorker = false;
const char *UnderWay = nullptr;
/// The advice after a crash.
char Cure[256] = "please report it";

/// A message of a worker: that it starts with a file, or its result.
struct Header {
  static constexpr uint64_t Starts = ~uint64_t(0);

  uint64_t File;
  uint64_t Size; ///< of the bytes that follow, or Starts
};

bool writeAll(int To, const void *Data, size_t Size) {
  const char *Rest = static_cast<const char *>(Data);
  while (Size) {
    const ssize_t Written = RetryAfterSignal(-1, ::write, To, Rest, Size);
    if (Written <= 0)
      return false;
    Rest += Written;
    Size -= Written;
  }
  return true;
}

/// The next file to start with, shared by all processes of a run.
class SharedCounter {
public:
  SharedCounter() {
    void *Memory = mmap(nullptr, sizeof(Next), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    Value = Memory == MAP_FAILED ? &Next : new (Memory) std::atomic<size_t>(0);
  }
  ~SharedCounter() {
    if (isShared())
      munmap(Value, sizeof(Next));
  }
  SharedCounter(const SharedCounter &) = delete;
  SharedCounter &operator=(const SharedCounter &) = delete;

  bool isShared() const { return Value != &Next; }
  size_t take() { return (*Value)++; }
  size_t peek() const { return *Value; }

private:
  std::atomic<size_t> Next = 0;
  std::atomic<size_t> *Value;
};

/// As many as are of use, and as the machine has room for.
unsigned jobsOf(size_t N, const IsolationSettings &Settings) {
  const unsigned Jobs = std::min<size_t>(
      N, llvm::hardware_concurrency(Settings.Jobs).compute_thread_count());
  return Settings.Jobs || Jobs < 2
             ? Jobs
             : jobsThatFit(Jobs, Settings.BytesOfJob, availableMemory());
}

/// A thread's memory grows by a few pages each time, a system call for each: a
/// thousand for a package. The process's own memory grows by the step set here; the
/// system takes only the pages that are used.
void growMemoryInLargeSteps() {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, 16 << 20);
#endif
}

bool isEndOfTime(int Status) {
  return WIFSIGNALED(Status) &&
         (WTERMSIG(Status) == SIGPROF || WTERMSIG(Status) == SIGALRM);
}

/// Whether a limit of the user's leaves room for a worker's stack.
bool hasRoomForStack() {
  void *Room = mmap(nullptr, StackSize, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (Room == MAP_FAILED)
    return false;
  munmap(Room, StackSize);
  return true;
}

/// Begins the time of a file, in a worker: \p Limit seconds of CPU time, 0 for any.
/// Over it, a signal ends the process: no code of ours needs to look at a clock,
/// nor Clang's.
void startClock(unsigned Limit) {
  if (!Limit)
    return;
  itimerval Cpu = {}, Clock = {};
  Cpu.it_value.tv_sec = Limit;
  Clock.it_value.tv_sec = static_cast<time_t>(Limit) * ClockPerCpu;
  setitimer(ITIMER_PROF, &Cpu, nullptr);
  setitimer(ITIMER_REAL, &Clock, nullptr);
}

class Run {
public:
  Run(size_t N, const IsolationSettings &Settings,
      llvm::function_ref<std::string(size_t)> Work,
      llvm::function_ref<void(size_t, std::string)> Take)
      : N(N), Settings(Settings), Work(Work), Take(Take),
        // Also of one that its worker was killed over before it could say so.
        Endings(N, Ending::Crashed) {}

  std::vector<Ending> run() {
    const unsigned Jobs = jobsOf(N, Settings);
    if (Next.isShared())
      while (Workers.size() < Jobs && startWorker()) {
      }
    while (!Workers.empty())
      listen();
    // Where the system gives no process: better linted than safe.
    for (size_t File = Next.take(); File < N; File = Next.take()) {
      started(File);
      finished(File, Work(File));
    }
    return std::move(Endings);
  }

private:
  struct Worker {
    pid_t Process;
    int From;
    std::string Received = {};
    std::optional<size_t> File = {};
    bool HasStarted = false;
  };

  bool startWorker() {
    int Ends[2];
    // Programs that a worker starts must not keep the end of its pipe open.
    if (pipe2(Ends, O_CLOEXEC) != 0)
      return false;
    const pid_t Parent = getpid();
    const pid_t Process = fork();
    if (Process == 0) {
      close(Ends[0]);
      for (const Worker &W : Workers)
        close(W.From);
      beWorker(Parent, Ends[1]);
    }
    close(Ends[1]);
    if (Process < 0) {
      close(Ends[0]);
      return false;
    }
    Workers.push_back({Process, Ends[0]});
    return true;
  }

  [[noreturn]] void beWorker(pid_t Parent, int To) {
    IsWorker = true;
#ifdef __linux__
    // Nobody waits for what comes after the end of a run.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != Parent)
      _exit(1);
    growMemoryInLargeSteps();
    signal(SIGPROF, SIG_DFL);
    signal(SIGALRM, SIG_DFL);
    // A crash over somebody's file leaves nothing in their folder.
    const rlimit NoCore = {};
    setrlimit(RLIMIT_CORE, &NoCore);
    if (hasRoomForStack()) {
      llvm::thread Thread(std::optional<unsigned>(StackSize),
                          [&] { workThrough(To); });
      Thread.join();
    } else {
      workThrough(To);
    }
    // Nothing of the parent's is flushed or removed here.
    _exit(0);
  }

  void workThrough(int To) {
    clang::noteBottomOfStack();
    for (size_t File = Next.take(); File < N; File = Next.take()) {
      const Header Start = {File, Header::Starts};
      if (!writeAll(To, &Start, sizeof(Start)))
        return;
      startClock(Settings.TimeLimit);
      const std::string Bytes = Work(File);
      const Header End = {File, Bytes.size()};
      if (!writeAll(To, &End, sizeof(End)) ||
          !writeAll(To, Bytes.data(), Bytes.size()))
        return;
    }
  }

  /// Waits for a word of any worker.
  void listen() {
    std::vector<pollfd> Pipes;
    for (const Worker &W : Workers)
      Pipes.push_back({W.From, POLLIN, 0});
    if (poll(Pipes.data(), Pipes.size(), -1) < 0)
      return;
    // From the last, so that removing one moves none of those to come.
    for (size_t I = Pipes.size(); I-- > 0;)
      if (Pipes[I].revents && !receive(Workers[I]))
        bury(I);
  }

  /// False at the end.
  bool receive(Worker &W) {
    char Buffer[1 << 16];
    void *To = Buffer;
    const ssize_t Size =
        RetryAfterSignal(-1, ::read, W.From, To, sizeof(Buffer));
    if (Size <= 0)
      return false;
    W.Received.append(Buffer, Size);
    llvm::StringRef Rest = W.Received;
    Header H;
    while (Rest.size() >= sizeof(H)) {
      std::memcpy(&H, Rest.data(), sizeof(H));
      if (H.Size == Header::Starts) {
        W.File = H.File;
        W.HasStarted = true;
        started(H.File);
        Rest = Rest.drop_front(sizeof(H));
        continue;
      }
      if (Rest.size() - sizeof(H) < H.Size)
        break;
      W.File.reset();
      finished(H.File, Rest.substr(sizeof(H), H.Size).str());
      Rest = Rest.drop_front(sizeof(H) + H.Size);
    }
    W.Received.erase(0, W.Received.size() - Rest.size());
    return true;
  }

  void bury(size_t Index) {
    const Worker W = std::move(Workers[Index]);
    Workers.erase(Workers.begin() + Index);
    close(W.From);
    int Status = 0;
    RetryAfterSignal(-1, waitpid, W.Process, &Status, 0);
    if (W.File)
      Endings[*W.File] =
          isEndOfTime(Status) ? Ending::TimedOut : Ending::Crashed;
    // One that dies without a file would do so again.
    if (W.HasStarted && Next.peek() < N)
      startWorker();
  }

  void started(size_t File) {
    if (Settings.Progress)
      Settings.Progress(++Started, File);
  }
  void finished(size_t File, std::string Bytes) {
    Endings[File] = Ending::Completed;
    Take(File, std::move(Bytes));
  }

  const size_t N;
  const IsolationSettings &Settings;
  const llvm::function_ref<std::string(size_t)> Work;
  const llvm::function_ref<void(size_t, std::string)> Take;
  SharedCounter Next;
  size_t Started = 0;
  std::vector<Worker> Workers;
  std::vector<Ending> Endings;
};

void sayOnCrash(llvm::StringRef Text) {
  (void)writeAll(STDERR_FILENO, Text.data(), Text.size());
}

void onCrash(void *) {
  if (!IsWorker) {
    // As in crashText(), which allocates.
    sayOnCrash("aoti-tidy: internal error: the linter crashed");
    if (UnderWay) {
      sayOnCrash(" over '");
      sayOnCrash(UnderWay);
      sayOnCrash("'");
    }
    sayOnCrash("; ");
    sayOnCrash(Cure);
    sayOnCrash("\n");
  }
  _exit(static_cast<int>(ExitCode::Internal));
}

/// A limit of the user's that a run may need more than.
struct Limit {
  int Resource;
  const char *What, *Option;
  rlim_t Enough; ///< in bytes
};
constexpr Limit Limits[] = {
    {RLIMIT_STACK, "stack", "-s", rlim_t(8) << 20},
    {RLIMIT_AS, "memory", "-v", rlim_t(4) << 30},
    {RLIMIT_DATA, "memory", "-d", rlim_t(4) << 30},
};

/// Takes what the user has left of the stack, and finds the limit that a crash
/// may come from.
void readLimits() {
  for (const Limit &L : Limits) {
    rlimit Now = {};
    if (getrlimit(L.Resource, &Now) != 0 || Now.rlim_cur >= L.Enough)
      continue;
    if (L.Resource == RLIMIT_STACK && Now.rlim_max > Now.rlim_cur) {
      Now.rlim_cur = std::min(Now.rlim_max, L.Enough);
      setrlimit(L.Resource, &Now);
    }
    if (Now.rlim_cur >= L.Enough)
      continue;
    std::snprintf(Cure, sizeof(Cure),
                  "it may have no more than %llu KB of %s, so raise that limit "
                  "('ulimit %s'), and report it if that is not why",
                  static_cast<unsigned long long>(Now.rlim_cur >> 10), L.What,
                  L.Option);
    return;
  }
}

} // namespace

std::vector<Ending>
runIsolated(size_t N, const IsolationSettings &Settings,
            llvm::function_ref<std::string(size_t)> Work,
            llvm::function_ref<void(size_t, std::string)> Take) {
  if (Settings.InThisProcess) {
    for (size_t I = 0; I < N; ++I)
      Take(I, Work(I));
    return std::vector(N, Ending::Completed);
  }
  if (!N)
    return {};
  // Files that a worker reads count as read by the run.
  RunReads &Reads = RunReads::get();
  const auto WithReads = [&](size_t I) {
    std::string Bytes = Work(I);
    return toRecord(std::pair(Reads.take(), std::move(Bytes)));
  };
  const auto TakeBoth = [&](size_t I, const std::string &Record) {
    std::pair<std::string, std::string> Both;
    // A process whose memory was overwritten may have sent anything.
    const bool IsWhole = fromRecord(Record, Both) && Reads.add(Both.first);
    Take(I, IsWhole ? std::move(Both.second) : "");
  };
  return Run(N, Settings, WithReads, TakeBoth).run();
}

void installCrashHandler() {
  readLimits();
  llvm::sys::AddSignalHandler(onCrash, nullptr);
  // LLVM and the C++ library would say something else first.
  std::set_new_handler([] { onCrash(nullptr); });
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { onCrash(nullptr); });
}

CrashScope::CrashScope(const std::string &File) : Outer(UnderWay) {
  UnderWay = File.c_str();
}
CrashScope::~CrashScope() { UnderWay = Outer; }

std::string crashText(llvm::StringRef File) {
  return fmt::format(
      "internal error: the linter crashed over '{}'; {}{}", File, Cure,
      std::string_view(Cure).starts_with("please") ? " with the file" : "");
}

std::string timeLimitText(unsigned TimeLimit) {
  return fmt::format("it took more than {} s of CPU time, or waited for {} s; "
                     "--file-timeout=SECONDS sets another limit",
                     TimeLimit, TimeLimit * ClockPerCpu);
}

} // namespace aoti_tidy
