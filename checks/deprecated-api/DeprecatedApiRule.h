// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What aoti-deprecated-api says, of C++ and of Python.
#ifndef AOTI_TIDY_CHECKS_DEPRECATED_API_DEPRECATEDAPIRULE_H
#define AOTI_TIDY_CHECKS_DEPRECATED_API_DEPRECATEDAPIRULE_H

#include "checks/lib/finding/Finding.h"
#include "checks/lib/torch/DeprecatedApi.h"
#include <optional>
#include <string>

namespace aoti_tidy {

/// A function of the model's C interface.
std::string deprecatedCFunctionText(const DeprecatedFunction &Function);
/// A function of Python, in Python or called from C++.
std::string deprecatedPythonFunctionText(const DeprecatedFunction &Function);
/// torch._export.aot_compile(..., options={"aot_inductor.package": True}), which
/// gives the files of a package, for 'package_aoti' to put together.
std::string packagedExportText(const DeprecatedFunction &Function);
/// A shim of torch's C interface; \p Header is what its attribute says.
std::string deprecatedShimText(llvm::StringRef Name, llvm::StringRef Header);
std::string movedHeaderText(const MovedHeader &Header);

/// What AOTInductorModelContainerCreateWithDevice is given where
/// AOTInductorModelContainerCreate was given the literal \p IsCpu; empty if it
/// is no literal.
llvm::StringRef deviceForIsCpu(llvm::StringRef IsCpu);
/// Offers to compute the device where 'is_cpu' is computed.
std::string computedDeviceText();

/// A name that an import asks for, and what else changes with it.
std::string movedNameText(const MovedPythonName &Moved);
std::string renamedMembersText();

/// package_aoti with a folder only; nothing if \p Torch takes that.
std::optional<std::string> packageOfFolderProblem(TorchVersion Torch);

/// Example inputs of aoti_compile_and_package; nothing if \p Torch reads them.
std::optional<std::string> ignoredInputsProblem(TorchVersion Torch);
/// Why they are not just left out.
std::string ignoredInputsDoubt(bool HasComment);

/// What the new key is set to where the old one is set to the Python text
/// \p Value; empty if there is no telling.
llvm::StringRef newConfigValue(const GoneConfig &Config, llvm::StringRef Value);
/// \p Error is what setting the key raises.
std::string goneConfigText(const GoneConfig &Config, llvm::StringRef Error,
                           llvm::StringRef Value);

/// Why a compile and its loads are not rewritten. Those that stand for
/// something are told its text.
enum class Hurdle {
  // Nothing is rewritten.
  ArgumentsOfLoad,     ///< not all are seen
  ArgumentsOfCompile,  ///< not all are seen
  ArgumentsUnpacked,   ///< f(*args)
  ArgumentOrder,       ///< f(model, options=..., args=...)
  BrokenCode,          ///< the call is in code that is not understood
  CommentGoes,         ///< a comment is about something that is left out
  DeviceHasEffect,     ///< of a device, which a package is not told
  GraphChanged,        ///< of a module: it is not only there to be compiled
  IsFunction,          ///< of a model
  LoadIsElsewhere,     ///< a load may load what is compiled
  NoDevice,            ///< of a device that 'aot_load' refuses
  NoDeviceIndex,       ///< this torch loads packages without one
  NoEquivalent,        ///< of an argument
  NoLibraryPath,       ///< the path of the library is not seen to end in .so
  NoPackage,           ///< what is loaded must be compiled to a package
  NoProgram,           ///< a graph is compiled that is no exported program's
  NoTorch,             ///< 'torch' is not imported by name
  OptionsAreNoLiteral, ///< options=options
  OptionsAreUnknown,   ///< options={**options}
  PathIsConfigured,    ///< config.aot_inductor.output_path = ...
  PathIsNamed,         ///< of a string that has the library's name in it
  PathIsRepeated,      ///< the same expression stands elsewhere, too
  PathIsUsed,          ///< of a variable for the path
  ResultIsUsed,        ///< the path that is returned is not just given a name
  // It is rewritten if a person finds it right.
  DeviceAtRunTime, ///< of a device
  NoExport,        ///< of a program that is not exported in the file
  NoLoad,          ///< nothing in the file loads what is compiled
  NoModule,        ///< of a model that may be none
  OtherInputs,     ///< of a program that is exported with other ones
};

/// Whether it leaves something to rewrite, if a person agrees.
inline bool isDoubt(Hurdle H) { return H >= Hurdle::DeviceAtRunTime; }

/// \p What is the text that the hurdle is about.
std::string hurdleText(Hurdle H, llvm::StringRef What);

/// The note about the hurdles before \p Suggestion; \p Compile is the
/// suggestion for a compile that has no finding of its own.
std::string hurdlesNote(llvm::StringRef Hurdles, bool IsDoubt,
                        llvm::StringRef Suggestion, llvm::StringRef Compile);
/// The notes at the other calls of a compile and its loads.
std::string rewrittenTogetherText();
std::string compiledHereText();
std::string becomesTogetherText(llvm::StringRef Suggestion);

} // namespace aoti_tidy

#endif
