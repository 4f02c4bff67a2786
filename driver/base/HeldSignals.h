// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_HELDSIGNALS_H
#define AOTI_TIDY_DRIVER_BASE_HELDSIGNALS_H

#include <csignal>

namespace aoti_tidy {

/// Blocks the signals that end a run while it lives, so that temporary files are
/// removed first.
class HeldSignals {
public:
  HeldSignals() {
    sigset_t Held;
    sigemptyset(&Held);
    for (const int Signal : Ending)
      sigaddset(&Held, Signal);
    pthread_sigmask(SIG_BLOCK, &Held, &Before);
  }
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &Before, nullptr); }
  HeldSignals(const HeldSignals &) = delete;
  HeldSignals &operator=(const HeldSignals &) = delete;

  /// Whether one waits.
  static bool arePending() {
    sigset_t Pending;
    sigpending(&Pending);
    for (const int Signal : Ending)
      if (sigismember(&Pending, Signal) == 1)
        return true;
    return false;
  }

private:
  static constexpr int Ending[] = {SIGHUP, SIGINT, SIGTERM};
  sigset_t Before;
};

} // namespace aoti_tidy

#endif
