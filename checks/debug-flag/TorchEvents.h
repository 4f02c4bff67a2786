// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEBUG_FLAG_TORCHEVENTS_H
#define AOTI_TIDY_CHECKS_DEBUG_FLAG_TORCHEVENTS_H

#include "checks/lib/script/File.h"
#include "llvm/ADT/DenseMap.h"

namespace aoti_tidy::python {

/// Tells what the parts of a file do to the torch of its process; for
/// findExecutedBefore(). False when in doubt.
class TorchEvents {
public:
  explicit TorchEvents(const File &F);

  /// Imports torch, if no one has before.
  bool importsTorch(Node N) const;
  /// Imports torch._inductor.config, if no one has before: measured with 2.13,
  /// and what torch 2.6 to 2.15 import says the same.
  bool importsConfig(Node N) const;

private:
  const Call *callAt(Node N) const;
  bool importsAny(Node N, llvm::function_ref<bool(llvm::StringRef)> Of) const;

  const File &F;
  llvm::DenseMap<const void *, std::vector<const Import *>> Imports;
  llvm::DenseMap<const void *, const Call *> Calls;
};

} // namespace aoti_tidy::python

#endif
