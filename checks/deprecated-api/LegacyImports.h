// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEPRECATED_API_LEGACYIMPORTS_H
#define AOTI_TIDY_CHECKS_DEPRECATED_API_LEGACYIMPORTS_H

#include "checks/lib/script/File.h"

namespace aoti_tidy::python {

/// The name by which 'torch' can be reached where a call is.
struct TorchName {
  std::string Name; ///< "torch"; empty if there is no telling
  /// The import that 'import torch' must go before, if it is not there yet.
  const Import *Before = nullptr;
};

/// Answers for all calls of a file: whether a name is torch throughout is read
/// off the whole file, once.
class TorchNames {
public:
  explicit TorchNames(const File &F) : F(F) {}
  TorchName at(const Call &C);

private:
  bool isTorchEverywhere(llvm::StringRef Name);

  const File &F;
  llvm::StringMap<bool> Everywhere; ///< what is known of names
};

/// What becomes of the imports when the callees of \p Rewritten no longer need
/// them: 'import torch' comes in where it must, what is used no more goes.
std::vector<Edit> importEdits(llvm::ArrayRef<const Call *> Rewritten,
                              TorchNames &Torches, const File &F);

/// 'import torch' in front of the import \p Before.
Edit importOfTorch(const Import &Before);

} // namespace aoti_tidy::python

#endif
