// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_TRAINING_MODE_TRAININGMODERULE_H
#define AOTI_TIDY_CHECKS_TRAINING_MODE_TRAININGMODERULE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace aoti_tidy {

/// The behaviour of a layer that differs in training mode.
enum class InTraining {
  Drops,     ///< Dropout
  UsesBatch, ///< BatchNorm
};

/// The effect of a statement on the mode of a model that is exported.
enum class ModeStep {
  TrainsAgain,   ///< train() behind an eval()
  SetsOneModule, ///< model.training = False
  EvalsLate,     ///< eval() behind the export
};

/// The problem with a model, "'net'" or "the model", that is exported in
/// training mode with \p Layers ("Dropout").
std::string trainingModeProblem(llvm::StringRef Model,
                                llvm::ArrayRef<std::string> Layers);
/// Where a layer is made.
llvm::StringRef layerNote(InTraining What);
llvm::StringRef stepNote(ModeStep Step);

/// The problem with \p Method, eval() or train(), of an exported program's
/// module.
std::string exportedModuleProblem(llvm::StringRef Method);
/// There, if the program's export is the finding.
std::string exportedModuleNote(llvm::StringRef Method);

} // namespace aoti_tidy

#endif
