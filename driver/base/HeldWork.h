// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_DRIVER_BASE_HELDWORK_H
#define AOTI_TIDY_DRIVER_BASE_HELDWORK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace aoti_tidy {

/// Work on files that goes on once more from a point in it, with what is known
/// only when all files are done: a copy of the worker waits there, with all that
/// it has in memory. For C++ that is the parsed file, which takes a hundred times
/// as long to make as the checks take to look at it.
///
/// Copies take memory, so there are few, and none where that gets scarce: who asks one must be able to do the work
/// from its beginning as well.
class HeldWork {
public:
  /// \param Copies At most so many wait at a time.
  /// \param TimeLimit Seconds of CPU time for a copy, from its question on; 0:
  ///   none.
  HeldWork(unsigned Copies, unsigned TimeLimit);
  /// Ends the copies.
  ~HeldWork();
  HeldWork(const HeldWork &) = delete;
  HeldWork &operator=(const HeldWork &) = delete;

  // In a worker of runIsolated():

  /// The work on \p File begins.
  void begin(size_t File);
  /// Leaves a copy here, in the place of this file's last one, if there is room.
  /// Returns once more, in the copy, when that is asked: question() is there.
  void hold();
  /// Nobody is going to ask this file's copy.
  void drop();
  /// What this process, a copy, has been asked; null in a worker.
  const std::string *question() const {
    return Question ? &*Question : nullptr;
  }
  /// Ends the copy.
  [[noreturn]] void answer(llvm::StringRef Answer);
  /// Ends the copy, which cannot go on: it is as if there were none.
  [[noreturn]] static void giveUp();

  // When all files are done:

  /// No more copies are left, and those of files but \p Asked end. To be called in
  /// the process of the run, before they are asked.
  void close(llvm::ArrayRef<size_t> Asked);
  /// What the copy of \p File answers; nothing if there is none, or if it comes
  /// to no end. Once for each file; in the process of the run, or in a worker.
  std::optional<std::string> ask(size_t File, llvm::StringRef Question) const;

private:
  struct Place;
  /// One of shared memory, and of sockets, for each copy.
  Place *place(size_t I) const;
  void endCopy(Place &P);

  Place *Places = nullptr; ///< null where the system gives none
  struct Ends {
    int Run, Copy; ///< -1: closed
  };
  std::vector<Ends> Sockets;
  const unsigned TimeLimit;
  const int Run;          ///< the process of the run
  uint64_t LeastFree = 0; ///< bytes, or no more copies wait
  size_t File = 0;
  std::optional<size_t> Mine; ///< the place of File's copy
  std::optional<std::string> Question;
};

} // namespace aoti_tidy

#endif
