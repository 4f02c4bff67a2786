// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEVICE_MISMATCH_DEVICEMISMATCHRULE_H
#define AOTI_TIDY_CHECKS_DEVICE_MISMATCH_DEVICEMISMATCHRULE_H

#include "checks/lib/package/Conformance.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// An input of a run that is on another device than the model takes it on.
/// Packages are named as messages name them, with quotes: "'ranker.pt2'".
struct InputDeviceFacts {
  const ModelContract &Model;
  const Violation &Found; ///< of the kind Device
  llvm::StringRef Package;
  bool IsMoved = false;    ///< x.to(...), x.cuda(): it is somewhere else before
  bool IsExported = false; ///< the file itself exports what it loads
};
struct InputDeviceProblem {
  llvm::StringRef Wanted; ///< the device type that the input must be on
  std::string Text;
  std::string Cure; ///< with the edit that names the wanted device
  std::string AtRun;
  std::string AtSource; ///< where the model is loaded or exported
};
InputDeviceProblem inputDeviceProblem(const InputDeviceFacts &Facts);

/// An input on a CUDA device that need not be the current one, on which a
/// loader puts its model that is told no index.
struct IndexProblem {
  Place From; ///< what puts the input there
  std::string Text;
  std::string AtLoader;
};
/// \p Parameter is what tells the loader an index, "device_index"; empty if
/// this torch's loader has no such parameter. Nothing unless each of \p Ways to
/// the run has the problem.
std::optional<IndexProblem> indexProblem(unsigned Input,
                                         const TensorValues &Ways,
                                         llvm::StringRef Parameter);

/// \p Class, a runner for \p RunsOn, gets a library that may be for another
/// device; \p Right names the class for a device type.
std::optional<std::string>
runnerProblem(llvm::StringRef Class, llvm::StringRef RunsOn,
              llvm::StringRef Package, const ModelContract &Model,
              llvm::function_ref<std::string(llvm::StringRef)> Right);

/// AOTInductorModelContainerCreateWithDevice is told \p Device, a type.
std::optional<std::string> createProblem(llvm::StringRef Device,
                                         llvm::StringRef Package,
                                         const ModelContract &Model);

/// Whether a CUDA stream or a guard of a CUDA device does nothing for \p Model.
bool ignoresCuda(const ModelContract &Model);
std::string guardText(llvm::StringRef Package);
llvm::StringRef streamText();

} // namespace aoti_tidy

#endif
