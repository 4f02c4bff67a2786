// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AOTI_TIDY_CHECKS_DEVICE_MISMATCH_DEVICEMISMATCHRULE_H
#define AOTI_TIDY_CHECKS_DEVICE_MISMATCH_DEVICEMISMATCHRULE_H

#include "checks/lib/package/Conformance.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// The ways to put a tensor on its device: a factory, a move (x.to(...),
/// x.cuda()), or a model that returns it.
enum class PutBy { Factory, Move, Model };

/// An input of a run that is on another device than the model takes it on.
/// Packages are named as messages name them, with quotes: "'ranker.pt2'".
struct InputDeviceFacts {
  const ModelContract &Model;
  const Violation &Found; ///< of the kind Device
  llvm::StringRef Package;
  PutBy By = PutBy::Factory;
  bool IsExported = false; ///< the file itself exports what it loads
  bool IsAnyOf = false;    ///< one of an unknown number
};
/// Where a caller of the run's function, or another file, makes the tensor.
inline constexpr llvm::StringLiteral PutThereHere =
    "the tensor that is passed gets its device here";

struct InputDeviceProblem {
  llvm::StringRef Wanted; ///< the device type that the input must be on
  std::string Text;
  std::string Cure; ///< with the edit that names the wanted device
  /// At the run, of what another model returns: there is no such edit.
  std::string CureAtRun;
  /// At each other place that gives the input its wrong device.
  std::string AtOther;
  std::string AtRun;
  std::string AtSource; ///< where the model is loaded or exported
  /// Where a caller of the run's function gives the tensor its device.
  llvm::StringRef AtCaller = PutThereHere;
};
/// At the run, where the program asks \p Question, whether there is a GPU.
std::string onlyWithGpu(llvm::StringRef Question);
InputDeviceProblem inputDeviceProblem(const InputDeviceFacts &Facts);

/// Whether \p Model takes no input on another device than its own.
bool takesAllOnOneDevice(const ModelContract &Model);

/// Those of \p Inputs that are on another device than \p RunsOn, that of a raw
/// runner of which no more is known. Models for a GPU may take some inputs on
/// the CPU, sizes and positions say: unless all are there, only those that hold
/// several floating-point numbers, and that nothing moves there. \p IsMoved
/// tells of the place that gives an input its device.
std::vector<unsigned>
inputsOfOtherDevice(llvm::StringRef RunsOn, llvm::ArrayRef<TensorValues> Inputs,
                    llvm::function_ref<bool(Place)> IsMoved);

/// At a loader of which no package is known.
inline constexpr llvm::StringLiteral LoadedHere = "the model is loaded here";
/// At a runner whose loader is not in sight.
inline constexpr llvm::StringLiteral RunsWhereItsClassSays =
    "the runner's class says where it runs";

/// Those inputs, the first of which is on \p Device; \p Runner is the runner's
/// class.
InputDeviceProblem runnerInputProblem(llvm::ArrayRef<unsigned> Inputs,
                                      const DeviceValue &Device,
                                      llvm::StringRef Runner,
                                      llvm::StringRef RunsOn, PutBy By,
                                      bool IsAnyOf);

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

/// Whether a CUDA stream does nothing for \p Model.
bool ignoresCuda(const ModelContract &Model);
llvm::StringRef streamText();

} // namespace aoti_tidy

#endif
