// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_TRAINING_MODE_MODELAYERS_H
#define AOTI_TIDY_CHECKS_TRAINING_MODE_MODELAYERS_H

#include "checks/lib/script/File.h"
#include "checks/training-mode/TrainingModeRule.h"

namespace aoti_tidy::python {

/// A layer that the mode matters to.
struct ModeLayer {
  std::string Name; ///< "Dropout"
  InTraining What;
  Node At;
};

/// Those that the module which the call \p Maker makes surely runs, by its class
/// or the arguments. None if the model itself sets the mode of a part.
std::vector<ModeLayer> modeLayers(Node Maker, const File &F);

} // namespace aoti_tidy::python

#endif
