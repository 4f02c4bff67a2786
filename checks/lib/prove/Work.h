// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_PROVE_WORK_H
#define AOTI_TIDY_CHECKS_LIB_PROVE_WORK_H

#include <cstdint>

namespace aoti_tidy {

/// A budget of steps, not seconds: the same input ends at the same place on
/// every machine.
class Work {
public:
  /// \p Around is spent, too, and must outlive this.
  explicit Work(uint64_t Steps, Work *Around = nullptr)
      : Limit(Steps), Around(Around) {}
  Work(const Work &) = delete;
  Work &operator=(const Work &) = delete;

  void spend(uint64_t Steps) {
    for (Work *W = this; W; W = W->Around)
      W->Spent += Steps;
  }
  /// Whether the limit was reached; results until then may be incomplete.
  bool isSpent() const {
    return Spent >= Limit || (Around && Around->isSpent());
  }
  uint64_t spent() const { return Spent; }

private:
  const uint64_t Limit;
  uint64_t Spent = 0;
  Work *const Around;
};

} // namespace aoti_tidy

#endif
