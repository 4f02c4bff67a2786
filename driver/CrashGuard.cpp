// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "driver/CrashGuard.h"
#include "clang/Basic/Stack.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/thread.h"
#include <csignal>
#include <optional>
#include <vector>

namespace aoti_tidy {
namespace {

/// A second stack for a thread's signal handlers: without one, an endless
/// recursion leaves them nothing to run on and takes the process down.
class HandlerStack {
public:
  HandlerStack() {
    stack_t Current = {};
    // A sanitizer has given the thread one already.
    if (sigaltstack(nullptr, &Current) != 0 || !(Current.ss_flags & SS_DISABLE))
      return;
    Memory.resize(size_t(64) * 1024);
    stack_t Own = {};
    Own.ss_sp = Memory.data();
    Own.ss_size = Memory.size();
    sigaltstack(&Own, nullptr);
  }
  ~HandlerStack() {
    stack_t None = {};
    None.ss_flags = SS_DISABLE;
    if (!Memory.empty())
      sigaltstack(&None, nullptr);
  }
  HandlerStack(const HandlerStack &) = delete;
  HandlerStack &operator=(const HandlerStack &) = delete;

private:
  std::vector<char> Memory;
};

} // namespace

void installCrashGuard(const char *Argv0) {
  llvm::sys::PrintStackTraceOnErrorSignal(Argv0);
  llvm::CrashRecoveryContext::Enable();
  // LLVM's recovery does not ask for the second stack.
  for (const int Signal : {SIGSEGV, SIGBUS}) {
    struct sigaction Action = {};
    if (sigaction(Signal, nullptr, &Action) != 0)
      continue;
    Action.sa_flags |= SA_ONSTACK;
    sigaction(Signal, &Action, nullptr);
  }
}

bool runGuarded(llvm::function_ref<void()> Work) {
  bool Completed = false;
  const std::optional<unsigned> StackSize = clang::DesiredStackSize;
  llvm::thread Thread(StackSize, [&] {
    // Outside of what a crash leaves behind.
    const HandlerStack Stack;
    llvm::CrashRecoveryContext Recovery;
    Completed = Recovery.RunSafely(Work);
  });
  Thread.join();
  return Completed;
}

} // namespace aoti_tidy
