// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_FROZEN_STATE_FROZENSTATERULE_H
#define AOTI_TIDY_CHECKS_FROZEN_STATE_FROZENSTATERULE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace aoti_tidy {

/// The state that a function called by forward() reads or sets.
enum class OutsideState {
  Random,      ///< random.random(), numpy.random.rand()
  Clock,       ///< time.time()
  Environment, ///< os.environ.get("A")
  Seed,        ///< torch.manual_seed(0)
};

/// The problem with the attribute \p Name ("self.step") that forward() changes
/// and reads: \p What, "a Python number".
std::string pythonStateProblem(llvm::StringRef Name, llvm::StringRef What);

/// The problem with the buffer \p Name of \p Elements, \p Most at most, that
/// forward() changes and reads.
std::string smallBufferProblem(llvm::StringRef Name, int64_t Elements,
                               int64_t Most);

/// The problem with a call of \p Function ("random.random").
std::string outsideProblem(OutsideState What, llvm::StringRef Function);

/// The problem with int(...) of a size that is exported with Dim.AUTO or
/// Dim.DYNAMIC.
std::string frozenSizeProblem();

/// The problem with \p Method, cuda(), to() or half(), behind the export of a
/// model whose example inputs are \p Is: "cpu", "float32".
std::string moveProblem(llvm::StringRef Method, llvm::StringRef Is);

/// The problem with \p Method, "load_lora_weights", of a model that is
/// compiled.
std::string adapterProblem(llvm::StringRef Method);

/// At the export.
llvm::StringRef exportNote();
/// Where the attribute gets its first value.
llvm::StringRef firstValueNote();

} // namespace aoti_tidy

#endif
