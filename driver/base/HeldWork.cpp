// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/base/HeldWork.h"
#include "driver/base/Isolation.h"
#include "driver/base/Memory.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Errno.h"
#include <atomic>
#include <csignal>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

using llvm::StringRef;
using llvm::sys::RetryAfterSignal;

namespace aoti_tidy {

/// What all processes of a run know of a copy.
struct HeldWork::Place {
  std::atomic<bool> IsTaken = false;
  size_t File = 0;
  pid_t Process = 0; ///< 0: there is no copy
};

namespace {

/// Who does not listen any more must not end this process.
bool sendAll(int To, StringRef Data) {
  while (!Data.empty()) {
    const ssize_t Sent = RetryAfterSignal(-1, ::send, To, Data.data(),
                                          Data.size(), MSG_NOSIGNAL);
    if (Sent <= 0)
      return false;
    Data = Data.drop_front(Sent);
  }
  return true;
}

bool receiveAll(int From, char *Data, size_t Size) {
  while (Size) {
    const ssize_t Received = RetryAfterSignal(-1, ::recv, From, Data, Size, 0);
    if (Received <= 0)
      return false;
    Data += Received;
    Size -= Received;
  }
  return true;
}

bool sendText(int To, StringRef Text) {
  const uint64_t Size = Text.size();
  return sendAll(To, {reinterpret_cast<const char *>(&Size), sizeof(Size)}) &&
         sendAll(To, Text);
}

std::optional<std::string> receiveText(int From) {
  uint64_t Size = 0;
  if (!receiveAll(From, reinterpret_cast<char *>(&Size), sizeof(Size)))
    return std::nullopt;
  std::string Text(Size, '\0');
  if (!receiveAll(From, Text.data(), Size))
    return std::nullopt;
  return Text;
}

void closeEnd(int &End) {
  if (End >= 0)
    ::close(End);
  End = -1;
}

/// Whether the copies whose worker has ended are this process's to wait for, as
/// its own children are: else the system does that.
void inheritCopies([[maybe_unused]] bool Inherits) {
#ifdef __linux__
  prctl(PR_SET_CHILD_SUBREAPER, Inherits);
#endif
}

} // namespace

HeldWork::Place *HeldWork::place(size_t I) const { return Places + I; }

HeldWork::HeldWork(unsigned Copies, unsigned TimeLimit)
    : TimeLimit(TimeLimit), Run(getpid()) {
  // Most of the files that may be open are for the work.
  rlimit Files = {};
  if (getrlimit(RLIMIT_NOFILE, &Files) == 0)
    Copies = std::min<rlim_t>(Copies, Files.rlim_cur / 8);
  // What others do with the machine meanwhile needs memory, too.
  LeastFree = availableMemory().value_or(0) / 2;
  while (Sockets.size() < Copies) {
    int Ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Ends) != 0)
      break; // too many files are open
    Sockets.push_back({Ends[0], Ends[1]});
  }
  if (Sockets.empty())
    return;
  void *Memory =
      mmap(nullptr, Sockets.size() * sizeof(Place), PROT_READ | PROT_WRITE,
           MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (Memory == MAP_FAILED)
    return;
  Places = static_cast<Place *>(Memory);
  std::uninitialized_default_construct_n(Places, Sockets.size());
  inheritCopies(true);
}

HeldWork::~HeldWork() {
  for (Ends &E : Sockets) {
    closeEnd(E.Run);
    closeEnd(E.Copy);
  }
  if (!Places)
    return;
  for (size_t I = 0; I < Sockets.size(); ++I)
    endCopy(Places[I]);
  inheritCopies(false);
  munmap(Places, Sockets.size() * sizeof(Place));
}

/// By the process whose child it is, or has become. Where the system has taken
/// that one, its number may be another process's by now; it ends by itself, for
/// nobody can ask it.
void HeldWork::endCopy(Place &P) {
  if (P.Process &&
      RetryAfterSignal(-1, waitpid, P.Process, nullptr, WNOHANG) == 0) {
    kill(P.Process, SIGKILL);
    RetryAfterSignal(-1, waitpid, P.Process, nullptr, 0);
  }
  P.Process = 0;
}

void HeldWork::begin(size_t Of) {
  File = Of;
  Mine.reset();
}

void HeldWork::hold() {
  if (!Places)
    return;
  drop();
  const bool HasRoom = availableMemory().value_or(0) >= LeastFree;
  for (size_t I = 0; HasRoom && I < Sockets.size() && !Mine; ++I)
    if (!place(I)->IsTaken.exchange(true))
      Mine = I;
  if (!Mine)
    return;
  place(*Mine)->File = File;
  const pid_t Process = fork();
  if (Process < 0) {
    drop();
    return;
  }
  if (Process > 0) {
    place(*Mine)->Process = Process;
    return;
  }
  // What the others have must end with them, and be seen to end.
  leaveRun();
  for (size_t I = 0; I < Sockets.size(); ++I) {
    closeEnd(Sockets[I].Run);
    if (I != *Mine)
      closeEnd(Sockets[I].Copy);
  }
  Question = receiveText(Sockets[*Mine].Copy);
  if (!Question)
    giveUp();
#ifdef __linux__
  // From here on, the end of the run is not seen any more.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Run)
    giveUp();
#endif
  startClock(TimeLimit);
}

void HeldWork::drop() {
  if (!Mine)
    return;
  endCopy(*place(*Mine));
  place(*Mine)->IsTaken = false;
  Mine.reset();
}

void HeldWork::answer(StringRef Answer) {
  (void)sendText(Sockets[*Mine].Copy, Answer);
  giveUp();
}

// Nothing of the worker's is flushed or removed here.
void HeldWork::giveUp() { _exit(0); }

void HeldWork::close(llvm::ArrayRef<size_t> Asked) {
  for (size_t I = 0; I < Sockets.size(); ++I) {
    closeEnd(Sockets[I].Copy);
    if (Places && !llvm::is_contained(Asked, place(I)->File))
      endCopy(*place(I));
  }
}

std::optional<std::string> HeldWork::ask(size_t Of, StringRef Question) const {
  if (!Places)
    return std::nullopt;
  for (size_t I = 0; I < Sockets.size(); ++I)
    if (place(I)->Process && place(I)->File == Of) {
      const int Copy = Sockets[I].Run;
      return sendText(Copy, Question) ? receiveText(Copy) : std::nullopt;
    }
  return std::nullopt;
}

} // namespace aoti_tidy
