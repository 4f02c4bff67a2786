// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sentences of aoti-loader-arguments about code that loads a compiled
// model, in C++ and in Python.
#ifndef AOTI_TIDY_CHECKS_LOADER_ARGUMENTS_LOADERARGUMENTSRULE_H
#define AOTI_TIDY_CHECKS_LOADER_ARGUMENTS_LOADERARGUMENTSRULE_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/package/Contract.h"
#include "checks/lib/torch/DeviceName.h"

namespace aoti_tidy {

/// A construction or a call that loads a model, as far as it is known.
struct LoaderFacts {
  Language Lang = Language::Cxx;
  /// The class or the function: "AOTIModelPackageLoader", "aoti_load_package".
  llvm::StringRef Name = {};
  bool IsRawRunner = false;        ///< it takes a .so, not a package
  llvm::StringRef DeviceType = {}; ///< of a runner in C++
  TorchVersion Torch = TorchVersion::newest();
  // The parameters that this torch has.
  bool HasDeviceStr = false;
  bool HasDeviceIndex = false;
  bool HasCount = false; ///< num_models, num_runners
  /// device_index has an argument of its own.
  bool IsIndexGiven = false;

  bool isPython() const { return Lang == Language::Python; }
};

/// The problem with an argument, and the cure.
struct ArgumentProblem {
  enum class Cure {
    None,
    Drop,
    Replace,          ///< by Code
    ReplaceExtension, ///< of the path, by Code
    Rename,           ///< the parameter that it is given for, to Code
    PassAsIndex,      ///< device_index is Code
  };
  std::string Text;
  Cure Do = Cure::None;
  std::string Code = {};
  /// The effect of the cure, if the user has to judge it; the cure is safe if
  /// there is no note.
  std::string Note = {};
};

/// An argument of which the text is known, or a torch.device of that text.
struct GivenText {
  llvm::StringRef Text;
  /// As a message shows it: "cpu", 'torch.device("cpu")'.
  std::string Words;
  bool IsObject = false;
};

/// The consequence in Python of an argument with a wrong name or type.
inline constexpr char RaisesTypeError[] = "the call raises TypeError";

/// "cpu", as a message shows it.
std::string inQuotes(llvm::StringRef Text);

/// The cure for \p Device, which stands in the place of another parameter.
ArgumentProblem cureForDevice(const LoaderFacts &F, const DeviceName &Device);

// The path.

/// The problem with a path with that extension: ".so", or ".pt2" for a raw
/// runner.
std::optional<ArgumentProblem> pathProblem(const LoaderFacts &F,
                                           llvm::StringRef Extension);
/// The problem with the .so that \p Compiler, "torch._inductor.aot_compile",
/// returned.
std::string libraryProblem(const LoaderFacts &F, llvm::StringRef Compiler);
std::string compiledHereNote(bool IsPackage);

// model_name.

/// The problem with a text for model_name; nothing if it is no device.
std::optional<ArgumentProblem> modelNameProblem(const LoaderFacts &F,
                                                llvm::StringRef Name);
/// The problem with a name that is not "model", for what
/// aoti_compile_and_package wrote.
ArgumentProblem unknownModelProblem(llvm::StringRef Name);

// run_single_threaded.

/// The problem with a text.
ArgumentProblem flagTextProblem(const LoaderFacts &F, const GivenText &Given);
/// The problem with a pointer in C++ whose text is not known.
ArgumentProblem flagPointerProblem(llvm::StringRef Type);
/// Nothing for 0 and 1.
std::optional<ArgumentProblem> flagNumberProblem(const LoaderFacts &F,
                                                 int64_t Number);

// num_runners, num_models.

llvm::StringRef countParameter(const LoaderFacts &F);
/// \p IsSingleThreaded is nothing if it is not known.
std::optional<ArgumentProblem>
countProblem(const LoaderFacts &F, int64_t Count,
             std::optional<bool> IsSingleThreaded);

// device_index.

/// Nothing for those that fit.
std::optional<ArgumentProblem> deviceIndexProblem(const LoaderFacts &F,
                                                  int64_t Index);
/// The problem with a text or a torch.device.
ArgumentProblem deviceIndexTextProblem(const GivenText &Given);
/// The problem with None.
ArgumentProblem deviceIndexNoneProblem();
/// The problem with an index for a package that is compiled for the CPU.
ArgumentProblem cpuIndexProblem(const LoaderFacts &F, int64_t Index,
                                bool CanDrop);
/// Whether loading \p Model of \p Package with an index fails for that.
bool isRecordedForCpu(const Contract &Package, const ModelContract &Model,
                      TorchVersion Torch);
std::string cpuRecordNote(llvm::StringRef PackagePath);

// The devices of raw runners.

/// The problem with a text for device_str; \p NextParameter is the one after
/// it, empty if there is none.
std::optional<ArgumentProblem> deviceStrProblem(const LoaderFacts &F,
                                                llvm::StringRef Text,
                                                llvm::StringRef NextParameter);
/// The problem with a device for torch._export.aot_load.
std::optional<ArgumentProblem> aotLoadDeviceProblem(const LoaderFacts &F,
                                                    const GivenText &Given);

} // namespace aoti_tidy

#endif
