// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_OPS_RUNFACTS_H
#define AOTI_TIDY_CHECKS_LIB_OPS_RUNFACTS_H

#include "checks/lib/ops/OpTable.h"
#include "checks/lib/package/RunRecord.h"

namespace aoti_tidy {

/// A finding that other files of the run may make true. It is diagnosed like
/// any other, so that NOLINT and filters apply, and held back by who collects
/// the facts of the run until its condition is known to hold.
struct ConditionalFinding {
  std::string File; ///< as the compiler names it
  unsigned Offset = 0;
  std::string Message;
  Condition If;
  /// The fix changes declarations of the function; these are all it knows.
  bool ChangesSignature = false;
  std::vector<FilePlace> Declarations;
  std::string Kernel; ///< that it is in; empty if it is in none
};

/// Why a check said nothing of a place, for the user who asks.
struct Remark {
  std::string File; ///< as the compiler names it
  unsigned Line = 0;
  std::string Text;

  friend auto operator<=>(const Remark &, const Remark &) = default;
};

/// The contribution of one file to a run over several. A front that sees one
/// file at a time (clang-tidy, an editor) collects none, and the checks then
/// say only what is certain from that file.
class RunFacts {
public:
  OpFacts Ops;
  std::vector<ConditionalFinding> Findings;
  std::vector<Remark> Remarks;
  /// The calls that run models; several checks may tell of one.
  std::vector<RunRecord> Runs;

  /// The collector of this thread's file; null in a one-file front.
  static RunFacts *current();

  /// Makes \p Facts the collector of this thread, for the life of the object.
  class Scope {
  public:
    explicit Scope(RunFacts &Facts);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;
  };
};

} // namespace aoti_tidy

#endif
