// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_UNLOADED_CONSTANTS_UNLOADEDCONSTANTSRULE_H
#define AOTI_TIDY_CHECKS_UNLOADED_CONSTANTS_UNLOADEDCONSTANTSRULE_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/package/Contract.h"
#include "llvm/ADT/ArrayRef.h"

namespace aoti_tidy {

/// The constants that one call gives a model: load_constants(map, ...).
struct ConstantLoad {
  /// By which names it goes: load_constants() by those of the model that was
  /// exported, update_constant_buffer() by those of the emitted code.
  enum class Key { Original, Emitted };
  struct Name {
    std::string Text;
    bool IsSure = true; ///< given on every way to the call
    /// The given tensor's type and sizes; nullopt where unknown.
    std::optional<DType> Type = std::nullopt;
    std::optional<std::vector<int64_t>> Sizes = std::nullopt;
  };

  Key By = Key::Original;
  std::vector<Name> Names;
  bool HasAllNames = false; ///< no others are given on any way
  /// True for the result of a module's state_dict(): all of its parameters, but
  /// no tensor that is neither parameter nor buffer.
  bool IsStateDict = false;
  bool ChecksAll = false;     ///< 'check_full_update' is known to be true
  bool IsForInactive = false; ///< known to fill the buffer that is not in use
};

/// A problem of a call that loads constants.
struct LoadProblem {
  std::string Text;
  std::optional<size_t> Name; ///< the one at fault, of ConstantLoad::Names
  std::string Note;           ///< at the same place; empty: none
};

/// The problem with \p Load for \p Model of \p Package ("'m.pt2'").
std::optional<LoadProblem> loadProblem(const ModelContract &Model,
                                       const ConstantLoad &Load,
                                       llvm::StringRef Package, Language Lang);

/// The problem with a load of \p Name, which the model reads out of \p Holder,
/// a list or dict ("self.weights").
std::string heldProblem(llvm::StringRef Name, llvm::StringRef Holder);

/// Whether a run needs constants that no library or loader brings along.
bool needsConstants(const ModelContract &Model);

/// The problem with a run of \p Model that at most \p Before can precede.
/// \p HasSwap: the two buffers may have been swapped before. \p Cure is the
/// call that loads: "m.load_constants(...)".
std::optional<std::string> runProblem(const ModelContract &Model,
                                      llvm::ArrayRef<ConstantLoad> Before,
                                      bool HasSwap, llvm::StringRef Package,
                                      llvm::StringRef Cure);

/// At a load before such a run: what it leaves out. Empty if there is nothing
/// to say.
std::string loadNote(const ModelContract &Model, const ConstantLoad &Load);
/// Where the package is loaded.
std::string sourceNote(const ModelContract &Model, llvm::StringRef Package);
/// At other runs and loads of the same loader.
llvm::StringRef alsoNote(bool IsRun);

} // namespace aoti_tidy

#endif
