// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEBUG_FLAG_DEBUGFLAGRULE_H
#define AOTI_TIDY_CHECKS_DEBUG_FLAG_DEBUGFLAGRULE_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/torch/EnvFlags.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace aoti_tidy {

/// The facts of a place that sets a flag, as a front finds them.
struct FlagFacts {
  const EnvFlag &Flag;
  Language Lang;
  /// An unknown torch is taken to be a current one.
  std::optional<TorchVersion> Torch = {};
  /// Nothing if only the run tells.
  std::optional<std::string> Value = {};
  /// No other process can be meant.
  bool IsForThisProcess = true;

  // Only Python has these.
  /// The file that sets it reads it, too.
  bool IsReadByFile = false;
  /// os.putenv(...), which os.environ does not see.
  bool IsPutenv = false;
  /// The value as it is written, if it is no string: "1", "True", "None".
  std::string NoString = {};
};

/// The finding for such a place, and its cure.
struct FlagProblem {
  enum class Cure { None, SetValue };

  std::string Text;
  /// Empty if there is none. With a cure, it offers the cure, and goes away if
  /// the front cannot make the edit. Without one, it is about the place that
  /// the problem rests on, or else about the set itself.
  std::string Note = {};
  /// Safe if it has no note: the program raises without it.
  Cure Do = Cure::None;
  std::string Value = {};
};

/// The problem with setting a flag. \p IsTooLate tells whether what reads the
/// flag, by its Phase, has surely done so before; it is asked only if that
/// matters.
std::optional<FlagProblem> flagProblem(const FlagFacts &F,
                                       llvm::function_ref<bool()> IsTooLate);

/// A value that does not do what it says. This alone decides what a value does.
std::optional<FlagProblem> flagValueProblem(const FlagFacts &F);

/// A variable \p Name that is one slip away from a flag.
std::optional<FlagProblem> misspelledFlagProblem(llvm::StringRef Name);

/// os.putenv(\p Name, ...) of a variable that torch looks up in os.environ.
FlagProblem putenvProblem(llvm::StringRef Name);

// TORCH_LOGS and the others that torch reads when Python imports it.

inline bool isReadByTorchImport(llvm::StringRef Name) {
  return Name == "TORCH_LOGS" || Name == "TORCH_LOGS_OUT" ||
         Name == "TORCH_TRACE";
}

/// One of them is set after that.
FlagProblem lateLogsProblem(llvm::StringRef Name);

/// TORCH_LOGS=\p Text is nothing that torch can read.
std::optional<FlagProblem> logNamesProblem(llvm::StringRef Text,
                                           std::optional<TorchVersion> Torch);

} // namespace aoti_tidy

#endif
