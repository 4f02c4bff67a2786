// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_LIB_CXX_FUNCTIONFACTS_H
#define AOTI_TIDY_CHECKS_LIB_CXX_FUNCTIONFACTS_H

#include "checks/lib/cxx/TensorWays.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace aoti_tidy {

/// What one file says of functions to the other files of a run: what those that
/// it defines return, and what it passes to those that it does not define. By
/// their symbols.
///
/// A device of no type whose Variable is N > 0 is the one that the function's
/// parameter N - 1 is given.
struct FunctionFacts {
  /// Where a property of a tensor comes from.
  struct Origin {
    std::string File; ///< absolute
    unsigned Offset = 0;
    /// A method of a tensor gives it: 'x.to(device)'.
    bool IsMethod = false;
    /// A model returns it: 'runner.run(inputs)'.
    bool IsRun = false;

    friend auto operator<=>(const Origin &, const Origin &) = default;
  };
  /// What the places in the values stand for: foreignPlace() of its index.
  std::vector<Origin> Origins;
  std::map<std::string, Ways> Returns;
  /// Of each parameter, what all calls of the file can give it.
  std::map<std::string, std::vector<Ways>> Arguments;
  /// What the file asked for, and does not have itself.
  std::set<std::string> Wanted;
  /// The file has been gone through; it may be compiled in several ways.
  bool IsCollected = false;

  /// Whether the facts of \p Others answer one of Wanted.
  bool isAnsweredBy(const FunctionFacts &Others) const;

  /// The collector of this thread's file, and what other files said of
  /// functions; null where there is none: in a one-file front.
  static FunctionFacts *collected();
  static const FunctionFacts *ofOthers();
  /// What \p From, a foreignPlace() of the latter, stands for; null if nothing.
  static const Origin *originAt(Place From);

  /// Sets both, for the life of the object.
  class Scope {
  public:
    Scope(FunctionFacts *Collected, const FunctionFacts *OfOthers);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

    /// From here on, nothing is collected, and \p OfOthers is what they said.
    static void turnTo(const FunctionFacts &OfOthers);
  };
};

/// What \p Files say together. What two of them say differently of the same
/// function's result is left out; what they pass to one is united.
FunctionFacts joined(const std::vector<const FunctionFacts *> &Files);

/// A place in another file, which no expression stands for. Those are aligned.
inline Place foreignPlace(size_t Origin) { return 2 * Place(Origin) + 1; }
inline bool isForeign(Place From) { return From % 2 != 0; }
inline size_t originOf(Place From) { return From / 2; }

/// Calls \p Change with each place in \p W.
void forEachPlace(Ways &W, llvm::function_ref<void(Place &)> Change);
/// Calls \p Change with each tensor in \p W.
void forEachTensor(Ways &W, llvm::function_ref<void(TensorValue &)> Change);

} // namespace aoti_tidy

#endif
