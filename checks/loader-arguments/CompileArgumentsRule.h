// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sentences of aoti-loader-arguments about functions that compile a model,
// keys of torch._inductor.config, and unknown argument names. Only Python has
// these.
#ifndef AOTI_TIDY_CHECKS_LOADER_ARGUMENTS_COMPILEARGUMENTSRULE_H
#define AOTI_TIDY_CHECKS_LOADER_ARGUMENTS_COMPILEARGUMENTSRULE_H

#include "checks/loader-arguments/LoaderArgumentsRule.h"

namespace aoti_tidy {

/// The kind of model that a function is given to compile.
enum class CompiledModel {
  Program,         ///< ep
  ModuleOfProgram, ///< ep.module()
  Module,          ///< a torch.nn.Module that is no GraphModule
};

/// \p Function as in PythonApi.def; nothing where it takes that.
std::optional<std::string> compiledModelProblem(llvm::StringRef Function,
                                                CompiledModel Given);

/// The problem with the \p Position-th positional argument of
/// aoti_compile_and_package, from 0, which is a path or a config. \p IsGiven:
/// it is given by its name, too.
std::string ignoredArgumentProblem(unsigned Position, bool IsPath,
                                   bool IsGiven);
/// "package_path", "inductor_configs": by which it must be given.
llvm::StringRef nameOfIgnored(bool IsPath);

/// The problem with a package_path with that extension, which is not ".pt2".
ArgumentProblem packagePathProblem(llvm::StringRef Extension);

/// The problem with a package_path that is a pathlib.Path.
std::string pathObjectProblem();

/// The problem with a value of aot_inductor.metadata, \p Value as written, that
/// is no string.
std::string metadataValueProblem(llvm::StringRef Value);

/// The problem with what forward() of a model returns: \p What,
/// "torch.max(...)" or a class of the program, makes a named tuple that torch
/// cannot write into a package.
std::string namedTupleProblem(llvm::StringRef What, bool IsOfTorch);
std::string namedTupleNote();

/// The problem with the key aot_inductor.output_path for
/// aoti_compile_and_package.
std::string outputPathProblem(bool HasPackagePath);
/// The problem with that key for aot_compile, where it ends in '.pt2'.
std::string libraryPathProblem();

/// The problem with options as the third positional argument of aot_compile.
std::string positionalOptionsProblem();
/// The problem with a list of inputs for an exported program's module.
std::string inputListProblem();

struct ConfigKeyProblem {
  std::string Text;
  std::string Meant; ///< the key; empty if it is not known
  std::string Note;  ///< about the key that was meant
};

/// The problem with a key of torch._inductor.config, and with one that does not
/// exist; \p Error is raised then.
std::optional<ConfigKeyProblem>
configKeyProblem(llvm::StringRef Key, llvm::StringRef Error,
                 std::optional<TorchVersion> Torch);

/// The problem with a name of torch's that no torch has; nothing for other
/// names.
std::optional<std::string> unknownNameProblem(llvm::StringRef Name);

/// A function of torch's that is called.
struct CalledFunction {
  llvm::StringRef Name; ///< as in PythonApi.def
  std::optional<TorchVersion> Torch;
  /// device_index has an argument of its own.
  bool IsIndexGiven = false;

  /// As messages name it: "aoti_load_package".
  llvm::StringRef shortName() const { return Name.rsplit('.').second; }
};

/// How many positional arguments it takes; 0 if this torch does not have it.
unsigned positionalParameters(const CalledFunction &F);
/// The problem with more arguments than that.
std::string positionalProblem(const CalledFunction &F);

/// The problem with an argument by the name \p Keyword, and of the device that
/// it says; nothing if the function has that parameter.
std::optional<ArgumentProblem>
keywordProblem(const CalledFunction &F, llvm::StringRef Keyword,
               const std::optional<DeviceName> &Device);

} // namespace aoti_tidy

#endif
