// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_TRAINING_MODE_MODELMODE_H
#define AOTI_TIDY_CHECKS_TRAINING_MODE_MODELMODE_H

#include "checks/lib/script/ExportedModels.h"
#include "checks/training-mode/TrainingModeRule.h"

namespace aoti_tidy::python {

/// The statements of a file that set the mode of a model.
using ModeSteps = std::vector<std::pair<Node, ModeStep>>;

/// Nothing unless \p Model surely is in training mode, as modules are when they
/// are made, when it is exported: who else gets it may set the mode.
std::optional<ModeSteps> trainingModeOf(const ExportedModel &Model,
                                        const File &F);

/// A layer that the mode matters to.
struct ModeLayer {
  std::string Name; ///< "Dropout"
  InTraining What;
  Node At;
};

/// Those that the module which the call \p Maker makes surely runs, by its
/// class or the arguments. None if the model itself sets the mode of a part.
std::vector<ModeLayer> modeLayers(Node Maker, const File &F);

} // namespace aoti_tidy::python

#endif
