// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "checks/training-mode/TrainingModeRule.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti_tidy {

std::string trainingModeProblem(StringRef Model,
                                llvm::ArrayRef<std::string> Layers) {
  std::string Named;
  for (size_t I = 0; I < Layers.size(); ++I)
    Named += (I == 0                   ? ""
              : I + 1 == Layers.size() ? " and "
                                       : ", ") +
             Layers[I];
  return fmt::format("{} is exported in training mode, and its {} train{} in "
                     "the package; call 'eval()' before the export",
                     Model.str(), Named, Layers.size() == 1 ? "s" : "");
}

StringRef layerNote(InTraining What) {
  return What == InTraining::Drops
             ? "this drops values at random in each run of the package"
             : "this normalizes by each batch, not by what was learned";
}

StringRef stepNote(ModeStep Step) {
  switch (Step) {
  case ModeStep::TrainsAgain:
    return "this puts the model back into training mode";
  case ModeStep::SetsOneModule:
    return "this sets the outermost module alone; its children still train";
  case ModeStep::EvalsLate:
    return "this comes after the export, and does not change its program";
  }
  llvm_unreachable("covered switch");
}

std::string exportedModuleProblem(StringRef Method) {
  return fmt::format("an exported program's module raises NotImplementedError "
                     "on '{}()'; call 'eval()' on the model before the export",
                     Method.str());
}

std::string exportedModuleNote(StringRef Method) {
  return fmt::format("this comes after the export, too, and raises "
                     "NotImplementedError: the module of an exported program "
                     "has no '{}()'",
                     Method.str());
}

} // namespace aoti_tidy
